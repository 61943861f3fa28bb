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
  const inNames = namesOfWords(tokens, named)
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    if (arabic.test(token.text)) add('ar', weights.script)
    const knowing = [...trees].filter(([, tree]) => tree.knows(token.key))
    // A name that one language alone has tells as much as any word, but for one of a place.
    const isName = (knowing.length > 1 || inNames.has(at) || isPlace(token, named)) && named.knows(token.key)
    // 'SA' is South Africa, not a French word of grammar.
    const isCode = isAbbreviation(token)
    for (const [lang, tree] of knowing) {
      const { grammar, content } = lang === 'en' ? english : weights
      const weight = isName ? content / 4 : content
      add(
        lang,
        (tree.classOf(token.key) && !isCode ? grammar : isCode ? content / 4 : weight) / knowing.length,
      )
    }
  }
  return [...scores].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/** Words that stand in a name of several: 'bank branches' tells no more of the language than one name. */
function namesOfWords(tokens: readonly Token[], named: WordTree): Set<number> {
  const longer = tokens.flatMap((_, at) => named.matches(tokens, at)).filter(({ from, to }) => to - from > 1)
  return new Set(longer.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)))
}

const isAbbreviation = ({ text }: Token) =>
  text.length > 1 && text.length < 4 && text === text.toUpperCase() && text !== text.toLowerCase()

const isPlace = (token: Token, named: WordTree) =>
  named.matches([token], 0).some(({ sem }) => sem.c === 'set' && sem.dim === 'country')
