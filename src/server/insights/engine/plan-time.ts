import type { Plan } from '../../../contract/plan.ts'
import type { Measure } from '../catalogue-shape.ts'
import { latestYear } from './current-figures.ts'
import type { EngineRun } from './engine-run.ts'
import { figureValues } from './figure-values.ts'
import type { Scope } from './scope.ts'
import {
  isWholeYear,
  monthSpans,
  periodSpan,
  periodSpans,
  type Span,
  twelveMonthsTo,
  yearBefore,
  yearOf,
  yearSpan,
  yearSpans,
} from './spans.ts'

/** The one span a plan asks about; without a period the latest complete year, common to the countries in view. */
export async function askedSpan(run: EngineRun, plan: Plan, measure: Measure, scope: Scope): Promise<Span> {
  if (measure.kind === 'panel') {
    if (plan.period) return periodSpan(plan.period)
    if (plan.growth === 'mat') return twelveMonthsTo(run.catalogue.panel.to)
    return yearSpan(lastPanelYear(run))
  }
  if (plan.period) {
    // A macro figure is of one year: a longer period asks for its last.
    const span = periodSpan(plan.period)
    return yearSpan(yearOf(span.to))
  }
  const ids = scope.countries.map(country => country.iso3)
  const values = await figureValues(
    run,
    measure.id,
    ids,
    measure.coverage.firstYear,
    measure.coverage.lastYear,
  )
  return yearSpan(latestYear(run, measure, scope, values))
}

/** The spans of a line: the plan's years or months, else all the panel's years, or the last ten of a figure. */
export function trendSpans(run: EngineRun, plan: Plan, measure: Measure): Span[] {
  if (measure.kind === 'figure') {
    const { firstYear, lastYear } = measure.coverage
    if (!plan.period) return yearSpans(Math.max(firstYear, lastYear - 9), lastYear)
    const span = periodSpan(plan.period)
    const [from, to] = [yearOf(span.from), yearOf(span.to)]
    return yearSpans(from === to ? from - 9 : from, to)
  }
  const { from, to } = run.catalogue.panel
  const monthly = plan.by === 'month' || plan.period?.grain === 'month'
  if (!plan.period) return monthly ? monthSpans(from, to) : yearSpans(yearOf(from), yearOf(to))
  const span = periodSpan(plan.period)
  if (monthly) return monthSpans(span.from, span.to)
  const spans = periodSpans(plan.period)
  // One year is a point, not a line.
  return spans.length > 1 ? spans : yearSpans(yearOf(from), yearOf(span.to))
}

/** The years that lead up to a span, for the small line beside a figure: five, or twelve months for a month. */
export function leadUp(run: EngineRun, measure: Measure, span: Span): Span[] {
  if (measure.kind === 'panel' && !isWholeYear(span)) {
    const last = twelveMonthsTo(span.to)
    const from = last.from < run.catalogue.panel.from ? run.catalogue.panel.from : last.from
    return measure.grains.includes('month') ? monthSpans(from, span.to) : []
  }
  const first = measure.kind === 'panel' ? yearOf(run.catalogue.panel.from) : measure.coverage.firstYear
  const last = yearOf(span.to)
  return yearSpans(Math.max(first, last - 4), last)
}

/** The last year that the panel holds whole. */
export function lastPanelYear(run: EngineRun): number {
  const { to } = run.catalogue.panel
  return to.endsWith('-12') ? yearOf(to) : yearOf(to) - 1
}
/** The years that the panel holds whole. */
export function panelYears(run: EngineRun): Span[] {
  const { from } = run.catalogue.panel
  return yearSpans(from.endsWith('-01') ? yearOf(from) : yearOf(from) + 1, lastPanelYear(run))
}

export const withYearBefore = (span: Span): [now: Span, before: Span] => [span, yearBefore(span)]
