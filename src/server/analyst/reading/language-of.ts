import type { Lang } from '../../../contract/lang.ts'
import type { Token } from './tokens.ts'
import type { WordTree } from './word-tree.ts'

/** A word of grammar says more of the language than a name for goods, and English is mixed into every other language. */
const weights = { grammar: 1, content: 0.7, script: 0.5, before: 0.5 }
const english = { grammar: 0.7, content: 0.35 }
const arabic = /\p{Script=Arabic}/u

/**
 * The language whose lexicon has most of the words; a word of several languages counts less for each, a name that stands in
 * several less still. Where nothing tells, that of the question before, else English.
 */
export function languageOf(
  tokens: readonly Token[],
  trees: ReadonlyMap<Lang, WordTree>,
  named: WordTree,
  before: Lang | null,
): Lang {
  const scores = new Map<Lang, number>([[before ?? 'en', weights.before]])
  const add = (lang: Lang, score: number) => scores.set(lang, (scores.get(lang) ?? 0) + score)
  for (const token of tokens) {
    if (token.kind !== 'word') continue
    if (arabic.test(token.text)) add('ar', weights.script)
    const knowing = [...trees].filter(([, tree]) => tree.knows(token.key))
    // A name that one language alone has tells as much as any word, but for one of a place.
    const isName = (knowing.length > 1 || isPlace(token, named)) && named.knows(token.key)
    for (const [lang, tree] of knowing) {
      const { grammar, content } = lang === 'en' ? english : weights
      const weight = isName ? content / 4 : content
      add(lang, (tree.classOf(token.key) ? grammar : weight) / knowing.length)
    }
  }
  return [...scores].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

const isPlace = (token: Token, named: WordTree) =>
  named.matches([token], 0).some(({ sem }) => sem.c === 'set' && sem.dim === 'country')
