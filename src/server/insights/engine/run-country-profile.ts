import type { Plan } from '../../../contract/plan.ts'
import type { Country, Measure } from '../catalogue-shape.ts'
import { measureColumn, number, periodColumn, text, yoyColumn } from './columns.ts'
import type { Block, EngineRun } from './engine-run.ts'
import { addContext } from './fact-table.ts'
import { addLine } from './line-table.ts'
import { type Market, market, measureOf } from './market.ts'
import { PlanError } from './plan-error.ts'
import { trendSpans } from './plan-time.ts'
import { scopeOf } from './scope.ts'
import { readSeries } from './series.ts'
import { spanOf, yearBefore } from './spans.ts'

const profileIds = [
  ...['population', 'population_growth', 'urban_share', 'median_age', 'age_0_14_share', 'birth_rate'],
  ...['gdp_usd', 'gdp_growth', 'gdp_per_capita_usd', 'gni_per_capita_usd', 'inflation_cpi', 'exchange_rate'],
  ...['hh_consumption_usd', 'hh_consumption_pc_usd', 'food_spend_share', 'poverty_300', 'gini'],
  ...['electricity_access', 'internet_users', 'mobile_subscriptions', 'basic_water_access'],
  ...[
    'unemployment',
    'lending_rate',
    'remittances_gdp',
    'fdi_gdp',
    'gov_debt_gdp',
    'imports_gdp',
    'life_expectancy',
  ],
]
const profileLines = ['gdp_per_capita_usd', 'population', 'inflation_cpi']

/** More countries than this are compared, not profiled. */
const maxCountries = 3

/** A country at a glance: people, economy, prices, consumers, connections, and its ten largest segments. */
export async function runCountryProfile(run: EngineRun, plan: Plan): Promise<void> {
  if (plan.countries.length === 0)
    throw new PlanError('missing', 'countries', 'a country profile needs a country')
  if (plan.countries.length > maxCountries)
    run.note(`The first ${maxCountries} countries named are profiled.`)
  const countries = plan.countries.slice(0, maxCountries).flatMap(iso3 => run.catalogue.country(iso3) ?? [])
  await run.sideBySide(countries.flatMap(country => countryBlocks(plan, country)))
}

function countryBlocks(plan: Plan, country: Country): Block[] {
  const alone = { ...plan, countries: [country.iso3], group: null, by: null }
  return [
    part => addContext(part, country, profileIds),
    ...profileLines.map(
      (id): Block =>
        part =>
          addProfileLine(part, alone, id),
    ),
    ...(country.limitedData ? [] : [(part: EngineRun) => addLargestSegments(part, alone)]),
  ]
}

async function addProfileLine(run: EngineRun, plan: Plan, id: string): Promise<void> {
  const measure = measureOf(run, id)
  const scope = scopeOf(run.catalogue, plan, measure)
  const spans = trendSpans(run, { ...plan, period: null }, measure)
  await addLine(run, { role: 'trend', measure, scope, spans })
}

async function addLargestSegments(run: EngineRun, plan: Plan): Promise<void> {
  const value: Measure = measureOf(run, 'panel_value_usd')
  const scope = scopeOf(
    run.catalogue,
    { ...plan, segments: [], department: null, brands: [], channels: [] },
    value,
  )
  const { from, to } = run.catalogue.panel
  const year =
    plan.period && plan.period.from >= from.slice(0, 4) ? plan.period.to.slice(0, 4) : to.slice(0, 4)
  const whole = market(scope, spanOf(`${year}-01`, `${year}-12`))
  const before = yearBefore(whole.span)
  const series = await readSeries(run, value, { ...whole.scope, split: ['segment'] }, [whole.span, before])
  addTopSegments(run, whole, series, value)
}

const shownSegments = 10
function addTopSegments(
  run: EngineRun,
  whole: Market,
  series: Awaited<ReturnType<typeof readSeries>>,
  value: Measure,
): void {
  const total = series.reduce((sum, one) => sum + (one.values[0] ?? 0), 0)
  const sorted = [...series].sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0)).slice(0, shownSegments)
  run.add({
    role: 'segments',
    title: `Largest segments, ${whole.scope.place}, ${whole.span.label}`,
    columns: segmentColumns(value),
    rows: sorted.map((one, at) => {
      const [now, then] = [one.values[0] ?? null, one.values[1] ?? null]
      const growth = now === null || then === null || then <= 0 ? null : (now / then - 1) * 100
      return [
        ...[at + 1, one.entity.segment?.id ?? null, one.entity.segment?.name ?? null, whole.span.label, now],
        ...[now === null || total === 0 ? null : (now / total) * 100, growth],
      ]
    }),
    measures: [value],
    countries: whole.scope.countries.map(country => country.iso3),
    spans: [whole.span],
    coverage: {
      held: series.filter(one => one.values[0] !== null).length,
      of: series.length,
      what: 'segments',
    },
  })
}

const segmentColumns = (value: Measure) => [
  number('rank', 'Place', null, 0, '1 = largest by value'),
  ...[text('segment_id', 'Segment id'), text('segment', 'Segment'), periodColumn()],
  measureColumn(value, { segments: [], countries: [] }),
  number('share', 'Share of the 60 segments', '%', 1, 'value ÷ sum of all segments'),
  yoyColumn(),
]
