import { formatPeriod } from '../../../charts/format-period.ts'
import { emptyPlan, type Gap, type Operation, type Period, type Plan } from '../../../contract/plan.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { wants } from './cue-tests.ts'
import { questionMaker } from './questions.ts'
import type { Reading } from './reading.ts'
import { type HeldTime, latestYear, type ResolvedTime, resolveTime } from './time-window.ts'

/** Their figures a head, price and growth are of whole years. */
const toldByYear: readonly Operation[] = ['segment_profile', 'consumer_profile', 'feasibility']

export interface PlanContext {
  catalogue: Catalogue
  /** ISO date. */
  today: string
  depth: Plan['depth']
}

/** What is held for a plan's measures, in time. */
export function heldTime(plan: Plan, catalogue: Catalogue): HeldTime {
  const figures = plan.measures.map(id => catalogue.measure(id)).filter(measure => measure?.kind === 'figure')
  if (figures.length > 0 && figures.length < plan.measures.length) {
    // Beside an annual figure the panel is read by year too.
    const [from, to] = [catalogue.panel.from.slice(0, 4), catalogue.panel.to.slice(0, 4)]
    return { from, to, months: false, name: 'the panel' }
  }
  if (plan.measures.length > 0 && plan.measures.every(id => /_pc(?:_usd)?$/.test(id))) {
    const [from, to] = [catalogue.panel.from.slice(0, 4), catalogue.panel.to.slice(0, 4)]
    return { from, to, months: false, name: 'a figure per head' }
  }
  if (figures.length === 0 && plan.operation !== 'country_profile') {
    return { from: catalogue.panel.from, to: catalogue.panel.to, months: true, name: 'the panel' }
  }
  const first = Math.min(...figures.map(measure => measure?.coverage.firstYear ?? 2000), 2025)
  const last = Math.max(...figures.map(measure => measure?.coverage.lastYear ?? 2025), 2000)
  const name = figures[0] ? `the series of ${figures[0].phrase}` : 'the set of country figures'
  const none = figures.length === 0
  return { from: none ? '2000' : String(first), to: none ? '2025' : String(last), months: false, name }
}

/** Puts the time asked for into a plan, or the operation's own where none was. */
export function withTime(plan: Plan, reading: Reading, context: PlanContext): Plan {
  const held = heldTime(plan, context.catalogue)
  const time = resolveTime(reading.time, held, context.today)
  const gaps = [...plan.gaps, ...time.gaps.map(gap => nearestInTime(gap, plan, held, context.catalogue))]
  if (time.outside && !time.period) return { ...emptyPlan, operation: 'gap', depth: plan.depth, gaps }
  const asked: Pick<Plan, 'period' | 'against'> = { period: time.period, against: time.against }
  const operation = timedOperation(plan, time, held.months)
  const next: Plan = {
    ...plan,
    operation,
    ...asked,
    gaps,
    assumptions: [...plan.assumptions, ...time.assumptions],
  }
  if (
    operation === 'growth' &&
    next.period &&
    next.period.from !== next.period.to &&
    plan.growth === 'yoy' &&
    !reading.time.growth
  ) {
    next.growth = next.period.grain === 'year' ? 'cagr' : 'yoy'
  }
  if (next.rank_by === 'growth' && next.growth === null)
    next.growth = next.period === null || next.period.from !== next.period.to ? 'cagr' : 'yoy'
  if (next.by === 'month' && !held.months) next.by = 'year'
  if (next.period && next.by === 'month' && held.months) next.period = inMonths(next.period)
  return next.period ? inWholeYears(next, reading) : { ...next, period: defaultPeriod(next, held) }
}

/** A profile is told by the year: part of a year alone is looked up, and a profile that was asked for says its year. */
function inWholeYears(plan: Plan, reading: Reading): Plan {
  const { period, operation } = plan
  if (!period || period.grain === 'year' || !toldByYear.includes(operation)) return plan
  const isWhole = period.from.endsWith('-01') && period.to.endsWith('-12')
  if (!isWhole && operation === 'segment_profile' && !wants(reading, 'segment_profile')) {
    const measures = plan.currency === 'lcu' ? ['panel_value_lcu'] : ['panel_value_usd']
    return { ...plan, operation: 'lookup', measures: plan.measures.length > 0 ? plan.measures : measures }
  }
  const [from, to] = [isWhole ? period.from.slice(0, 4) : period.to.slice(0, 4), period.to.slice(0, 4)]
  const next: Plan = { ...plan, period: { from, to, grain: 'year', name: null } }
  if (isWhole) return next
  const reason = `We do not hold a profile of part of a year: this one is for ${to} as a whole.`
  return {
    ...next,
    gaps: [...plan.gaps, { asked: formatPeriod(period), kind: 'grain', reason, nearest: null }],
  }
}

/** '2024' as January to December, for rows by month. */
function inMonths(period: Period): Period {
  if (period.grain === 'month') return period
  return { from: `${period.from}-01`, to: `${period.to}-12`, grain: 'month', name: period.name }
}

/** One year is looked up, a run of years is a trend. */
function timedOperation(plan: Plan, time: ResolvedTime, months: boolean): Operation {
  const { period, against } = time
  if (
    plan.operation === 'trend' &&
    period &&
    period.from === period.to &&
    !against &&
    (plan.by === 'year' || !months)
  ) {
    return plan.countries.length > 1 || plan.segments.length > 1 ? 'compare' : 'lookup'
  }
  return plan.operation
}

function defaultPeriod(plan: Plan, held: HeldTime): Period | null {
  const latest = latestYear(held)
  const year = (from: number, to: number): Period => ({
    from: String(from),
    to: String(to),
    grain: 'year',
    name: null,
  })
  const first = Number(held.from.slice(0, 4))
  if (plan.growth === 'mat' && held.months) {
    return { from: `${latest}-01`, to: `${latest}-12`, grain: 'month', name: 'moving annual total' }
  }
  if (plan.operation === 'trend') {
    if (plan.by === 'month')
      return { from: `${latest - 2}-01`, to: `${latest}-12`, grain: 'month', name: null }
    return year(Math.max(first, held.months ? first : latest - 9), latest)
  }
  if (plan.growth === 'cagr' || plan.rank_by === 'growth') return year(Math.max(first, latest - 5), latest)
  return held.months ? year(latest, latest) : null
}

function nearestInTime(gap: Gap, plan: Plan, held: HeldTime, catalogue: Catalogue): Gap {
  if (gap.kind !== 'period' || gap.nearest) return gap
  const ask = questionMaker(catalogue)
  const [country, segment, measure] = [plan.countries[0], plan.segments[0], plan.measures[0]]
  const single = plan.group === null && country
  const base =
    segment && single
      ? ask.profile(segment, country)
      : segment
        ? ask.rankCountries(segment)
        : measure && single
          ? ask.figure(measure, country)
          : measure
            ? ask.figureRank(measure)
            : null
  return base ? { ...gap, nearest: { ...base, label: `${base.label}, ${latestYear(held)}` } } : gap
}
