import type { Plan } from '../../../contract/plan.ts'
import type { Cell } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { difference, growthPercent, ranks } from './arithmetic.ts'
import { changeColumn, isRate, measureColumn, number, periodColumn, unitOf, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { figureValues } from './figure-values.ts'
import { addLine } from './line-table.ts'
import { askedSpan, leadUp, withYearBefore } from './plan-time.ts'
import { coverageOf, entityCells, entityColumns, type Scope, scopeOf, titleOf } from './scope.ts'
import { readSeries, type Series } from './series.ts'
import { isWholeYear, type Span } from './spans.ts'

/** Entities whose place among all countries is worth a second look. */
const rankedEntities = 8

/** Figures as asked, the year before beside them, their place among the 52 countries, and the five years up to them. */
export async function runLookup(run: EngineRun, plan: Plan, measures: Measure[]): Promise<void> {
  for (const measure of measures) {
    const scope = scopeOf(run.catalogue, plan, measure)
    const span = await askedSpan(run, plan, measure, scope)
    const series = await readSeries(run, measure, scope, withYearBefore(span))
    const place = await standing(run, measure, scope, span, series)
    const context = unitContext(scope)
    const unit = unitOf(measure, context)
    const rows = series.map((one, at): Cell[] => {
      const [now, before] = [one.values[0] ?? null, one.values[1] ?? null]
      return [
        ...entityCells(one.entity, scope.split),
        span.label,
        now,
        before,
        difference(now, before),
        isRate(measure) ? null : growthPercent(now, before),
        place.rank[at] ?? null,
        place.of[at] ?? null,
      ]
    })
    run.add({
      role: 'main',
      title: titleOf(measure, scope, span.label),
      columns: [
        ...entityColumns(scope.split),
        periodColumn(),
        measureColumn(measure, context),
        measureColumn(measure, context, 'previous', 'Year before'),
        changeColumn(measure, unit),
        yoyColumn(),
        number('rank', 'Place among countries', null, 0, '1 = highest of the 52 countries with a figure'),
        number('of', 'Countries with a figure', 'countries', 0),
      ],
      rows,
      measures: [measure],
      countries: scope.countries.map(country => country.iso3),
      spans: withYearBefore(span),
      shows: [span],
      coverage: coverageOf(
        scope,
        series.map(one => one.values[0] ?? null),
      ),
    })
    await noteLatest(run, measure, span, series)
    const spans = leadUp(run, measure, span)
    if (spans.length > 1 && series.length <= 12) await addLine(run, { role: 'trend', measure, scope, spans })
  }
}

/** More than so many sentences on years would hide the answer. */
const maxNotes = 3

/** Where a macro figure of the asked year is not held, the latest year that is; the figure itself is not put in its place. */
async function noteLatest(run: EngineRun, measure: Measure, span: Span, series: Series[]): Promise<void> {
  const missing = series.flatMap(one =>
    one.values[0] === null && one.entity.country ? [one.entity.country] : [],
  )
  if (measure.kind !== 'figure' || missing.length === 0) return
  const { firstYear, lastYear } = measure.coverage
  const ids = missing.map(country => country.iso3)
  const held = await figureValues(run, measure.id, ids, firstYear, lastYear)
  for (const { iso3, name } of missing.slice(0, maxNotes)) {
    const years = [...(held.get(iso3)?.keys() ?? [])]
    run.note(
      years.length === 0
        ? `${measure.name} is not held for ${name}.`
        : `${measure.name} of ${name} is not held for ${span.label}; the latest year held is ${Math.max(...years)}.`,
    )
  }
}

export const unitContext = (scope: Scope) => ({ segments: scope.segments, countries: scope.countries })

/** Each entity's place among the 52 countries, where it stands for one country and the currencies compare. */
async function standing(run: EngineRun, measure: Measure, scope: Scope, span: Span, series: Series[]) {
  const nothing = { rank: [] as (number | null)[], of: [] as (number | null)[] }
  const comparable = measure.rules.fold.country !== 'none' || measure.kind === 'figure'
  const perCountry =
    scope.split.includes('country') && !scope.split.includes('brand') && !scope.split.includes('channel')
  if (!comparable || !perCountry || series.length > rankedEntities || scope.segments.length > 1)
    return nothing
  if (measure.kind === 'panel' && !isWholeYear(span)) return nothing
  const africa = run.catalogue.group('africa')?.members ?? []
  const countries = africa.flatMap(iso3 => run.catalogue.country(iso3) ?? [])
  const all = await readSeries(run, measure, { ...scope, countries }, [span])
  const placed = ranks(all.map(one => one.values[0] ?? null))
  const held = placed.filter(place => place !== null).length
  const byCountry = new Map(all.map((one, at) => [one.entity.country?.iso3, placed[at] ?? null]))
  return {
    rank: series.map(one => byCountry.get(one.entity.country?.iso3) ?? null),
    of: series.map(one => (byCountry.get(one.entity.country?.iso3) ? held : null)),
  }
}
