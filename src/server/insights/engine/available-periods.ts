import { formatPeriod, formatPeriodCell } from '../../../charts/format-period.ts'
import type { Gap, Period, Plan } from '../../../contract/plan.ts'
import type { Catalogue } from '../catalogue-shape.ts'
import { PlanError } from './plan-error.ts'
import { periodSpan, periodSpans, type Span, spanOf, yearOf } from './spans.ts'

/** A line of more periods is no answer, and working it out would keep the process from everybody else. */
const maxSpans = 600

/** Figures of other years there will never be; their labels would not be four digits either. */
const [firstYear, lastYear] = [1900, 2100]

/**
 * A plan whose periods are no longer than what is available for its measures; where that changes what was asked, a gap
 * says so. A period that lies wholly outside becomes the nearest year or month of it, for which there is no figure.
 * @throws PlanError for what is no period, and for one that lies wholly before 1900 or after 2100
 */
export function withAvailablePeriods(catalogue: Catalogue, plan: Plan): Plan {
  const available = availableMonths(catalogue, plan)
  const gaps: Gap[] = []
  const cut = (period: Period | null) => period && cutTo(available, checked(period), gaps)
  const [period, against] = [cut(plan.period), cut(plan.against)]
  return gaps.length === 0 ? plan : { ...plan, period, against, gaps: [...plan.gaps, ...gaps] }
}

/** From the first to the last month for which any of the measures has figures; the panel's where none is named. */
function availableMonths(catalogue: Catalogue, plan: Plan): Span {
  const named = plan.measures.flatMap(id => catalogue.measure(id) ?? [])
  const measures = plan.operation === 'country_profile' ? catalogue.measures : named
  const figures = measures.filter(measure => measure.kind === 'figure').map(measure => measure.coverage)
  const onlyFigures = figures.length > 0 && figures.length === measures.length
  const panel = onlyFigures ? [] : [catalogue.panel]
  const from = [...figures.map(one => `${one.firstYear}-01`), ...panel.map(one => one.from)].sort()
  const to = [...figures.map(one => `${one.lastYear}-12`), ...panel.map(one => one.to)].sort()
  return spanOf(from[0] ?? '', to.at(-1) ?? '')
}

function checked(period: Period): Period {
  const { from, to, grain } = period
  const length = grain === 'year' ? 4 : 7
  if (from.length !== length || to.length !== length || from > to)
    throw new PlanError('missing', 'period', `not a ${grain} period: ${from} to ${to}`)
  if (yearOf(to) < firstYear || yearOf(from) > lastYear)
    throw new PlanError('missing', 'period', `no data for ${from} to ${to}`)
  return period
}

function cutTo(available: Span, period: Period, gaps: Gap[]): Period {
  const asked = formatPeriod(period)
  const say = (reason: string) => gaps.push({ asked, kind: 'period', reason, nearest: null })
  const shown = within(available, period)
  if (shown.from !== period.from || shown.to !== period.to) {
    const { from, to } = periodSpan(period)
    const isOutside = to < available.from || from > available.to
    // Yearly figures have no months: the ends are named in the grain that was asked for.
    const [first, last] = [available.from, available.to].map(end =>
      formatPeriodCell(end.slice(0, period.from.length)),
    )
    say(
      `There is ${isOutside ? `no data for ${asked}` : `data for a part of ${asked} only`}: figures are available from ${first} to ${last}.`,
    )
  }
  const start = periodSpans(shown).at(-maxSpans)
  if (!start || start.from.startsWith(shown.from)) return shown
  say(`${asked} is more than ${maxSpans} ${period.grain}s: the last ${maxSpans} are shown.`)
  return { ...shown, from: start.from.slice(0, shown.from.length) }
}

/** The part of a period that lies in a span, else its year or month that is nearest to it. */
function within(span: Span, period: Period): Period {
  const { from, to } = periodSpan(period)
  const [first, last] = [from > span.from ? from : span.from, to < span.to ? to : span.to]
  const ends = first <= last ? [first, last] : to < span.from ? [to, to] : [from, from]
  const [start, end] = ends.map(month => month.slice(0, period.from.length)) as [string, string]
  return start === period.from && end === period.to ? period : { ...period, from: start, to: end, name: null }
}
