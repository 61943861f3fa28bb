import { type Token, tokenize } from './tokens.ts'

/** A stretch of tokens that is a known phrase, with everything it can mean. */
export interface Match<T> {
  from: number
  /** Index after its last token. */
  to: number
  meanings: T[]
  /** As typed. */
  text: string
}

interface Phrase<T> {
  keys: string[]
  meanings: T[]
}

/** Phrases by their first word, longest first: what makes 'South Sudan' win over 'Sudan'. */
export class PhraseIndex<T> {
  readonly #byFirst = new Map<string, Phrase<T>[]>()
  readonly #vocabulary = new Set<string>()
  readonly #words = new Set<string>()

  /** `mendable`: a misspelt word may be mended to a word of this phrase. */
  add(phrase: string, meaning: T, mendable = false): void {
    const keys = tokenize(phrase).map(token => token.key)
    const first = keys[0]
    if (first === undefined) return
    if (mendable) for (const key of keys) this.#vocabulary.add(key)
    for (const key of keys) this.#words.add(key)
    const phrases = this.#byFirst.get(first) ?? []
    const known = phrases.find(other => other.keys.join(' ') === keys.join(' '))
    if (known) {
      if (!known.meanings.includes(meaning)) known.meanings.push(meaning)
      return
    }
    phrases.push({ keys, meanings: [meaning] })
    phrases.sort((a, b) => b.keys.length - a.keys.length)
    this.#byFirst.set(first, phrases)
  }

  /** Words that a misspelt one may be mended to. */
  get vocabulary(): ReadonlySet<string> {
    return this.#vocabulary
  }

  /** True where a word stands in some phrase: it is not misspelt. */
  knows(key: string): boolean {
    return this.#words.has(key)
  }

  /** The longest phrase that starts at a token, unless `accept` refuses it for these tokens. */
  at(tokens: readonly Token[], from: number, accept?: (meaning: T, tokens: Token[]) => boolean) {
    const first = tokens[from]
    if (!first) return null
    for (const phrase of this.#byFirst.get(first.key) ?? []) {
      if (!phrase.keys.every((key, i) => tokens[from + i]?.key === key)) continue
      const part = tokens.slice(from, from + phrase.keys.length)
      const meanings = accept ? phrase.meanings.filter(meaning => accept(meaning, part)) : phrase.meanings
      if (meanings.length === 0) continue
      const match: Match<T> = {
        from,
        to: from + part.length,
        meanings,
        text: part.map(token => token.raw).join(' '),
      }
      return match
    }
    return null
  }
}
