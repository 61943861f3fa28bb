/** On one line, without what draws nothing or turns the direction of writing. */
export const oneLine = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
