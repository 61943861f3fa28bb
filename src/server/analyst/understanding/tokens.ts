/** A word of the question: folded for comparing, with what was typed and where. */
export interface Token {
  /** Lower case, no accents, singular: what is looked up. */
  key: string
  /** Lower case, no accents, as typed otherwise. */
  word: string
  /** As typed. */
  raw: string
  start: number
  end: number
}

const wordPattern = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+\d*|[%$€£₵₦]/gu

/** Plain letters need no folding beyond their case; nearly all text is of these. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Lower case without accents: 'Côte' → 'cote'. Cedi and naira signs stay. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('ß', 'ss')
}

/** Singular by rule, the same for names and questions, so that only sameness matters and not grammar. */
export function singular(word: string): string {
  if (word.length < 4 || /(ss|us)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** Splits a question into words; a possessive 's is dropped, hyphens and apostrophes part words. */
export function tokenize(text: string): Token[] {
  const bare = text.replace(/(?<=\p{L})['’]s\b/gu, match => ' '.repeat(match.length))
  const tokens: Token[] = []
  for (const match of bare.matchAll(wordPattern)) {
    const word = fold(match[0])
    const number = /^\d/.test(word) ? word.replace(/,(?=\d{3}\b)/g, '') : null
    tokens.push({
      key: number ?? singular(word),
      word: number ?? word,
      raw: match[0],
      start: match.index,
      end: match.index + match[0].length,
    })
  }
  return tokens
}

/** The look-up form of a phrase: its words' keys, one space apart. */
export function phraseKey(phrase: string): string {
  return tokenize(phrase)
    .map(token => token.key)
    .join(' ')
}
