import type { Cell } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { type Figure, growthPercent } from './arithmetic.ts'
import { isRate, measureColumn, number, periodColumn, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { coverageOf, entityCells, entityColumns, type Scope, titleOf } from './scope.ts'
import { readSeries, type Series } from './series.ts'
import { type Span, spanOf, yearBefore } from './spans.ts'

export interface Line {
  role: string
  measure: Measure
  scope: Scope
  spans: Span[]
}

/** Long form: a row for each entity and span, with the change on the year before and an index. Answers with the series. */
export async function addLine(run: EngineRun, { role, measure, scope, spans }: Line): Promise<Series[]> {
  // The year before the first is read too, so that its change is told where it is held.
  const before = spans.map(yearBefore).filter(one => spans.every(span => span.label !== one.label))
  const read = await readSeries(run, measure, scope, [...spans, ...before])
  const series = read.map(one => ({ ...one, values: one.values.slice(0, spans.length) }))
  const first = (one: Series) => one.values.slice(0, spans.length).find(value => value !== null) ?? null
  const rows = read.flatMap(one =>
    spans.map((span, at): Cell[] => {
      const value = one.values[at] ?? null
      const base = first(one)
      const index =
        isRate(measure) || value === null || base === null || base <= 0 ? null : (value / base) * 100
      return [
        span.label,
        ...entityCells(one.entity, scope.split),
        value,
        changeOn(one, [...spans, ...before], at, measure),
        index,
      ]
    }),
  )
  const whole = coveringLabel(spans)
  run.add({
    role,
    title: titleOf(measure, scope, whole),
    columns: [
      periodColumn(),
      ...entityColumns(scope.split),
      measureColumn(measure, scope),
      isRate(measure)
        ? {
            ...number(
              'change',
              'Change on the year before',
              'points',
              measure.decimals,
              'figure − figure of the year before',
            ),
          }
        : yoyColumn(),
      number('index', 'Index', 'index', 1, 'figure ÷ first figure × 100'),
    ],
    rows,
    measures: [measure],
    countries: scope.countries.map(country => country.iso3),
    spans,
    coverage: coverageOf(
      scope,
      series.map(one => one.values.find(value => value !== null) ?? null),
    ),
    computed: ['Gaps stay gaps: a period without a figure has none here.'],
  })
  return series
}

/** Against the span one year before, where it was read. */
function changeOn(one: Series, spans: Span[], at: number, measure: Measure): Figure {
  const before = yearBefore(spans[at] as Span)
  const place = spans.findIndex(span => span.from === before.from && span.to === before.to)
  if (place < 0) return null
  const [now, then] = [one.values[at] ?? null, one.values[place] ?? null]
  if (isRate(measure)) return now === null || then === null ? null : now - then
  return growthPercent(now, then)
}

export function coveringLabel(spans: readonly Span[]): string {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return ''
  return spanOf(first.from, last.to).label
}
