/** A word, number or sign of a question, with where it stands. */
export interface Token {
  /** As typed. */
  text: string
  /** Lower case, without accents, apostrophes made alike: what the lexicon is searched by. */
  key: string
  from: number
  to: number
  kind: 'word' | 'number' | 'sign'
  /** Value of a number; thousands separators removed. */
  value?: number
}

const parts = /\d[\d,.]*\d|\d|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\d]/gu

/** Letters compared without case and accents. */
export const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘ʼ]/g, "'").toLowerCase()

/** Splits a question into words, numbers and signs; '2020–25', 'GDP/capita' and 'US$300m' come apart. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(parts)) {
    const raw = match[0]
    const from = match.index
    const to = from + raw.length
    if (/^\d/.test(raw)) tokens.push({ text: raw, key: raw, from, to, kind: 'number', value: numberOf(raw) })
    else if (/^[\p{L}\p{M}]/u.test(raw)) tokens.push(...words(raw, from))
    else tokens.push({ text: raw, key: raw === '–' || raw === '—' ? '-' : raw, from, to, kind: 'sign' })
  }
  return tokens
}

/** '1,250' is a thousand, '2,5' two and a half, '1.250.000' a million. */
function numberOf(raw: string): number {
  const marks = raw.replace(/\d/g, '')
  if (marks === '') return Number(raw)
  const groups = raw.split(/[.,]/)
  const isGrouped = groups.slice(1).every(group => group.length === 3) && (marks.length > 1 || marks === ',')
  if (isGrouped) return Number(groups.join(''))
  const last = Math.max(raw.lastIndexOf('.'), raw.lastIndexOf(','))
  return Number(`${raw.slice(0, last).replace(/[.,]/g, '')}.${raw.slice(last + 1)}`)
}

/** The ending of "Kenya's", a token of its own. */
export const possessive = "'s"

/** A word; its possessive ending stands apart ("Kenya's share" is "Kenya 's share"). */
function words(raw: string, from: number): Token[] {
  const key = fold(raw)
  const word = (text: string, at: number): Token => ({
    text,
    key: fold(text),
    from: at,
    to: at + text.length,
    kind: 'word',
  })
  if (key.length > 2 && key.endsWith(possessive))
    return [word(raw.slice(0, -2), from), word(raw.slice(-2), from + raw.length - 2)]
  return [word(raw, from)]
}

/** The forms under which an English word may stand in the lexicon: itself and without a plural ending. */
export function formsOf(key: string): string[] {
  const forms = [key]
  if (key.length > 3 && key.endsWith('ies')) forms.push(`${key.slice(0, -3)}y`)
  if (key.length > 4 && /(s|x|z|ch|sh)es$/.test(key)) forms.push(key.slice(0, -2))
  if (key.length > 3 && key.endsWith('s') && !key.endsWith('ss')) forms.push(key.slice(0, -1))
  return forms
}
