import type { Expr } from '../../../contract/query.ts'
import type { SemOf } from './sem.ts'

export type Superlative = Omit<SemOf<'sup'>, 'c' | 'own' | 'of' | 'nounOwn'>

/** What of a draft a superlative takes its place in. */
interface Orders {
  nouns: SemOf<'slice'>['by'][]
  order: Superlative | null
  ownOrder: Expr | null
  among: SemOf<'sup'> | null
}

/** The first set of the largest is kept apart where a second superlative follows; two ends of one order are both asked for. */
export function placeSuperlative(draft: Orders, sem: SemOf<'sup'>): boolean {
  // 'The top 5 segments by growth', 'the second market' are no set of their own.
  if (sem.of && !sem.change && sem.skip === 0 && draft.among === null && draft.order === null) {
    draft.among = sem
    return true
  }
  const { end, n, skip, both, change, own, quality, share } = sem
  if (sem.of) draft.nouns.push(sem.of)
  if (draft.order) {
    // 'The youngest populations, top 5': how many of them.
    const isCount = own === null && n !== null && draft.ownOrder !== null && end === 'high'
    if (draft.order.end !== end && !isCount) draft.order.both = true
    draft.order.n ??= n
    draft.order.change ||= change
  } else draft.order = { end, n, skip, both, change, ...(quality && { quality }), ...(share && { share }) }
  draft.ownOrder ??= own
  return true
}
