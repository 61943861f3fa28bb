import type { Expr, Time, TimeGrain } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { asksWhen, type Draft, isTested } from '../draft.ts'
import { isPanel } from '../grammar/measures.ts'

export const point = (id: string | number): Time => ({ k: 'span', from: String(id), to: String(id) })
export const span = (from: string | number, to: string | number): Time => ({
  ...{ k: 'span', from: String(from), to: String(to) },
})
export const lastYear = (model: CatalogueModel) => Math.floor(model.panel.to / 12)
const firstPanelYear = (model: CatalogueModel) => Math.floor(model.panel.from / 12)

export const isPoint = (time: Time) => time.k === 'span' && time.from === time.to
export const isYear = (time: Time): time is Extract<Time, { k: 'span' }> =>
  time.k === 'span' && time.from === time.to && time.from.length === 4

/** True of several years or other periods. */
export const isSpan = (time: Time | undefined) =>
  time !== undefined &&
  ((time.k === 'span' && time.from !== time.to) || time.k === 'since' || time.k === 'last')

/** All years that the measures have. */
export const everyYear = (shown: readonly Expr[], model: CatalogueModel): Time =>
  span(shown.some(isPanel) ? firstPanelYear(model) : model.years.from, lastYear(model))

/** The time of a query: what was said, else the latest; everything where the question is when something was. */
export function timeOf(
  draft: Draft,
  shown: readonly Expr[],
  grain: TimeGrain | null,
  model: CatalogueModel,
): Time {
  const [first] = draft.times
  const last = lastYear(model)
  const isEver = asksWhen(draft) || draft.freq !== null
  // 'When was the peak' after the figure of a year looks at all of them.
  if (isEver && (!first || draft.compared || isYear(first))) return everyYear(shown, model)
  const isSearched = draft.order !== null && !draft.order.change && grain !== null
  if (!first && (isSearched || draft.slices.includes('year'))) return everyYear(shown, model)
  if (!first || draft.compared)
    return shown.every(isPanel) && draft.whole === null ? point(last) : { k: 'latest', within: null }
  if (first.k === 'since') return span(first.from, last)
  if (isEver && first.k === 'last' && first.to === null && first.grain === 'year')
    return span(last - first.n + 1, last)
  return first
}

/** A span of several years without a change, an order or an average of it is shown year by year. */
export function trendGrain(draft: Draft, time: Time): TimeGrain | null {
  if (draft.change || draft.order || draft.fold || draft.compared || draft.against) return null
  if (draft.stats.includes('seasonality')) return 'month'
  if (isTested(draft) || draft.freq) return null
  if (time.k === 'span' && time.from !== time.to && time.from.length === 4) return 'year'
  // The last months are one figure, as in 'the last three months'.
  if (time.k === 'last' && time.n > 1) return time.grain === 'month' && time.n <= 12 ? null : time.grain
  return null
}

/** Where a change starts and ends. */
export interface Window {
  from: Time
  to: Time
}

/** From when to when a change runs: the span said; else the last year, or five years where growth is asked for without one. */
export function windowOf(draft: Draft, time: Time, of: Expr, model: CatalogueModel): Window {
  const { from, to } = saidWindow(draft, time, lastYear(model))
  const first = String(firstPanelYear(model))
  // A change of sales that starts before the panel does starts with it.
  return isPanel(of) && from.k === 'span' && from.from < first ? { from: point(first), to } : { from, to }
}

function saidWindow(draft: Draft, time: Time, last: number): Window {
  const [first, second] = draft.times
  const { against } = draft
  if (against) {
    if (!first && against.of) return { from: against.of, to: time }
    const years = first && against.of ? yearsBetween(against.of, first) : null
    return { from: shift(years ?? against.n, years ? 'year' : against.grain), to: time }
  }
  if (first && second && first.k === 'span' && second.k === 'span')
    return first.from < second.from ? { from: first, to: second } : { from: second, to: first }
  // 'Do crescimento de 2025': of the last year itself
  if (first?.k === 'since' && first.from !== String(last)) return { from: point(first.from), to: point(last) }
  if (first?.k === 'span' && first.from !== first.to) return { from: point(first.from), to: point(first.to) }
  if (first?.k === 'last' && first.to === null) return { from: shift(first.n, first.grain), to: point(last) }
  if (first) return { from: shift(1, 'year'), to: time }
  return { from: shift(5, 'year'), to: time }
}

const shift = (n: number, grain: TimeGrain): Time => ({ k: 'shift', by: -n, grain })

function yearsBetween(before: Time, after: Time): number | null {
  const of = (time: Time) => {
    const text = time.k === 'span' ? time.from : 'to' in time ? time.to : null
    return text === null ? null : Number(text.slice(0, 4))
  }
  const [a, b] = [of(before), of(after)]
  return a !== null && b !== null && a < b ? b - a : null
}
