import type { Draft } from '../draft.ts'
import { sales } from './measures.ts'

/** 'Ranking of countries by chocolate': of members that nobody names it is a list. */
export function withRanking(draft: Draft): Draft {
  const noun = draft.nouns.find(by => by === 'country' || by === 'brand' || by === 'segment')
  if (!draft.stats.includes('rank') || !noun || draft.sets[noun].length > 0) return draft
  const stats = draft.stats.filter(stat => stat !== 'rank')
  return { ...draft, stats, listed: true, slices: [...draft.slices, noun] }
}

/** 'The five largest markets, with the price': the order is by what their size is. */
export function withBeside(draft: Draft): Draft {
  const { order, measures, sets } = draft
  const areBeside = measures.length > 0 && measures.every(({ beside }) => beside)
  if (!order || order.change || draft.ownOrder || !areBeside) return draft
  const own = draft.nounOwn ?? (sets.segment.length > 0 ? sales : null)
  return own ? { ...draft, ownOrder: own } : draft
}
