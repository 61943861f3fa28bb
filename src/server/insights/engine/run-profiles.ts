import type { Plan } from '../../../contract/plan.ts'
import type { Country, Measure, Segment } from '../catalogue-shape.ts'
import { addAffordability } from './affordability.ts'
import { measureColumn, number, periodColumn, text, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { addContext } from './fact-table.ts'
import { addScores, addSizing } from './feasibility.ts'
import { addLine } from './line-table.ts'
import { type Market, market, marketsOf, measureOf } from './market.ts'
import { addBrands, addChannels, addStanding } from './market-parts.ts'
import { addEffects, addMonths, addSeason, addSize } from './market-size.ts'
import { addPeers, readPeers } from './peers.ts'
import { PlanError } from './plan-error.ts'
import { askedSpan, trendSpans } from './plan-time.ts'
import { addMarketBySegment, addPlayerSummary, addPlayers } from './players.ts'
import { scopeOf } from './scope.ts'
import { readSeries } from './series.ts'
import { monthSpans, type Span, spanOf, yearBefore } from './spans.ts'

/** What happened: size, drivers, brands, channels, seasons and the segment's place in Africa. */
export async function runSegmentProfile(run: EngineRun, plan: Plan): Promise<void> {
  for (const one of await marketsOf(run, plan)) {
    await addSize(run, one)
    await addEffects(run, one)
    await addBrands(run, one)
    await addChannels(run, one)
    await addSeason(run, one)
    await addStanding(run, one)
    addMarketPlayers(run, one)
  }
}

/** How people buy: how much a head, when, where, which, at what price, and out of which purse. */
export async function runConsumerProfile(run: EngineRun, plan: Plan): Promise<void> {
  for (const one of await marketsOf(run, plan)) {
    await addSize(run, one)
    await addSeason(run, one)
    await addMonths(run, one, lastMonths(one.span))
    await addChannels(run, one)
    await addBrands(run, one)
    await addEffects(run, one)
    if (one.country) await addCountryParts(run, one, one.country)
    else await addStanding(run, one)
    addMarketPlayers(run, one)
  }
}

async function addCountryParts(run: EngineRun, one: Market, country: Country): Promise<void> {
  await addAffordability(run, one)
  await addContext(run, country, contextFor(one.segment))
  addPeers(run, one, await readPeers(run, one, country))
}

/** The months of the asked span, at least its last twelve. */
function lastMonths(span: Span): Span[] {
  const months = monthSpans(span.from, span.to)
  return months.length >= 12 ? months : monthSpans(yearBefore(span).from, span.to)
}

/** Is it worth going in: sizing with formulas, a score against the region, and everything a study rests on. */
export async function runFeasibility(run: EngineRun, plan: Plan): Promise<void> {
  const markets = await marketsOf(run, plan)
  for (const one of markets) {
    if (!one.country || !one.segment)
      throw new PlanError('missing', 'countries', 'a feasibility study needs one country and one segment')
    await addSize(run, one)
    const peers = await readPeers(run, one, one.country)
    await addSizing(run, one, peers)
    addScores(run, one, peers)
    addPeers(run, one, peers)
    await addContext(run, one.country, contextFor(one.segment))
    await addEffects(run, one)
    await addBrands(run, one)
    await addChannels(run, one)
    await addAffordability(run, one)
    await addSeason(run, one)
    addMarketPlayers(run, one)
  }
}

function addMarketPlayers(run: EngineRun, one: Market): void {
  if (one.country) addPlayers(run, one.scope.segments, [one.country])
}

/** Firms and brands of an industry in the countries asked, and how its segments stand in the panel. */
export async function runKeyPlayers(run: EngineRun, plan: Plan): Promise<void> {
  const value = measureOf(run, 'panel_value_usd')
  const scope = scopeOf(run.catalogue, { ...plan, by: 'segment' }, value)
  const players = addPlayers(run, scope.segments, scope.countries)
  addPlayerSummary(run, scope.segments, players)
  const span = await askedSpan(run, plan, value, scope)
  await addMarketBySegment(run, market(scope, span))
}

/** Price, volume and value by year, what drove the change, and the last two years by month. */
export async function runPriceVolume(run: EngineRun, plan: Plan): Promise<void> {
  for (const one of await marketsOf(run, plan)) {
    await addSize(run, one)
    await addEffects(run, one)
    await addMonths(run, one, monthSpans(yearBefore(one.span).from, one.span.to))
  }
}

/** Where it sells and how that shifts. */
export async function runChannelMix(run: EngineRun, plan: Plan): Promise<void> {
  for (const one of await marketsOf(
    run,
    plan.segments.length === 0 && !plan.department ? allSegments(run, plan) : plan,
  ))
    await addChannels(run, one, 'main', 'trend')
}

const allSegments = (run: EngineRun, plan: Plan): Plan => ({
  ...plan,
  segments: run.catalogue.segments.map(segment => segment.id),
})

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

/** A country at a glance: people, economy, prices, consumers, connections, and its ten largest segments. */
export async function runCountryProfile(run: EngineRun, plan: Plan): Promise<void> {
  if (plan.countries.length === 0)
    throw new PlanError('missing', 'countries', 'a country profile needs a country')
  for (const iso3 of plan.countries.slice(0, 3)) {
    const country = run.catalogue.country(iso3) as Country
    await addContext(run, country, profileIds)
    const alone = { ...plan, countries: [iso3], group: null, by: null }
    for (const id of profileLines) {
      const measure = measureOf(run, id)
      const scope = scopeOf(run.catalogue, alone, measure)
      const spans = trendSpans(run, { ...alone, period: null }, measure)
      addLine(run, {
        role: 'trend',
        measure,
        scope,
        spans,
        series: await readSeries(run, measure, scope, spans),
      })
    }
    if (!country.limitedData) await addLargestSegments(run, alone)
  }
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

const base = [
  ...['population', 'urban_share', 'median_age', 'hh_consumption_pc_usd', 'gdp_per_capita_usd', 'gdp_growth'],
  ...[
    'inflation_cpi',
    'exchange_rate',
    'food_spend_share',
    'poverty_300',
    'internet_users',
    'electricity_access',
  ],
]
const baby = ['age_0_4_share', 'birth_rate', 'fertility_rate', 'under5_mortality']
const alcohol = [
  'alcohol_total_l',
  'alcohol_beer_l',
  'alcohol_wine_l',
  'alcohol_spirits_l',
  'alc_tob_spend_share',
]

/** The indicators that matter to a segment's buyers. */
function contextFor(segment: Segment | null): string[] {
  if (segment?.department === 'baby_care') return [...base, ...baby]
  if (segment?.department === 'alcoholic_beverages') return [...base, ...alcohol]
  if (segment?.id === 'sugar' || segment?.department === 'confectionery_and_snacks')
    return [...base, 'sugar_supply_g', 'obesity_adult']
  return base
}
