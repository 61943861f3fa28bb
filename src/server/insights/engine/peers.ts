import type { Cell } from '../../../contract/result.ts'
import type { Country } from '../catalogue-shape.ts'
import { othersBrand } from '../sample-panel-shape.ts'
import { cagrPercent, type Figure, growthPercent, herfindahl, percentOf, ratio } from './arithmetic.ts'
import { measureColumn, number, text, yoyColumn } from './columns.ts'
import { consumersOf } from './consumers.ts'
import type { EngineRun } from './engine-run.ts'
import { commonYear, figureTable } from './figure-values.ts'
import { comparisonYear, type Market, measureOf } from './market.ts'
import { panelSums } from './panel-sums.ts'
import { panelYears } from './plan-time.ts'
import { panelAsk } from './series.ts'
import { type Span, yearBefore, yearOf, yearSpan } from './spans.ts'

/** What is compared of a country as a market for the segment. */
export interface Peer {
  country: Country
  usd: Figure
  volume: Figure
  yoy: Figure
  /** Growth of volume a year since `Peers.start`, in %. */
  volumeGrowth: Figure
  population: Figure
  /** People (or children, women, adults) who can use the segment. */
  consumers: Figure
  purse: Figure
  urban: Figure
  inflation: Figure
  hhi: Figure
}

/** The countries of a region side by side: sales in one year, each indicator in one year of its own. */
export interface Peers {
  own: Peer
  others: Peer[]
  year: Span
  start: Span
  /** Indicator → the latest year up to `year` that enough of the countries hold; an indicator held by none is missing. */
  figureYears: ReadonlyMap<string, number>
}

const indicators = [
  ...['population', 'urban_share', 'hh_consumption_pc_usd', 'inflation_cpi'],
  ...['age_0_4_share', 'age_0_14_share', 'age_15_64_share'],
]
/** Growth is told over this many years, or as many as the panel holds. */
const growthYears = 3
/** Figures older than this are not set beside the sales. */
const maxAgeYears = 5

/** Every country of the market's region (covered in full), beside the market's own country. */
export async function readPeers(run: EngineRun, market: Market, country: Country): Promise<Peers> {
  const others = run.catalogue.countries.filter(
    one => one.region === country.region && !one.limitedData && one !== country,
  )
  const countries = [country, ...others]
  const year = comparisonYear(run, market)
  const firstHeld = yearOf(panelYears(run)[0]?.from ?? year.from)
  const start = yearSpan(Math.max(firstHeld, yearOf(year.from) - growthYears))
  const scope = { ...market.scope, countries }
  const [sums, brands, figures] = await Promise.all([
    panelSums(run, panelAsk(scope, ['country'], [year, yearBefore(year), start])),
    panelSums(run, panelAsk(scope, ['country', 'brand'], [year])),
    figureTable(
      run,
      indicators,
      countries.map(one => one.iso3),
      yearOf(year.from) - maxAgeYears,
      yearOf(year.from),
    ),
  ])
  const figureYears = new Map(
    [...figures].flatMap(([id, values]) => {
      const common = commonYear(values)
      return common === null ? [] : [[id, common] as const]
    }),
  )
  const peerOf = (one: Country): Peer => {
    const sum = (at: number) => sums.find(row => row.key.country === one.iso3 && row.span === at)
    const [now, before, then] = [sum(0), sum(1), sum(2)]
    const figure = (id: string): Figure =>
      figures
        .get(id)
        ?.get(one.iso3)
        ?.get(figureYears.get(id) ?? 0) ?? null
    const named = brands.filter(row => row.key.country === one.iso3 && row.key.brand !== othersBrand)
    const usd = now?.value_usd ?? null
    const volume = market.oneUnit ? (now?.volume ?? null) : null
    const span = yearOf(year.from) - yearOf(start.from)
    return {
      ...{ country: one, usd, volume },
      yoy: growthPercent(usd, before?.value_usd ?? null),
      volumeGrowth: market.oneUnit ? cagrPercent(then?.volume ?? null, volume, span) : null,
      population: figure('population'),
      consumers: consumersOf(market.segment, figure),
      purse: figure('hh_consumption_pc_usd'),
      urban: figure('urban_share'),
      inflation: figure('inflation_cpi'),
      hhi: herfindahl(named.map(row => percentOf(row.value_usd, usd))),
    }
  }
  return { own: peerOf(country), others: others.map(peerOf), year, start, figureYears }
}

const shownPeers = 6

/** The country and the six largest markets of its region, side by side. */
export function addPeers(run: EngineRun, market: Market, peers: Peers): void {
  const { own, others, year, start, figureYears } = peers
  const largest = others
    .filter(peer => peer.usd !== null)
    .sort((a, b) => (b.usd as number) - (a.usd as number) || a.country.iso3.localeCompare(b.country.iso3))
  const shown = [own, ...largest.slice(0, shownPeers)]
  const context = { segments: market.scope.segments, countries: [own.country] }
  const measures = ['panel_value_usd', 'panel_volume_pc', 'panel_value_pc_usd'].map(id => measureOf(run, id))
  const figures = ['hh_consumption_pc_usd', 'population'].map(id => measureOf(run, id))
  run.add({
    role: 'peers',
    title: `${market.scope.subject}: ${own.country.name} and its region, ${year.label}`,
    columns: [
      ...[text('iso3', 'Code'), text('country', 'Country')],
      ...measures.map(measure => measureColumn(measure, context)),
      yoyColumn(),
      number(
        'cagr',
        `Volume growth a year, ${start.label}–${year.label}`,
        '% a year',
        1,
        '(last ÷ first)^(1 ÷ years) − 1',
      ),
      ...figures.map(measure => ({
        ...measureColumn(measure, context),
        label: `${measure.name}, ${figureYears.get(measure.id) ?? 'not held'}`,
      })),
    ],
    rows: shown.map((peer): Cell[] => [
      ...[peer.country.iso3, peer.country.name, peer.usd],
      ...[ratio(peer.volume, peer.population), ratio(peer.usd, peer.population)],
      ...[peer.yoy, peer.volumeGrowth, peer.purse, peer.population],
    ]),
    measures: [...measures, ...figures],
    countries: [own.country.iso3],
    spans: [start, year],
    shows: [year],
    coverage: {
      held: largest.length + (own.usd === null ? 0 : 1),
      of: others.length + 1,
      what: `countries of ${own.country.region}`,
    },
    computed: [
      `The ${shownPeers} largest markets by value of ${own.country.region} (United Nations regions), all in ${year.label}.`,
      ...figures.map(({ id, name }) => `${name}: ${figureYears.get(id) ?? 'not held'}, one year for all.`),
    ],
  })
}
