import { QueryTextError } from './query-text-error.ts'

/**
 * A piece of the text between `from` and `to`. `text` is what it says: a quoted piece without its quotes.
 * `break` is the line '---' between two queries.
 */
export interface Token {
  kind: 'word' | 'number' | 'quoted' | 'mark' | 'break' | 'end'
  text: string
  from: number
  to: number
}

/** A query is a page, not a book. */
export const maxTextLength = 20_000

const blank = /\s+/y
/** In the order they are tried. */
const shapes: [Exclude<Token['kind'], 'end'>, RegExp][] = [
  ['break', /(?<=^[ \t]*)---(?=[ \t\r]*$)/my],
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\w)/y],
  ['word', /\w+/y],
  ['quoted', /'(?:[^']|'')*'(?!')|"(?:[^"]|"")*"(?!")/y],
  ['mark', /\.\.|<=|>=|[()|,;@+\-*/<>=]/y],
]

/** All pieces of a text, the last of kind 'end'. Throws QueryTextError on a sign that belongs to none. */
export function tokensOf(text: string): Token[] {
  if (text.length > maxTextLength)
    throw new QueryTextError(text, 0, `at most ${maxTextLength} characters`, `${text.length}`)
  const tokens: Token[] = []
  let at = lengthOf(blank, text, 0)
  while (at < text.length) {
    const token = tokenAt(text, at)
    tokens.push(token)
    at = token.to + lengthOf(blank, text, token.to)
  }
  tokens.push({ kind: 'end', text: '', from: text.length, to: text.length })
  return tokens
}

function tokenAt(text: string, from: number): Token {
  for (const [kind, shape] of shapes) {
    const to = from + lengthOf(shape, text, from)
    if (to > from) return { kind, text: saidBy(kind, text.slice(from, to)), from, to }
  }
  const sign = String.fromCodePoint(text.codePointAt(from) ?? 0)
  if (sign === "'" || sign === '"')
    throw new QueryTextError(text, from, `a closing quote after this ${sign}`, 'none')
  throw new QueryTextError(text, from, 'a word, a number, a quoted id or an operator', `'${sign}'`)
}

const lengthOf = (shape: RegExp, text: string, from: number): number => {
  shape.lastIndex = from
  return shape.exec(text)?.[0].length ?? 0
}

const saidBy = (kind: Token['kind'], raw: string): string => {
  if (kind !== 'quoted') return raw
  const quote = raw.slice(0, 1)
  return raw.slice(1, -1).replaceAll(quote + quote, quote)
}
