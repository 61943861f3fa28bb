import type { Expr, Query, SetOf } from '../../../contract/query.ts'

/**
 * Whether queries say what a plan of the reader before has no words for: conditions, exclusions, ratios, averages, ranks, counts of
 * periods, several queries. What a plan can say is still read and written as before.
 */
export function areBeyondPlans(queries: readonly Query[]): boolean {
  return queries.length > 1 || queries.some(isBeyondPlans)
}

function isBeyondPlans({ show, rows, cut, where, take, stat }: Query): boolean {
  const sets = [
    ...rows.flatMap(row => (row.k === 'members' ? [row.of] : [])),
    ...Object.values(cut).filter(set => set !== undefined),
  ]
  return (
    where !== null ||
    stat !== null ||
    take?.ends === 'both' ||
    (take?.skip ?? 0) > 0 ||
    take?.per != null ||
    rows.some(row => row.k === 'groups') ||
    sets.some(isComposed) ||
    show.some(({ of }) => isComputed(of))
  )
}

const isComposed = (set: SetOf) => set.k !== 'ids' && set.k !== 'in' && set.k !== 'all'

/** A share of a brand or channel and a change of a measure are what plans have. */
function isComputed(of: Expr): boolean {
  if (of.k === 'measure') return false
  if (of.k === 'share')
    return isComputed(of.of) || of.whole.country !== undefined || of.whole.segment !== undefined
  return of.k !== 'change' || isComputed(of.of)
}
