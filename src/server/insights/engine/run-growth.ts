import type { Plan } from '../../../contract/plan.ts'
import type { Cell } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { cagrPercent, difference, growthPercent, ranks } from './arithmetic.ts'
import { isRate, measureColumn, number, periodColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { addLine } from './line-table.ts'
import { askedSpan, leadUp } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { entityCells, entityColumns, nounOf, type Scope, scopeOf, titleOf } from './scope.ts'
import { readSeries } from './series.ts'
import {
  periodSpan,
  type Span,
  spanOf,
  twelveMonthsTo,
  yearBefore,
  yearOf,
  yearSpan,
  yearsBetween,
} from './spans.ts'

/** Growth on the year before, compound growth over years, or the moving annual total against the one before. */
export async function runGrowth(run: EngineRun, plan: Plan, measures: Measure[]): Promise<void> {
  for (const measure of measures) {
    const scope = scopeOf(run.catalogue, plan, measure)
    const [first, last] = await ends(run, plan, measure, scope)
    const compound = plan.growth === 'cagr'
    const years = yearsBetween(first, last)
    const series = await readSeries(run, measure, scope, [first, last])
    const rate = isRate(measure)
    const grown = series.map(one => {
      const [then, now] = [one.values[0] ?? null, one.values[1] ?? null]
      const growth = rate ? null : compound ? cagrPercent(then, now, years) : growthPercent(now, then)
      return { one, then, now, growth, change: difference(now, then) }
    })
    const place = ranks(grown.map(row => row.growth ?? row.change))
    const context = unitContext(scope)
    const formula = compound ? '(last ÷ first)^(1 ÷ years) − 1' : 'last ÷ first − 1'
    run.add({
      role: 'main',
      title: titleOf(measure, scope, `growth from ${first.label} to ${last.label}`),
      columns: [
        number('rank', 'Place', null, 0, '1 = fastest'),
        ...entityColumns(scope.split),
        ...[periodColumn('first_period', 'From'), measureColumn(measure, context, 'first', 'First')],
        ...[periodColumn('last_period', 'To'), measureColumn(measure, context, 'last', 'Last')],
        number(
          'change',
          'Change',
          rate ? 'points' : measureColumn(measure, context).unit,
          measure.decimals,
          'last − first',
        ),
        number('growth', compound ? 'Growth a year' : 'Growth', compound ? '% a year' : '%', 1, formula),
        number('years', 'Years', 'years', 0, 'from the middle of the first to the middle of the last span'),
      ],
      rows: grown
        .map(({ one, then, now, growth, change }, at): Cell[] => [
          place[at] ?? null,
          ...entityCells(one.entity, scope.split),
          ...[first.label, then, last.label, now, change, growth, years],
        ])
        .sort((a, b) => Number(a[0] ?? Infinity) - Number(b[0] ?? Infinity)),
      measures: [measure],
      countries: scope.countries.map(country => country.iso3),
      spans: [first, last],
      coverage: {
        held: grown.filter(row => row.then !== null && row.now !== null).length,
        of: grown.length,
        what: nounOf(scope),
      },
      computed: [`growth = ${formula}`],
    })
    const spans = compound ? between(first, last) : leadUp(run, measure, last)
    if (spans.length > 1 && series.length <= 12) await addLine(run, { role: 'trend', measure, scope, spans })
  }
}

const between = (first: Span, last: Span): Span[] => {
  const years: Span[] = []
  for (let year = yearOf(first.from); year <= yearOf(last.to); year++) years.push(yearSpan(year))
  return years
}

async function ends(
  run: EngineRun,
  plan: Plan,
  measure: Measure,
  scope: Scope,
): Promise<[first: Span, last: Span]> {
  if (plan.growth === 'mat' && measure.kind === 'panel') {
    const to = plan.period ? periodSpan(plan.period).to : run.catalogue.panel.to
    const last = twelveMonthsTo(to > run.catalogue.panel.to ? run.catalogue.panel.to : to)
    return [yearBefore(last), last]
  }
  if (plan.against) {
    const [one, two] = [periodSpan(plan.against), await askedSpan(run, plan, measure, scope)]
    return one.from <= two.from ? [one, two] : [two, one]
  }
  const span = plan.period ? periodSpan(plan.period) : undefined
  if (plan.growth === 'cagr') {
    if (span && yearOf(span.from) < yearOf(span.to))
      return [yearSpan(yearOf(span.from)), yearSpan(yearOf(span.to))]
    const last = await askedSpan(run, plan, measure, scope)
    const first =
      measure.kind === 'panel'
        ? yearOf(run.catalogue.panel.from)
        : Math.max(measure.coverage.firstYear, yearOf(last.to) - 5)
    return [yearSpan(first), yearSpan(yearOf(last.to))]
  }
  // 'Growth from 2021 to 2024' names its own ends.
  if (span && span.from.slice(0, 4) !== span.to.slice(0, 4))
    return plan.period?.grain === 'year'
      ? [yearSpan(yearOf(span.from)), yearSpan(yearOf(span.to))]
      : [spanOf(span.from, span.from), spanOf(span.to, span.to)]
  const last = await askedSpan(run, plan, measure, scope)
  return [yearBefore(last), last]
}
