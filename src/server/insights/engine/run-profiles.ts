import type { Plan } from '../../../contract/plan.ts'
import type { Country, Segment } from '../catalogue-shape.ts'
import { addAffordability } from './affordability.ts'
import type { Block, EngineRun } from './engine-run.ts'
import { addContext } from './fact-table.ts'
import { type Market, market, marketsOf, measureOf } from './market.ts'
import { addEffects } from './market-effects.ts'
import { addBrands, addChannels, addStanding } from './market-parts.ts'
import { addMonths, addSeason, addSize, marketSums } from './market-size.ts'
import { addPeers, readPeers } from './peers.ts'
import { PlanError } from './plan-error.ts'
import { askedSpan, panelYears } from './plan-time.ts'
import { addMarketBySegment, addPlayerSummary, addPlayers } from './players.ts'
import { scopeOf } from './scope.ts'
import { addScores } from './scores.ts'
import { addSizing } from './sizing.ts'
import { monthSpans, type Span, yearBefore } from './spans.ts'

/** What happened: size, drivers, brands, channels, seasons and the segment's place in Africa. */
export async function runSegmentProfile(run: EngineRun, plan: Plan): Promise<void> {
  await eachMarket(run, plan, one => [
    part => addSize(part, one),
    part => addEffects(part, one),
    part => addBrands(part, one),
    part => addChannels(part, one),
    part => addSeason(part, one),
    part => addStanding(part, one),
    part => addMarketPlayers(part, one),
    ...(plan.depth === 'deep' && one.country ? countryParts(one, one.country) : []),
  ])
}

/** How people buy: how much a head, when, where, which, at what price, and out of which purse. */
export async function runConsumerProfile(run: EngineRun, plan: Plan): Promise<void> {
  await eachMarket(run, plan, one => [
    part => addSize(part, one),
    part => addSeason(part, one),
    part => addMonths(part, one, lastMonths(one.span)),
    part => addChannels(part, one),
    part => addBrands(part, one),
    part => addEffects(part, one),
    ...(one.country ? countryParts(one, one.country) : [(part: EngineRun) => addStanding(part, one)]),
    part => addMarketPlayers(part, one),
  ])
}

async function eachMarket(run: EngineRun, plan: Plan, blocksOf: (one: Market) => Block[]): Promise<void> {
  const markets = await marketsOf(run, plan)
  const blocks = markets.map(async one => ((await hasSales(run, one)) ? blocksOf(one) : emptyMarket(one)))
  await run.sideBySide((await Promise.all(blocks)).flat())
}

async function hasSales(run: EngineRun, one: Market): Promise<boolean> {
  const sums = await marketSums(run, one, panelYears(run))
  return sums.some(({ usd }) => usd !== null)
}

/** A market that the panel does not hold is told by its country alone, and nothing is estimated. */
const emptyMarket = (one: Market): Block[] => [
  part => {
    part.note(`The panel holds no sales of ${one.title}: nothing is estimated.`)
    return addSize(part, one)
  },
  part => (one.country ? addContext(part, one.country, contextFor(one.segment)) : undefined),
  part => addMarketPlayers(part, one),
]

const countryParts = (one: Market, country: Country): Block[] => [
  part => addAffordability(part, one),
  part => addContext(part, country, contextFor(one.segment)),
  async part => addPeers(part, one, await readPeers(part, one, country)),
]

/** The months of the asked span, at least its last twelve. */
function lastMonths(span: Span): Span[] {
  const months = monthSpans(span.from, span.to)
  return months.length >= 12 ? months : monthSpans(yearBefore(span).from, span.to)
}

/** Is it worth going in: sizing with formulas, a score against the region, and everything a study rests on. */
export async function runFeasibility(run: EngineRun, plan: Plan): Promise<void> {
  await eachMarket(run, plan, one => {
    const { country, segment } = one
    if (!country || !segment)
      throw new PlanError('missing', 'countries', 'a feasibility study needs one country and one segment')
    return [
      part => addSize(part, one),
      async part => {
        const peers = await readPeers(part, one, country)
        await addSizing(part, one, peers)
        addScores(part, one, peers)
        addPeers(part, one, peers)
      },
      part => addContext(part, country, contextFor(segment)),
      part => addEffects(part, one),
      part => addBrands(part, one),
      part => addChannels(part, one),
      part => addAffordability(part, one),
      part => addSeason(part, one),
      part => addMarketPlayers(part, one),
    ]
  })
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
  await eachMarket(run, plan, one => [
    part => addSize(part, one),
    part => addEffects(part, one),
    part => addMonths(part, one, monthSpans(yearBefore(one.span).from, one.span.to)),
  ])
}

/** Where it sells and how that shifts. */
export async function runChannelMix(run: EngineRun, plan: Plan): Promise<void> {
  const asked =
    plan.segments.length === 0 && !plan.department ? { ...plan, department: 'all_consumer_goods' } : plan
  await eachMarket(run, asked, one => [part => addChannels(part, one, 'main', 'trend')])
}

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
