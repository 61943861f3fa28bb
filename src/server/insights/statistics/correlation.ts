import { deviations, dot, roundingOf } from './deviations.ts'
import { twoSidedP } from './student-t.ts'
import { completeColumns, type Series, type Unavailable, unavailable } from './unavailable.ts'

/** r: −1 to 1. p: two-sided, by Student's t with n − 2 degrees of freedom. n: pairs. */
export type Correlation = {
  kind: 'correlation'
  method: 'pearson' | 'spearman'
  r: number
  n: number
  p: number
}

const LEAST_PAIRS = 3

/** Product-moment correlation (Pearson 1896); t = r √((n − 2) / (1 − r²)) (Fisher 1915). */
export const pearson = (x: Series, y: Series): Correlation | Unavailable => correlate('pearson', x, y)

/** Rank correlation (Spearman 1904) with average ranks for ties (Kendall 1945): Pearson's r of the ranks. */
export const spearman = (x: Series, y: Series): Correlation | Unavailable => correlate('spearman', x, y)

function correlate(method: Correlation['method'], x: Series, y: Series): Correlation | Unavailable {
  const columns = completeColumns([x, y], LEAST_PAIRS)
  if (!Array.isArray(columns)) return columns
  const [a, b] = columns.map(column => deviations(method === 'spearman' ? averageRanks(column) : column))
  if (!a || !b) return unavailable('constant')
  const n = x.length
  const r = Math.max(-1, Math.min(1, dot(a.unit, b.unit)))
  return { kind: 'correlation', method, r, n, p: twoSidedP(r * Math.sqrt((n - 2) / (1 - r * r)), n - 2) }
}

/** Ranks from 1, lowest first; figures that differ by rounding alone share the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const same = roundingOf(values)
  const ranks = new Array<number>(values.length)
  for (let from = 0, to = 0; from < order.length; from = to) {
    to = from + 1
    while (to < order.length && at(order, to) - at(order, to - 1) <= same) to++
    for (const { index } of order.slice(from, to)) ranks[index] = (from + 1 + to) / 2
  }
  return ranks
}

const at = (order: readonly { value: number }[], index: number): number =>
  order[index]?.value ?? Number.POSITIVE_INFINITY
