/** A text without marks over its letters and in one case: 'Côte' and 'COTE' are the same. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
