import type { Period } from '../../../../contract/plan.ts'

/** A closed run of months, 'YYYY-MM' to 'YYYY-MM', with the label of its cell: '2025', '2025-03' or '2025-01–2025-03'. */
export interface Span {
  from: string
  to: string
  label: string
}

/** Labels follow from the ends: a year, several years, a month, or a run of months. */
export function spanOf(from: string, to: string): Span {
  if (from === to) return { from, to, label: from }
  if (isWholeYears({ from, to })) {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
    return { from, to, label: first === last ? first : `${first}–${last}` }
  }
  return { from, to, label: `${from}–${to}` }
}

/** For a table's footer. */
export const periodOf = ({ from, to }: Span): Period =>
  isWholeYears({ from, to })
    ? { from: from.slice(0, 4), to: to.slice(0, 4), grain: 'year', name: null }
    : { from, to, grain: 'month', name: null }

const isWholeYears = ({ from, to }: Pick<Span, 'from' | 'to'>) => from.endsWith('-01') && to.endsWith('-12')
