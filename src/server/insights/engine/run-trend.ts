import type { Plan } from '../../../contract/plan.ts'
import type { Cell } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { cagrPercent, type Figure, growthPercent } from './arithmetic.ts'
import { isRate, measureColumn, number, periodColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { addLine, coveringLabel } from './line-table.ts'
import { trendSpans } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { entityCells, entityColumns, nounOf, type Scope, scopeOf, titleOf } from './scope.ts'
import type { Series } from './series.ts'
import { type Span, yearsBetween } from './spans.ts'

/** A line for each entity over the plan's years or months, and what became of it from first to last. */
export async function runTrend(run: EngineRun, plan: Plan, measures: Measure[]): Promise<void> {
  for (const measure of measures) {
    const scope = scopeOf(run.catalogue, plan, measure)
    const spans = trendSpans(run, plan, measure)
    const series = await addLine(run, { role: 'trend', measure, scope, spans })
    addSummary(run, measure, scope, spans, series)
  }
}

export function addSummary(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  spans: Span[],
  series: Series[],
): void {
  const context = unitContext(scope)
  const rows = series.map((one): Cell[] => {
    const held = one.values.flatMap((value, at) =>
      value === null ? [] : [{ value, span: spans[at] as Span }],
    )
    const [first, last] = [held[0], held.at(-1)]
    if (!first || !last) return [...entityCells(one.entity, scope.split), ...Array<null>(10).fill(null)]
    const high = held.reduce((a, b) => (b.value > a.value ? b : a))
    const low = held.reduce((a, b) => (b.value < a.value ? b : a))
    const rate = isRate(measure)
    const years = yearsBetween(first.span, last.span)
    const growth: Figure = rate ? null : growthPercent(last.value, first.value)
    const cagr: Figure = rate || years < 1 ? null : cagrPercent(first.value, last.value, years)
    return [
      ...entityCells(one.entity, scope.split),
      ...[first.span.label, first.value, last.span.label, last.value],
      ...[growth, cagr, high.span.label, high.value, low.span.label, low.value],
    ]
  })
  const column = (key: string, label: string) => measureColumn(measure, context, key, label)
  run.add({
    role: 'summary',
    title: titleOf(measure, scope, `${coveringLabel(spans)}: first, last, high and low`),
    columns: [
      ...entityColumns(scope.split),
      ...[periodColumn('first_period', 'First period'), column('first', 'First')],
      ...[periodColumn('last_period', 'Last period'), column('last', 'Last')],
      number('growth', 'Change over all', '%', 1, 'last ÷ first − 1'),
      number('cagr', 'Growth a year', '% a year', 1, '(last ÷ first)^(1 ÷ years) − 1'),
      ...[periodColumn('highest_period', 'Highest in'), column('highest', 'Highest')],
      ...[periodColumn('lowest_period', 'Lowest in'), column('lowest', 'Lowest')],
    ],
    rows,
    measures: [measure],
    countries: scope.countries.map(country => country.iso3),
    spans,
    coverage: {
      held: rows.filter(row => row.at(-1) !== null).length,
      of: rows.length,
      what: nounOf(scope),
    },
  })
}
