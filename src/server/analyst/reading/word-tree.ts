import type { Affix } from '../../insights/insights.ts'
import { formsOf } from './forms.ts'
import type { Piece, Sem } from './sem.ts'
import { type Token, tokensOf } from './tokens.ts'
import { verbReader } from './verbs.ts'

interface Entry {
  sem: Sem
  /** 0 is the usual meaning; more is rarer. */
  cost: number
}

/** Folded words; each end has the meanings of the words that lead to it. */
interface Node {
  next: Map<string, Node>
  entries: Entry[]
}

/** A word without a meaning of its own. */
export type WordClass = 'filler' | 'courtesy'

/** The words of one language, with its endings. */
export interface WordTree {
  add(surface: string, entry: Entry): void
  /** `key` as a token has it. */
  mark(key: string, kind: WordClass): void
  /** Every entry that starts at a token, all lengths. */
  matches(tokens: readonly Token[], at: number): Piece[]
  /** Whether a word begins or stands in any entry. */
  knows(key: string): boolean
  /** Whether a word is an entry by itself. */
  means(key: string): boolean
  classOf(key: string): WordClass | null
  /** Words long enough to be misspelt. */
  words: ReadonlySet<string>
}

const insideSigns = new Set(['-', '/', '('])

/** The first word of a question is no part of what is asked. */
const isOfFigures = ({ sem }: Entry) => sem.c !== 'asks'

const newNode = (): Node => ({ next: new Map(), entries: [] })

export interface TreeOptions {
  /** Words of several languages stand in it, and those that only an accent tells from an English one are left out. */
  isMixed?: boolean
  /** A word is looked for without its beginnings and endings only where it does not stand itself: so many have an ending. */
  isExact?: boolean
}

export function createWordTree(
  affixes: readonly Affix[],
  { isMixed = false, isExact = false }: TreeOptions = {},
): WordTree {
  const root = newNode()
  const classes = new Map<string, WordClass>()
  const known = new Set<string>()
  const words = new Set<string>()
  const verbsOf = verbReader(affixes)
  /** A verb that stands as it is means no other one. */
  const formsAt = (key: string, stands: (key: string) => boolean) => {
    const isOwn = stands(key)
    if (isOwn && isExact) return [key]
    return isOwn ? formsOf(key, affixes) : [...new Set([...formsOf(key, affixes), ...verbsOf(key)])]
  }
  const beginnings = affixes.filter(({ at }) => at === 'start')
  const classOf = (key: string): WordClass | null => {
    const own = classes.get(key)
    if (own || root.next.get(key)?.entries.some(isOfFigures)) return own ?? null
    // A verb that stands inside longer names alone is still a form of one without a meaning.
    const forms = [...formsOf(key, known.has(key) ? beginnings : affixes), ...verbsOf(key)]
    // 'تراجعها' is a form of 'تراجع', which matters, before it is one of 'راجع'.
    const matters = isExact && forms.some(form => (root.next.get(form)?.entries.length ?? 0) > 0)
    return matters
      ? null
      : forms.reduce<WordClass | null>((kind, form) => kind ?? classes.get(form) ?? null, null)
  }
  const matches = (tokens: readonly Token[], at: number): Piece[] => {
    const found: Piece[] = []
    const why = (to: number) =>
      tokens
        .slice(at, to)
        .map(token => token.key)
        .join(' ')
    const walk = (node: Node, to: number) => {
      for (const { sem, cost } of node.entries) found.push({ sem, from: at, to, cost, why: why(to) })
      const token = tokens[to]
      if (!token) return
      // Signs inside a name may be written or not: 'GDP (PPP)', 'debt/GDP'.
      if (insideSigns.has(token.key) && to > at) walk(node, to + 1)
      const step = (key: string, length: number) => {
        for (const form of formsAt(key, word => (node.next.get(word)?.entries.length ?? 0) > 0)) {
          const next = node.next.get(form)
          if (next) walk(next, to + length)
        }
      }
      step(token.key, 1)
      if (token.whole) step(token.whole.key, token.whole.length)
    }
    walk(root, at)
    return found
  }
  return {
    words,
    add(surface, entry) {
      const keys = tokensOf(surface).map(token => token.key)
      const last = keys.at(-1)
      if (last === undefined || (isMixed && losesItsAccent(surface, keys))) return
      let node = root
      for (const key of keys.slice(0, -1)) {
        known.add(key)
        const next = node.next.get(key) ?? newNode()
        node.next.set(key, next)
        node = next
      }
      for (const form of isExact ? [last] : formsOf(last, affixes)) {
        known.add(form)
        const end = node.next.get(form) ?? newNode()
        node.next.set(form, end)
        if (end.entries.every(other => JSON.stringify(other.sem) !== JSON.stringify(entry.sem)))
          end.entries.push(entry)
      }
      for (const key of keys) if (key.length > 3) words.add(key)
    },
    mark(key, kind) {
      known.add(key)
      classes.set(key, kind)
    },
    knows: key => known.has(key) || [...formsOf(key, affixes), ...verbsOf(key)].some(form => known.has(form)),
    means: key =>
      matches([{ text: key, key, from: 0, to: key.length, kind: 'word' }], 0).length > 0 ||
      classOf(key) !== null,
    classOf,
    matches,
  }
}

/** Without its accent 'thé' is 'the': a short word that has one is left to longer names. */
const losesItsAccent = (surface: string, [only, ...more]: readonly string[]) =>
  more.length === 0 && only !== undefined && only !== surface.toLowerCase() && only.length < 4
