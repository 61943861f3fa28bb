import { type Lang, langs } from '../../../contract/lang.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { agreeing } from '../reading/agreement.ts'
import type { PiecesAt } from '../reading/read.ts'
import type { Piece } from '../reading/sem.ts'
import { createWordTree } from '../reading/word-tree.ts'

const loaded = new WeakMap<Catalogue, PiecesAt>()

/** What finds words of talk and terms of the field in a question of any language: pieces of the kind 'talk', 'fr:restate|whole'. */
export function talkLexicon(catalogue: Catalogue): PiecesAt {
  const known = loaded.get(catalogue) ?? lexiconOf(catalogue)
  loaded.set(catalogue, known)
  return known
}

/** Words of talk go before those of queries over the same tokens, the longer the more; so do terms, but not inside a longer name. */
const preferred = { talk: -1, term: -0.4 }
const isTerm = ({ sem }: Piece) => sem.c === 'talk' && sem.talk.includes(':term|')

function lexiconOf(catalogue: Catalogue): PiecesAt {
  const affixes = (lang: Lang) => catalogue.affixes.filter(one => one.lang === lang)
  const trees = new Map(langs.map(lang => [lang, createWordTree(affixes(lang), { isExact: lang === 'ar' })]))
  const add = (lang: Lang, surface: string, value: string, cost: number) =>
    trees.get(lang)?.add(surface, { sem: { c: 'talk', talk: `${lang}:${value}` }, cost })
  for (const { lang, category, value, cost, surfaces } of catalogue.lexicon)
    if (category === 'talk')
      for (const surface of surfaces.flatMap(one => agreeing(one, affixes(lang as Lang))))
        add(lang as Lang, surface, value, cost + preferred.talk)
  for (const { id, name, synonyms } of catalogue.terms)
    for (const surface of [...name.split(/[()]/), ...synonyms])
      if (surface.trim() !== '') add('en', surface, `term|${id}`, preferred.term)
  return (tokens, at) =>
    [...trees.values()]
      .flatMap(tree => tree.matches(tokens, at))
      .map(piece => ({ ...piece, cost: piece.cost - (isTerm(piece) ? 0 : piece.to - piece.from) }))
}
