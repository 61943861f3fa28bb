import type { Cell } from '../../../contract/result.ts'
import { othersBrand } from '../sample-panel-shape.ts'
import { type Figure, percentOf, ratio, sumHeld } from './arithmetic.ts'
import { number, text } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { type Fact, factCells, factColumns } from './fact-table.ts'
import { type Market, measureOf } from './market.ts'
import { panelSums } from './panel-sums.ts'
import { baseWords, consumerBase, type Peer } from './peers.ts'
import { panelAsk } from './series.ts'

/** How many of the region's strongest markets set the benchmark. */
const benchmarkCountries = 3

/** The market as it is, and as it could be: TAM, SAM and SOM with each step, in US$ a year. */
export async function addSizing(run: EngineRun, market: Market, peers: Peer[]): Promise<Sizing | null> {
  const own = peers[0]
  if (!own || own.volume === null || own.usd === null || own.consumers === null) return null
  const share = await attainableShare(run, market)
  const sizing = sizingOf(own, peers.slice(1), share)
  const base = baseWords[consumerBase(market)]
  const volume = market.segment?.unit ?? ''
  const period = market.span.label
  const fact = (
    id: string,
    name: string,
    value: Figure,
    unit: string,
    decimals: number,
    note: string,
  ): Fact => ({
    ...{ id, name, theme: 'Sizing', value, unit, decimals, period, note },
  })
  const facts: Fact[] = [
    fact('market_now', 'Market today', own.usd, 'US$', 0, 'value at retail prices of the year'),
    fact('consumers', base.name, own.consumers, base.unit, 0, base.formula),
    fact(
      'own_volume',
      'Volume a consumer today',
      sizing.ownVolume,
      `${volume} a year`,
      1,
      'volume ÷ consumers',
    ),
    fact(
      'benchmark_volume',
      'Benchmark volume a consumer',
      sizing.benchmark,
      `${volume} a year`,
      1,
      `mean of ${sizing.strong.map(peer => peer.country.name).join(', ')}; at least the country's own`,
    ),
    fact(
      'price_usd',
      'Average price',
      sizing.price,
      'US$',
      3,
      `value ÷ volume, US$ a ${volume === 'pieces' ? 'piece' : volume}`,
    ),
    fact(
      'tam_volume',
      'Volume of the total addressable market',
      sizing.tamVolume,
      volume,
      0,
      'consumers × benchmark volume',
    ),
    fact(
      'tam',
      'Total addressable market (TAM)',
      sizing.tam,
      'US$',
      0,
      'consumers × benchmark volume × average price',
    ),
    fact('urban_share', 'Urban share', own.urban, '%', 1, 'part of the people within reach of shops today'),
    fact(
      'purse_factor',
      'Purse against the benchmark',
      sizing.purse,
      '%',
      0,
      'household consumption a head ÷ mean of the benchmark countries, at most 100%',
    ),
    fact(
      'sam',
      'Serviceable addressable market (SAM)',
      sizing.sam,
      'US$',
      0,
      'market today + (TAM − market today) × urban share × purse against the benchmark',
    ),
    fact('headroom', 'Headroom', sizing.headroom, 'US$', 0, 'SAM − market today'),
    fact(
      'attainable_share',
      'Attainable share',
      share,
      '%',
      1,
      'median value share of the named brands behind the leader',
    ),
    fact('som', 'Serviceable obtainable market (SOM)', sizing.som, 'US$', 0, 'SAM × attainable share'),
  ]
  run.add({
    role: 'sizing',
    title: `Market sizing, ${market.title}, ${period}`,
    columns: factColumns,
    rows: facts.map(factCells),
    measures: ['panel_value_usd', 'panel_volume', 'population', 'urban_share', 'hh_consumption_pc_usd'].map(
      id => measureOf(run, id),
    ),
    countries: [own.country.iso3],
    spans: [market.span],
    coverage: { held: sizing.strong.length, of: benchmarkCountries, what: 'benchmark countries' },
    computed: facts.map(one => `${one.name} = ${one.note}`),
  })
  run.note('TAM, SAM and SOM are arithmetic on the figures shown, not a forecast.')
  return sizing
}

export interface Sizing {
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

const perConsumer = (peer: Peer): Figure => ratio(peer.volume, peer.consumers)
const mean = (figures: Figure[]): Figure =>
  ratio(sumHeld(figures), figures.filter(value => value !== null).length)

export function sizingOf(own: Peer, others: Peer[], share: Figure): Sizing {
  const strong = others
    .filter(peer => perConsumer(peer) !== null)
    .sort((a, b) => (perConsumer(b) as number) - (perConsumer(a) as number))
    .slice(0, benchmarkCountries)
  const ownVolume = perConsumer(own)
  const benchmark = Math.max(ownVolume ?? 0, mean(strong.map(perConsumer)) ?? 0)
  const price = ratio(own.usd, own.volume)
  const tamVolume = own.consumers === null ? null : own.consumers * benchmark
  const tam = tamVolume === null || price === null ? null : tamVolume * price
  const theirs = mean(strong.map(peer => peer.purse))
  const purse =
    own.purse === null || theirs === null ? null : Math.min(100, percentOf(own.purse, theirs) as number)
  const sam = serviceable(tam, own, purse)
  const headroom = sam === null || own.usd === null ? null : sam - own.usd
  const som = sam === null || share === null ? null : (sam * share) / 100
  return { strong, ownVolume, benchmark, price, tamVolume, tam, purse, sam, headroom, som }
}

/** Today's market and the part of the headroom that cities and purse open. */
const serviceable = (tam: Figure, { usd, urban }: Peer, purse: Figure): Figure =>
  tam === null || usd === null || urban === null || purse === null
    ? null
    : usd + ((tam - usd) * urban * purse) / 10_000

/** Median value share of the named brands but for the leader: what a brand that is not the leader holds. */
async function attainableShare(run: EngineRun, market: Market): Promise<Figure> {
  const sums = await panelSums(run, panelAsk(market.scope, ['brand'], [market.span]))
  const whole = sumHeld(sums.map(row => row.value_usd))
  const shares = sums
    .filter(row => row.key.brand !== othersBrand)
    .map(row => percentOf(row.value_usd, whole) as number)
    .sort((a, b) => b - a)
    .slice(1)
  const middle = (shares.length - 1) / 2
  if (shares.length === 0) return null
  return ((shares[Math.floor(middle)] as number) + (shares[Math.ceil(middle)] as number)) / 2
}

interface Criterion {
  id: string
  name: string
  weight: number
  unit: string
  decimals: number
  better: 'high' | 'low'
  value: (peer: Peer, peers: Peer[]) => Figure
  measures: string[]
}

const criteria: Criterion[] = [
  {
    id: 'market_now',
    name: 'Market size',
    weight: 25,
    unit: 'US$',
    decimals: 0,
    better: 'high',
    value: peer => peer.usd,
    measures: ['panel_value_usd'],
  },
  {
    id: 'volume_growth',
    name: 'Volume growth over three years',
    weight: 20,
    unit: '% a year',
    decimals: 1,
    better: 'high',
    value: peer => peer.volumeGrowth,
    measures: ['panel_volume'],
  },
  {
    ...{
      id: 'headroom_ratio',
      name: 'SAM against the market today',
      weight: 15,
      unit: '%',
      decimals: 0,
      better: 'high',
    },
    value: (peer, peers) =>
      percentOf(
        sizingOf(
          peer,
          peers.filter(one => one !== peer),
          null,
        ).sam,
        peer.usd,
      ),
    measures: ['panel_volume', 'population'],
  },
  {
    id: 'hh_consumption_pc_usd',
    name: 'Household consumption per head',
    weight: 15,
    unit: 'US$',
    decimals: 0,
    better: 'high',
    value: peer => peer.purse,
    measures: ['hh_consumption_pc_usd'],
  },
  {
    id: 'hhi',
    name: 'Concentration of brands (HHI)',
    weight: 10,
    unit: 'index',
    decimals: 0,
    better: 'low',
    value: peer => peer.hhi,
    measures: ['panel_value_usd'],
  },
  {
    id: 'inflation_cpi',
    name: 'Inflation',
    weight: 10,
    unit: '% a year',
    decimals: 1,
    better: 'low',
    value: peer => peer.inflation,
    measures: ['inflation_cpi'],
  },
  {
    id: 'urban_share',
    name: 'Urban share',
    weight: 5,
    unit: '% of population',
    decimals: 1,
    better: 'high',
    value: peer => peer.urban,
    measures: ['urban_share'],
  },
]

/** The country against its region on weighted criteria: 0 = last of the peers, 100 = first. */
export function addScores(run: EngineRun, market: Market, peers: Peer[]): void {
  const scored = peers.map(peer => scoresOf(peer, peers))
  const own = scored[0]
  if (!own || !peers[0]) return
  const totals = scored.map(one => one.total)
  const place = totals.filter(total => total > own.total).length + 1
  const period = market.span.label
  const rows = criteria.map((criterion, at): Cell[] => {
    const score = own.scores[at] ?? null
    const fact: Fact = {
      ...{
        id: criterion.id,
        name: criterion.name,
        theme: 'Score',
        value: criterion.value(peers[0] as Peer, peers),
      },
      ...{
        unit: criterion.unit,
        decimals: criterion.decimals,
        period,
        note: criterion.better === 'high' ? 'more is better' : 'less is better',
      },
    }
    return [
      ...factCells(fact),
      criterion.weight,
      score,
      score === null ? null : (score * criterion.weight) / 100,
    ]
  })
  const total: Fact = {
    ...{ id: 'total', name: 'Score', theme: 'Score', value: own.total, unit: 'of 100', decimals: 0, period },
    note: `place ${place} of ${peers.length} in ${peers[0].country.region}`,
  }
  run.add({
    role: 'scores',
    title: `Score against ${peers[0].country.region}, ${market.title}, ${period}`,
    columns: [
      ...factColumns,
      number('weight', 'Weight', '%', 0),
      number('score', 'Score', 'of 100', 0, 'part of the peers that are no better, 0 = last, 100 = first'),
      number('weighted', 'Points', 'points', 1, 'score × weight'),
    ],
    rows: [...rows, [...factCells(total), 100, own.total, own.total]],
    measures: [...new Set(criteria.flatMap(criterion => criterion.measures))].map(id => measureOf(run, id)),
    countries: [peers[0].country.iso3],
    spans: [market.span],
    coverage: {
      held: own.scores.filter(score => score !== null).length,
      of: criteria.length,
      what: 'criteria',
    },
    computed: ['A criterion without a figure is left out and the other weights are scaled up to 100.'],
  })
  run.add({
    role: 'ranking',
    title: `Scores of ${peers[0].country.region}, ${market.scope.subject}, ${period}`,
    columns: [
      number('rank', 'Place', null, 0, '1 = highest score'),
      ...[text('iso3', 'Code'), text('country', 'Country')],
      number('score', 'Score', 'of 100', 0, 'sum of weighted scores'),
    ],
    rows: peers
      .map((peer, at): Cell[] => [
        1 + totals.filter(other => other > (totals[at] as number)).length,
        ...[peer.country.iso3, peer.country.name, totals[at] ?? null],
      ])
      .sort((a, b) => Number(a[0]) - Number(b[0])),
    measures: [measureOf(run, 'panel_value_usd')],
    countries: [],
    spans: [market.span],
    coverage: { held: peers.length, of: peers.length, what: 'countries' },
  })
}

function scoresOf(peer: Peer, peers: Peer[]): { scores: Figure[]; total: number } {
  const scores = criteria.map((criterion): Figure => {
    const value = criterion.value(peer, peers)
    const others = peers
      .filter(one => one !== peer)
      .map(one => criterion.value(one, peers))
      .filter(one => one !== null)
    if (value === null || others.length === 0) return null
    const worse = others.filter(other => (criterion.better === 'high' ? other < value : other > value)).length
    const equal = others.filter(other => other === value).length
    return ((worse + equal / 2) / others.length) * 100
  })
  const weight =
    sumHeld(criteria.map((criterion, at) => (scores[at] === null ? null : criterion.weight))) ?? 0
  const points = sumHeld(
    criteria.map((criterion, at) =>
      (scores[at] ?? null) === null ? null : (scores[at] as number) * criterion.weight,
    ),
  )
  return { scores, total: weight === 0 ? 0 : (points ?? 0) / weight }
}
