import { clipText } from '../../../../contract/clip-text.ts'
import { queryLimits } from '../../../../contract/query.ts'
import { QueryTextError } from './query-text-error.ts'
import { type Token, tokensOf } from './tokens.ts'
import { reservedWords } from './words.ts'

const longestId = 80
const longestFound = 40

/** Goes through the pieces of a text once, from the front; every fault says what was expected where. */
export class TokenReader {
  readonly #text: string
  readonly #tokens: Token[]
  #at = 0
  #depth = 0
  #nodes = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokensOf(text)
  }

  get token(): Token {
    return this.#tokens[this.#at] as Token
  }

  /** The fault to throw at a token, without one the next. */
  fault(expected: string, token = this.token): QueryTextError {
    const found = foundIn(token, this.#text.slice(token.from, token.to))
    return new QueryTextError(this.#text, token.from, expected, found)
  }

  next(): Token {
    const { token } = this
    if (token.kind !== 'end') this.#at += 1
    return token
  }

  /** Whether the next token begins where the one before it ends. */
  get touches(): boolean {
    return this.#at > 0 && this.#tokens[this.#at - 1]?.to === this.token.from
  }

  /** Whether the next token is the first of its line. */
  get startsLine(): boolean {
    const before = this.#tokens[this.#at - 1]
    return before === undefined || this.#text.slice(before.to, this.token.from).includes('\n')
  }

  /** The next token's text where it is one of these words or marks; the reader stays. */
  sees<T extends string>(...texts: readonly T[]): T | undefined {
    const { kind, text } = this.token
    if (kind !== 'word' && kind !== 'mark') return undefined
    return texts.find(entry => entry === text)
  }

  /** As `sees`, and goes on. */
  takes<T extends string>(...texts: readonly T[]): T | undefined {
    const seen = this.sees(...texts)
    if (seen !== undefined) this.#at += 1
    return seen
  }

  /** One of these words or marks. */
  needs<T extends string>(texts: readonly T[], expected = oneOf(texts)): T {
    const taken = this.takes(...texts)
    if (taken === undefined) throw this.fault(expected)
    return taken
  }

  /** A bare or quoted id. */
  id(expected: string): string {
    const { token } = this
    const bare = token.kind === 'word' && !reservedWords.has(token.text)
    if (!bare && token.kind !== 'quoted') throw this.fault(expected)
    return this.#short(token, expected)
  }

  /** Words in quotes: a label or a unit. */
  quoted(expected: string): string {
    const { token } = this
    if (token.kind !== 'quoted') throw this.fault(expected)
    return this.#short(token, expected)
  }

  #short(token: Token, expected: string): string {
    if (token.text.length < 1 || token.text.length > longestId)
      throw this.fault(`${expected} of 1 to ${longestId} characters`)
    return this.next().text
  }

  /** A number with its sign. */
  number(expected: string): number {
    const { token } = this
    const sign = this.takes('-') ? -1 : 1
    if (this.token.kind !== 'number') throw this.fault(expected, sign < 0 ? this.token : token)
    const value = Number(this.token.text)
    if (!Number.isFinite(value)) throw this.fault('a number below 1.8e308')
    this.next()
    return value === 0 ? 0 : sign * value
  }

  /** A whole number from least to most. */
  whole(what: string, least: number, most: number): number {
    const { token } = this
    const expected = `${what}, a whole number from ${least} to ${most}`
    const value = this.number(expected)
    if (!Number.isInteger(value) || value < least || value > most) throw this.fault(expected, token)
    return value
  }

  /** Reads one level deeper; a text nested too deep is refused before it costs anything. */
  deeper<T>(read: () => T): T {
    if (this.#depth >= queryLimits.depth)
      throw this.fault(`at most ${queryLimits.depth} levels of brackets and 'not'`)
    this.#depth += 1
    const made = read()
    this.#depth -= 1
    return made
  }

  /** What stands in brackets. */
  bracket<T>(read: () => T): T {
    this.needs(['('])
    return this.deeper(() => {
      const made = read()
      this.needs([')'])
      return made
    })
  }

  /** One or more, between separators; `most` of them. */
  list<T>(separator: string, most: number, what: string, read: () => T): T[] {
    const entries = [read()]
    while (this.takes(separator)) {
      if (entries.length === most) throw this.fault(`at most ${most} ${what}`)
      entries.push(read())
    }
    return entries
  }

  /** Counts a node of the query. */
  node<T>(node: T): T {
    this.#nodes += 1
    if (this.#nodes > queryLimits.nodes) throw this.fault(`a query of at most ${queryLimits.nodes} parts`)
    return node
  }

  startQuery(): void {
    this.#nodes = 0
  }

  /** Reads the whole text as one thing. */
  static readAll<T>(text: string, what: string, read: (reader: TokenReader) => T): T {
    const reader = new TokenReader(text)
    const made = read(reader)
    if (reader.token.kind !== 'end') throw reader.fault(`the end of the ${what}`)
    return made
  }
}

const oneOf = (texts: readonly string[]): string => {
  const quoted = texts.map(text => `'${text}'`)
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}

const foundIn = ({ kind }: Token, raw: string): string => {
  if (kind === 'end') return 'the end of the text'
  const short = clipText(raw, longestFound)
  return kind === 'quoted' ? short : `'${short}'`
}
