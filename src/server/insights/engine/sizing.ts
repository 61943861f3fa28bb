import { othersBrand } from '../sample-panel-shape.ts'
import { type Figure, median, percentOf, ratio, sumHeld } from './arithmetic.ts'
import { perOne } from './columns.ts'
import { baseWords, consumerBase } from './consumers.ts'
import type { EngineRun } from './engine-run.ts'
import { type Fact, factCells, factColumns } from './fact-table.ts'
import { type Market, measureOf } from './market.ts'
import { panelSums } from './panel-sums.ts'
import type { Peer, Peers } from './peers.ts'
import { panelAsk } from './series.ts'

/** The steps from people to TAM, SAM and SOM; a step is null where one of its inputs is not held. */
export interface Sizing {
  /** The markets that set the benchmark, strongest first. */
  strong: Peer[]
  ownVolume: Figure
  benchmark: Figure
  price: Figure
  tamVolume: Figure
  tam: Figure
  purse: Figure
  sam: Figure
  headroom: Figure
  som: Figure
}

/** How many of the region's strongest markets set the benchmark. */
const benchmarkCountries = 3

/**
 * benchmark = mean volume a consumer of the region's three strongest markets, at least the country's own
 * TAM = consumers × benchmark × price; SAM = market today + (TAM − market today) × urban share × purse
 * purse = household consumption a head ÷ its mean in the benchmark countries, at most 100%; SOM = SAM × attainable share
 */
export function sizingOf(own: Peer, others: readonly Peer[], attainable: Figure): Sizing {
  const strong = others
    .filter(peer => perConsumer(peer) !== null)
    .sort((a, b) => (perConsumer(b) as number) - (perConsumer(a) as number))
    .slice(0, benchmarkCountries)
  const ownVolume = perConsumer(own)
  const theirs = mean(strong.map(perConsumer))
  const benchmark = ownVolume === null ? theirs : Math.max(ownVolume, theirs ?? ownVolume)
  const price = ratio(own.usd, own.volume)
  const tamVolume = times(own.consumers, benchmark)
  const tam = times(tamVolume, price)
  const relative = percentOf(own.purse, mean(strong.map(peer => peer.purse)))
  const purse = relative === null ? null : Math.min(100, relative)
  const opened = times(times(tam === null || own.usd === null ? null : tam - own.usd, own.urban), purse)
  const sam = opened === null || own.usd === null ? null : own.usd + opened / 10_000
  const headroom = sam === null || own.usd === null ? null : sam - own.usd
  const som = sam === null || attainable === null ? null : (sam * attainable) / 100
  return { strong, ownVolume, benchmark, price, tamVolume, tam, purse, sam, headroom, som }
}

const perConsumer = (peer: Peer): Figure => ratio(peer.volume, peer.consumers)
const times = (a: Figure, b: Figure): Figure => (a === null || b === null ? null : a * b)
const mean = (figures: readonly Figure[]): Figure =>
  ratio(sumHeld(figures), figures.filter(value => value !== null).length)

/** The market as it is, and as it could be: TAM, SAM and SOM with each step, in US$ a year. */
export async function addSizing(run: EngineRun, market: Market, peers: Peers): Promise<void> {
  const { own, others, year } = peers
  if (own.volume === null || own.usd === null || own.consumers === null) {
    run.note(`TAM, SAM and SOM are not computed: the panel or the figures do not hold ${market.title}.`)
    return
  }
  const share = await attainableShare(run, market, peers)
  const sizing = sizingOf(own, others, share)
  const facts = sizingFacts(market, peers, sizing, share)
  const measures = ['panel_value_usd', 'panel_volume', 'population', 'urban_share', 'hh_consumption_pc_usd']
  run.add({
    role: 'sizing',
    title: `Market sizing, ${market.title}, ${year.label}`,
    columns: factColumns('as the note of the row says'),
    rows: facts.map(factCells),
    measures: measures.map(id => measureOf(run, id)),
    countries: [own.country.iso3],
    spans: [year],
    coverage: { held: sizing.strong.length, of: benchmarkCountries, what: 'benchmark countries' },
    computed: facts.map(fact => `${fact.name} = ${fact.note}`),
  })
  run.note('TAM, SAM and SOM are arithmetic on the figures shown, not a forecast.')
}

function sizingFacts(
  market: Market,
  { own, year, figureYears }: Peers,
  sizing: Sizing,
  share: Figure,
): Fact[] {
  const base = baseWords[consumerBase(market.segment)]
  const volume = market.segment?.unit ?? ''
  const strong = sizing.strong.map(peer => peer.country.name).join(', ')
  // id, name, value, unit, decimals, how it is computed
  const steps: [string, string, Figure, string, number, string][] = [
    ['market_now', 'Market today', own.usd, 'US$', 0, 'value at retail prices of the year'],
    ['consumers', base.name, own.consumers, base.unit, 0, base.formula],
    ['own_volume', 'Volume a consumer today', sizing.ownVolume, `${volume} a year`, 1, 'volume ÷ consumers'],
    [
      ...([
        'benchmark_volume',
        'Benchmark volume a consumer',
        sizing.benchmark,
        `${volume} a year`,
        1,
      ] as const),
      strong === '' ? "the country's own: no other is held" : `mean of ${strong}; at least the country's own`,
    ],
    [
      'price_usd',
      'Average price',
      sizing.price,
      `US$ a ${perOne(volume)}`,
      volume === 'pieces' ? 3 : 2,
      'value ÷ volume',
    ],
    [
      ...(['tam_volume', 'Volume of the total addressable market', sizing.tamVolume, volume, 0] as const),
      'consumers × benchmark volume',
    ],
    [
      ...(['tam', 'Total addressable market (TAM)', sizing.tam, 'US$', 0] as const),
      'consumers × benchmark volume × average price',
    ],
    ['urban_share', 'Urban share', own.urban, '%', 1, 'part of the people within reach of shops today'],
    [
      ...(['purse_factor', 'Purse against the benchmark', sizing.purse, '%', 0] as const),
      'household consumption a head ÷ mean of the benchmark countries, at most 100%',
    ],
    [
      ...(['sam', 'Serviceable addressable market (SAM)', sizing.sam, 'US$', 0] as const),
      'market today + (TAM − market today) × urban share × purse against the benchmark',
    ],
    ['headroom', 'Headroom', sizing.headroom, 'US$', 0, 'SAM − market today'],
    [
      ...(['attainable_share', 'Attainable share', share, '%', 1] as const),
      'median value share of the named brands behind the leader',
    ],
    ['som', 'Serviceable obtainable market (SOM)', sizing.som, 'US$', 0, 'SAM × attainable share'],
  ]
  return steps.map(([id, name, value, unit, decimals, note]) => ({
    ...{ id, name, theme: 'Sizing', value, unit, decimals, note },
    period: String(figureYears.get(figureOfStep[id] ?? '') ?? year.label),
  }))
}

/** Steps that are told in the year of a macro figure rather than of the sales. */
const figureOfStep: Record<string, string> = {
  consumers: 'population',
  urban_share: 'urban_share',
  purse_factor: 'hh_consumption_pc_usd',
}

/** Median value share of the named brands but for the leader: what a brand that is not the leader holds. */
async function attainableShare(run: EngineRun, market: Market, { year }: Peers): Promise<Figure> {
  const sums = await panelSums(run, panelAsk(market.scope, ['brand'], [year]))
  const whole = sumHeld(sums.map(row => row.value_usd))
  const shares = sums
    .filter(row => row.key.brand !== othersBrand)
    .map(row => percentOf(row.value_usd, whole) ?? 0)
    .sort((a, b) => b - a)
  return median(shares.slice(1))
}
