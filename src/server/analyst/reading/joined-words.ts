import { foldArabic, isArabic } from './arabic.ts'
import type { Token } from './tokens.ts'
import type { Supposed } from './verbs.ts'

/** What a question says a word with. */
interface Words {
  /** Whether a word means something by itself. */
  means(key: string): boolean
  /** Whether a word begins or stands in any entry. */
  knows(key: string): boolean
  /** Null of a word that matters. */
  classOf(key: string): string | null
}

/** 'And', 'so', 'by', 'for' and 'as' are written together with the word after them, 'on' and 'this' with its article. */
const joined = /^(?:[وفبلك]\p{M}*(?=\p{L}{2})|[عه](?=ال\p{L}{2})|[سهح](?=[يتنأا]\p{L}{3}))/u
/** The same words written apart: 'will' before a verb of the third person, 'this' before an article. */
const apartKeys = { future: 'سوف', this: 'هذا' }
/** So many such words stand before one: 'and for Egypt'. */
const deepest = 2

/**
 * Words with what is written before them as tokens of their own, where what is left is known: 'والمغرب' is 'و المغرب'. A word that
 * means something as a whole stays; one that only stands in longer names may be read either way.
 */
export function apart(tokens: readonly Token[], words: Words): Token[] {
  return tokens.flatMap(token =>
    token.kind === 'word' && isArabic(token.text) ? apartOf(token, words, deepest) : [token],
  )
}

function apartOf(token: Token, words: Words, depth: number): Token[] {
  const first = joined.exec(token.text)?.[0]
  if (first === undefined || depth === 0 || words.means(token.key)) return [token]
  const at = token.from + first.length
  const text = token.text.slice(first.length)
  for (const key of restsOf(first, token.key)) {
    const lead: Token = {
      ...token,
      text: first,
      key: leadKey(first, text, words.classOf(key) !== null),
      to: at,
    }
    const rest = apartOf({ ...token, text, key, from: at }, words, depth - 1)
    const isRead = rest.length > 1 || words.means(key) || words.knows(key)
    if (isRead)
      return [
        words.knows(token.key) ? { ...lead, whole: { key: token.key, length: rest.length + 1 } } : lead,
        ...rest,
      ]
  }
  return [token]
}

function leadKey(first: string, rest: string, isEmpty: boolean): string {
  if (/^[سهح]/u.test(first) && /^[يت]/u.test(rest)) return isEmpty ? 'س' : apartKeys.future
  return first.startsWith('ه') && rest.startsWith('ال') ? apartKeys.this : foldArabic(first.charAt(0))
}

/** 'للسوق' is 'ل' and 'السوق': the article loses its first letter there. */
function restsOf(first: string, key: string): string[] {
  const rest = key.slice(1)
  const plain = foldArabic(rest)
  return first.startsWith('ل') && rest.startsWith('ل') ? [foldArabic(`ا${rest}`), plain] : [plain]
}

/** So many words before it may say that a verb goes on: 'imekuwa ikipanda au ikishuka'. */
const near = 4

/** Verbs that suppose a change as two words, 'if' and the verb: 'bei ikipanda 10%'. */
export function supposing(
  tokens: readonly Token[],
  words: { supposed(key: string, before: readonly string[]): Supposed | null },
): Token[] {
  return tokens.flatMap((token, at) => {
    const found =
      token.kind === 'word'
        ? words.supposed(
            token.key,
            tokens.slice(Math.max(0, at - near), at).map(one => one.key),
          )
        : null
    if (!found) return [token]
    const middle = token.from + Math.floor(token.text.length / 2)
    const [first, second] = [token.text.slice(0, middle - token.from), token.text.slice(middle - token.from)]
    return [
      { ...token, text: first, key: found.said, to: middle },
      { ...token, text: second, key: found.verb, from: middle },
    ]
  })
}
