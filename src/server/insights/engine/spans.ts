import type { Period } from '../../../contract/plan.ts'

/** A closed run of months, 'YYYY-MM' to 'YYYY-MM', with the label of its cell: '2025', '2025-03' or '2025-01–2025-03'. */
export interface Span {
  from: string
  to: string
  label: string
}

export const yearSpan = (year: number): Span => ({
  from: `${year}-01`,
  to: `${year}-12`,
  label: String(year),
})

export const yearSpans = (from: number, to: number): Span[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => yearSpan(from + at))

export const yearOf = (month: string): number => Number(month.slice(0, 4))
export const isWholeYear = (span: Span): boolean =>
  span.from.endsWith('-01') && span.to.endsWith('-12') && yearOf(span.from) === yearOf(span.to)
export const isMonth = (span: Span): boolean => span.from === span.to

/** Months since the year 0, so that spans can be moved. */
const count = (month: string) => yearOf(month) * 12 + Number(month.slice(5)) - 1
const named = (months: number) => `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`

export const monthsIn = (span: Span): number => count(span.to) - count(span.from) + 1

export function monthSpans(from: string, to: string): Span[] {
  const months: Span[] = []
  for (let at = count(from); at <= count(to); at++) months.push(spanOf(named(at), named(at)))
  return months
}

/** Labels follow from the ends: a year, several years, a month, or a run of months. */
export function spanOf(from: string, to: string): Span {
  if (from === to) return { from, to, label: from }
  if (from.endsWith('-01') && to.endsWith('-12')) {
    const [first, last] = [yearOf(from), yearOf(to)]
    return { from, to, label: first === last ? String(first) : `${first}–${last}` }
  }
  return { from, to, label: `${from}–${to}` }
}

/** The whole of a period as one span. */
export const periodSpan = (period: Period): Span =>
  period.grain === 'year' ? spanOf(`${period.from}-01`, `${period.to}-12`) : spanOf(period.from, period.to)

/** The period's years, or its months where its grain is the month. */
export const periodSpans = (period: Period): Span[] =>
  period.grain === 'year'
    ? yearSpans(Number(period.from), Number(period.to))
    : monthSpans(period.from, period.to)

/** The same span one year before; a longer one moves by its own length. */
export function yearBefore(span: Span): Span {
  const by = Math.max(12, Math.ceil(monthsIn(span) / 12) * 12)
  return spanOf(named(count(span.from) - by), named(count(span.to) - by))
}

/** The twelve months that end with the given one. */
export const twelveMonthsTo = (month: string): Span => spanOf(named(count(month) - 11), month)

/** Length in years from the middle of one span to the middle of another. */
export const yearsBetween = (first: Span, last: Span): number =>
  (count(last.from) + count(last.to) - count(first.from) - count(first.to)) / 24

/** The period that covers all the spans, for a table's footer. */
export function coveringPeriod(spans: readonly Span[]): Period | null {
  if (spans.length === 0) return null
  const from = spans.map(span => span.from).reduce((a, b) => (a < b ? a : b))
  const to = spans.map(span => span.to).reduce((a, b) => (a > b ? a : b))
  if (from.endsWith('-01') && to.endsWith('-12'))
    return { from: from.slice(0, 4), to: to.slice(0, 4), grain: 'year', name: null }
  return { from, to, grain: 'month', name: null }
}
