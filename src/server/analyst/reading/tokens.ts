import { foldArabic } from './arabic.ts'

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
  /** The word that this one is the beginning of, and so many tokens that it has. */
  whole?: { key: string; length: number }
}

/** A number in groups of three ('1 250'), any other number, a word, a pronoun behind its verb ('dépasse-t-elle'), a sign. */
const parts =
  /\p{Nd}{1,3}(?:[ \u00a0\u202f]\p{Nd}{3})+(?:[.,٫]\p{Nd}+)?(?!\p{Nd})|\p{Nd}[\p{Nd},.٫٬]*\p{Nd}|\p{Nd}|(?<![\p{L}\p{M}])(?:[ldjmtsnc]|(?:jus|lors|puis|quoi)?qu)['’ʼ](?![\p{L}\p{M}])|[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*|-(?:t-)?(?:ils?|elles?|on|je|tu|nous|vous|moi|me|lhes?|nos)(?![\p{L}\p{M}])|[^\s\p{L}\p{M}\p{Nd}\p{Cf}]/giu

/** Letters compared without case, accents, vowel signs and variants of the same letter. */
export const fold = (text: string) =>
  foldArabic(text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘ʼ]/g, "'").toLowerCase())

/** Digits of any script as 0 to 9, with the marks of the Arabic ones. */
const digitsOf = (text: string) =>
  text
    .replace(/\p{Nd}/gu, digit => String(valueOfDigit(digit)))
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')

/** The ten digits of a script follow each other. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** What separates decimals: languages that write '2,5' read '1.250' as a thousand. */
export type DecimalMark = '.' | ','

/** Signs that are written in more than one way. */
const signKeys: Record<string, string> = {
  ...{ '–': '-', '—': '-', '٪': '%' },
  ...{ '؟': '?', '،': ',', '؛': ';' },
}
/** A pronoun behind its verb says nothing more. */
const isJoined = (raw: string) => raw.length > 1 && raw.startsWith('-')

/** Splits a question into words, numbers and signs; '2020–25', 'GDP/capita' and 'US$300m' come apart. */
export function tokensOf(text: string, mark: DecimalMark = '.'): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(parts)) {
    const raw = match[0]
    const from = match.index
    const to = from + raw.length
    if (/^\p{Nd}/u.test(raw)) {
      const key = digitsOf(raw)
      tokens.push({ text: raw, key, from, to, kind: 'number', value: numberOf(key, mark) })
    } else if (/^[\p{L}\p{M}]/u.test(raw)) tokens.push(...words(raw, from))
    else tokens.push({ text: raw, key: isJoined(raw) ? '-' : (signKeys[raw] ?? raw), from, to, kind: 'sign' })
  }
  return tokens
}

/** '1,250' and '1 250' are a thousand, '2,5' two and a half, '1.250.000' a million; '1.250' and '2,500' go by the mark. */
function numberOf(spaced: string, mark: DecimalMark): number {
  const raw = spaced.replace(/\s/g, '')
  const marks = raw.replace(/\d/g, '')
  if (marks === '') return Number(raw)
  const groups = raw.split(/[.,]/)
  const other = mark === '.' ? ',' : '.'
  const isGrouped =
    groups.slice(1).every(group => group.length === 3) &&
    (groups[0]?.length ?? 0) <= 3 &&
    groups[0] !== '0' &&
    ((marks.length > 1 && marks === marks.charAt(0).repeat(marks.length)) || marks === other)
  if (isGrouped) return Number(groups.join(''))
  const last = Math.max(raw.lastIndexOf('.'), raw.lastIndexOf(','))
  return Number(`${raw.slice(0, last).replace(/[.,]/g, '')}.${raw.slice(last + 1)}`)
}

/** The ending of "Kenya's", a token of its own. */
export const possessive = "'s"

/** Words that only an accent tells from another one as common: 'où' and 'ou', 'é' and 'e', 'importé' and 'importe'. */
const accented = new Set(['où', 'é', 'importé'])

/** French and Portuguese words that lose their vowel before another: "l'inflation", "qu'est-ce", "d'Angola". */
export const elided: ReadonlySet<string> = new Set([
  'l',
  'd',
  'j',
  'm',
  't',
  's',
  'n',
  'c',
  'qu',
  'jusqu',
  'lorsqu',
  'puisqu',
  'quoiqu',
])

/** A word; what stands for an elided word and the possessive ending are apart ("Kenya's share" is "Kenya 's share"). */
function words(raw: string, from: number): Token[] {
  const word = (text: string, at: number): Token => ({
    ...{
      text,
      key: accented.has(text.toLowerCase()) ? text.toLowerCase() : fold(text),
      from: at,
      to: at + text.length,
      kind: 'word',
    },
  })
  const mark = raw.search(/['’ʼ]/)
  if (mark > 0 && elided.has(fold(raw.slice(0, mark))))
    return [
      word(raw.slice(0, mark + 1), from),
      ...(mark + 1 < raw.length ? words(raw.slice(mark + 1), from + mark + 1) : []),
    ]
  if (raw.length > 2 && fold(raw).endsWith(possessive))
    return [word(raw.slice(0, -2), from), word(raw.slice(-2), from + raw.length - 2)]
  return [word(raw, from)]
}
