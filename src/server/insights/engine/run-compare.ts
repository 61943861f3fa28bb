import type { Plan } from '../../../contract/plan.ts'
import type { Cell } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { difference, type Figure, growthPercent, percentOf, ranks, sumHeld } from './arithmetic.ts'
import { changeColumn, isRate, measureColumn, number, periodColumn, unitOf, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { addLine } from './line-table.ts'
import { askedSpan, leadUp, trendSpans, withYearBefore } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { coverageOf, entityCells, entityColumns, nounOf, type Scope, scopeOf, titleOf } from './scope.ts'
import { readSeries, type Series } from './series.ts'
import { periodSpan, type Span } from './spans.ts'

/** Places, segments, brands or channels side by side on one common period; or two periods of the same things. */
export async function runCompare(run: EngineRun, plan: Plan, measures: Measure[]): Promise<void> {
  for (const measure of measures) {
    const scope = scopeOf(run.catalogue, plan, measure)
    const span = await askedSpan(run, plan, measure, scope)
    if (plan.against) {
      await comparePeriods(run, measure, scope, span, periodSpan(plan.against))
      continue
    }
    const series = await readSeries(run, measure, scope, withYearBefore(span))
    addSides(run, measure, scope, span, series)
    addTotal(run, measure, scope, span, series)
    const spans = plan.period ? leadUp(run, measure, span) : trendSpans(run, plan, measure)
    if (spans.length > 1 && series.length <= 12) await addLine(run, { role: 'trend', measure, scope, spans })
  }
}

/** True where the rows are parts of a whole that may be added up. */
export const addsUp = (measure: Measure, scope: Scope): boolean =>
  scope.split.every(name =>
    name === 'country'
      ? measure.rules.fold.country === 'sum'
      : name === 'segment'
        ? measure.rules.fold.segment === 'sum'
        : measure.rules.fold.time === 'sum',
  ) ||
  // One segment in several countries: volume adds up too.
  (measure.rules.fold.country === 'sum' &&
    scope.segments.length <= 1 &&
    scope.split.every(name => name !== 'brand'))

function addSides(run: EngineRun, measure: Measure, scope: Scope, span: Span, series: Series[]): void {
  const context = unitContext(scope)
  const now = series.map(one => one.values[0] ?? null)
  const whole = addsUp(measure, scope) && !isRate(measure) ? sumHeld(now) : null
  const place = ranks(now)
  const base = now.find(value => value !== null) ?? null
  const order = now.map((_, at) => at).sort((a, b) => (now[b] ?? -Infinity) - (now[a] ?? -Infinity))
  const rows = order.map((at): Cell[] => {
    const one = series[at] as Series
    const [value, before] = [one.values[0] ?? null, one.values[1] ?? null]
    return [
      place[at] ?? null,
      ...entityCells(one.entity, scope.split),
      ...[
        span.label,
        value,
        before,
        difference(value, before),
        isRate(measure) ? null : growthPercent(value, before),
      ],
      percentOf(value, whole),
      base !== null && base > 0 && !isRate(measure) ? percentOf(value, base) : null,
    ]
  })
  run.add({
    role: 'main',
    title: titleOf(measure, scope, span.label),
    columns: [
      number('rank', 'Place', null, 0, '1 = highest'),
      ...entityColumns(scope.split),
      periodColumn(),
      measureColumn(measure, context),
      measureColumn(measure, context, 'previous', 'Year before'),
      changeColumn(measure, unitOf(measure, context)),
      yoyColumn(),
      number('share', 'Share of those compared', '%', 1, 'figure ÷ sum of those compared'),
      number('index', 'Index', 'index', 1, 'figure ÷ figure of the first named × 100'),
    ],
    rows,
    measures: [measure],
    countries: scope.countries.map(country => country.iso3),
    spans: withYearBefore(span),
    shows: [span],
    coverage: coverageOf(scope, now),
    computed: ['All on one common period.'],
  })
}

/** The sum over those with a figure, where the measure adds up. */
export function addTotal(run: EngineRun, measure: Measure, scope: Scope, span: Span, series: Series[]): void {
  if (!addsUp(measure, scope) || isRate(measure) || series.length < 2) return
  // Growth of a total only over those that hold both years.
  const both = series.filter(one => one.values[0] !== null && (one.values[1] ?? null) !== null)
  const now: Figure = sumHeld(series.map(one => one.values[0] ?? null))
  const growth = growthPercent(
    sumHeld(both.map(one => one.values[0] ?? null)),
    sumHeld(both.map(one => one.values[1] ?? null)),
  )
  const held = series.filter(one => one.values[0] !== null).length
  run.add({
    role: 'total',
    title: titleOf(measure, scope, `${span.label}: sum of the ${held} with a figure`),
    columns: [
      periodColumn(),
      { ...measureColumn(measure, unitContext(scope)), formula: 'sum of those with a figure' },
      { ...yoyColumn(), formula: 'sum ÷ sum of the year before − 1, over those that hold both years' },
      number('count', 'With a figure', nounOf(scope), 0),
    ],
    rows: [[span.label, now, growth, held]],
    measures: [measure],
    countries: scope.countries.map(country => country.iso3),
    spans: withYearBefore(span),
    shows: [span],
    coverage: { held, of: series.length, what: nounOf(scope) },
  })
}

async function comparePeriods(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  span: Span,
  against: Span,
): Promise<void> {
  const context = unitContext(scope)
  const series = await readSeries(run, measure, scope, [span, against])
  const rows = series.map((one): Cell[] => {
    const [now, then] = [one.values[0] ?? null, one.values[1] ?? null]
    return [
      ...entityCells(one.entity, scope.split),
      ...[span.label, now, against.label, then, difference(now, then)],
      isRate(measure) ? null : growthPercent(now, then),
    ]
  })
  run.add({
    role: 'main',
    title: titleOf(measure, scope, `${span.label} against ${against.label}`),
    columns: [
      ...entityColumns(scope.split),
      ...[periodColumn(), measureColumn(measure, context)],
      ...[periodColumn('against_period', 'Against'), measureColumn(measure, context, 'against', 'Then')],
      { ...changeColumn(measure, unitOf(measure, context)), formula: 'now − then' },
      number('growth', 'Change', '%', 1, 'now ÷ then − 1'),
    ],
    rows,
    measures: [measure],
    countries: scope.countries.map(country => country.iso3),
    spans: [span, against],
    coverage: {
      held: series.filter(one => one.values.every(value => value !== null)).length,
      of: series.length,
      what: nounOf(scope),
    },
  })
  const [first, last] = span.from < against.from ? [span, against] : [against, span]
  const spans = leadUp(run, measure, last).filter(one => one.from >= first.from || one.from >= last.from)
  if (spans.length > 1 && series.length <= 12) await addLine(run, { role: 'trend', measure, scope, spans })
}
