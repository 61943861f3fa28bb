import type { Plan } from '../../../contract/plan.ts'
import type { Cell } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { difference, percentOf, sumHeld } from './arithmetic.ts'
import { measureColumn, number, periodColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { commonYear, figureValues } from './figure-values.ts'
import { measureOf } from './market.ts'
import { PlanError } from './plan-error.ts'
import { lastPanelYear, withYearBefore } from './plan-time.ts'
import { entityCells, entityColumns, nounOf, type Scope, scopeOf, titleOf } from './scope.ts'
import { readSeries, type Series } from './series.ts'
import { type Span, yearOf, yearSpan } from './spans.ts'

const totals = ['hh_consumption_usd', 'gdp_usd', 'gdp_usd_unsd']

/** Whether the sales of goods are a part of a figure. */
export const areSalesPartOf = (measure: string): boolean => totals.includes(measure)

/** The national total that goods are asked to be a part of. @throws PlanError for a figure that they are no part of */
export function totalAsked(plan: Plan, measures: readonly Measure[]): Measure | undefined {
  if (plan.segments.length === 0 && plan.department === null) return undefined
  const total = measures.find(({ id }) => areSalesPartOf(id))
  const [first] = measures
  if (!total && first?.kind === 'figure')
    throw new PlanError('missing', first.id, `Sales are no part of ${first.phrase}`)
  return total
}

/** What part of a national total the retail value of goods is, by country and by segment asked for. */
export async function runShareOfTotal(run: EngineRun, plan: Plan, total: Measure): Promise<void> {
  const value = measureOf(run, 'panel_value_usd')
  const scope = scopeOf(run.catalogue, { ...plan, by: 'country' }, value)
  const spans = withYearBefore(await yearAsked(run, plan, total, scope))
  const [sales, totals] = await Promise.all([
    readSeries(run, value, scope, spans),
    readSeries(run, total, { ...scope, split: ['country'] }, spans),
  ])
  const totalOf = new Map(totals.map(({ entity, values }) => [entity.country?.iso3, values]))
  const formula = `value sales ÷ ${total.phrase}`
  const add = (role: string, split: Scope['split'], parts: readonly Series[]) => {
    const at = entityColumns(split).length + 3
    const rows = parts.map(({ entity, values }): Cell[] => {
      const all = totalOf.get(entity.country?.iso3) ?? []
      const [now = null, before = null] = [0, 1].map(when =>
        percentOf(values[when] ?? null, all[when] ?? null),
      )
      return [
        ...[...entityCells(entity, split), spans[0].label, values[0] ?? null, all[0] ?? null],
        ...[now, before, difference(now, before)],
      ]
    })
    run.add({
      role,
      title: titleOf(value, scope, `${spans[0].label}, as a share of ${total.phrase}`),
      columns: [
        ...[...entityColumns(split), periodColumn()],
        ...[measureColumn(value, scope), measureColumn(total, scope)],
        number('share', `Share of ${total.phrase}`, '%', 2, formula),
        number('share_previous', 'Share the year before', '%', 2, `${formula}, one year before`),
        number('share_change', 'Change in share', 'points', 2, 'share − share of the year before'),
      ],
      rows: rows.sort((a, b) => Number(b[at] ?? -1) - Number(a[at] ?? -1)),
      measures: [value, total],
      countries: scope.countries.map(country => country.iso3),
      spans,
      shows: [spans[0]],
      coverage: { held: rows.filter(row => row[at] !== null).length, of: rows.length, what: nounOf(scope) },
      computed: [`share = ${formula}, both in US$ of the same year`],
    })
  }
  add('main', scope.split, sales)
  if (scope.split.includes('segment') && scope.segments.length > 1)
    add('together', ['country'], together(sales))
}

/** The segments of each country as one; nothing where a segment has no figure. */
function together(sales: readonly Series[]): Series[] {
  const byCountry = Map.groupBy(sales, ({ entity }) => entity.country)
  return [...byCountry].map(([country, parts]) => ({
    entity: country ? { country } : {},
    values: [0, 1].map(at => {
      const values = parts.map(part => part.values[at] ?? null)
      return values.includes(null) ? null : sumHeld(values)
    }),
  }))
}

/** The year asked for, else the panel's latest in which most of the countries have the total. */
async function yearAsked(run: EngineRun, plan: Plan, total: Measure, scope: Scope): Promise<Span> {
  if (plan.period) return yearSpan(yearOf(plan.period.to))
  const countries = scope.countries.map(country => country.iso3)
  const first = yearOf(run.catalogue.panel.from)
  const values = await figureValues(run, total.id, countries, first, lastPanelYear(run))
  return yearSpan(commonYear(values) ?? lastPanelYear(run))
}
