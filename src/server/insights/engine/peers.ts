import type { Cell } from '../../../contract/result.ts'
import type { Country } from '../catalogue-shape.ts'
import { othersBrand } from '../sample-panel-shape.ts'
import { type ConsumerBase, sampleSegments } from '../sample-segments.ts'
import { cagrPercent, type Figure, growthPercent, herfindahl, percentOf, ratio } from './arithmetic.ts'
import { measureColumn, number, text, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { type Market, measureOf } from './market.ts'
import { panelSums, quoted } from './panel-sums.ts'
import { panelAsk } from './series.ts'
import { type Span, yearBefore, yearOf, yearSpan, yearsBetween } from './spans.ts'

/** What is compared of a country as a market for the segment. */
export interface Peer {
  country: Country
  usd: Figure
  volume: Figure
  yoy: Figure
  /** Growth of volume a year over three years, in %. */
  volumeGrowth: Figure
  population: Figure
  /** People (or children, women, adults) who can use the segment. */
  consumers: Figure
  purse: Figure
  urban: Figure
  inflation: Figure
  hhi: Figure
}

const contextIds = [
  'population',
  'urban_share',
  'hh_consumption_pc_usd',
  'inflation_cpi',
  'age_0_4_share',
  'age_0_14_share',
  'age_15_64_share',
]
const spanYears = 3

/** Every country of the market's region (covered in full), with the market's own country first. */
export async function readPeers(run: EngineRun, market: Market, country: Country): Promise<Peer[]> {
  const region = run.catalogue.countries.filter(
    one => one.region === country.region && !one.limitedData && one !== country,
  )
  const countries = [country, ...region]
  const year = yearOf(market.span.to)
  const start: Span = yearSpan(year - spanYears)
  const scope = { ...market.scope, countries }
  const [sums, brands, figures] = await Promise.all([
    panelSums(run, panelAsk(scope, ['country'], [market.span, yearBefore(market.span), start])),
    panelSums(run, panelAsk(scope, ['country', 'brand'], [market.span])),
    latestFigures(run, countries, year),
  ])
  const base = consumerBase(market)
  return countries.map(one => {
    const [now, before, then] = [0, 1, 2].map(at =>
      sums.find(row => row.key.country === one.iso3 && row.span === at),
    )
    const figure = (id: string): Figure => figures.get(`${id} ${one.iso3}`) ?? null
    const named = brands.filter(row => row.key.country === one.iso3 && row.key.brand !== othersBrand)
    const whole = now?.value_usd ?? null
    return {
      country: one,
      usd: whole,
      volume: market.oneUnit ? (now?.volume ?? null) : null,
      yoy: growthPercent(whole, before?.value_usd ?? null),
      volumeGrowth: cagrPercent(then?.volume ?? null, now?.volume ?? null, yearsBetween(start, market.span)),
      population: figure('population'),
      consumers: consumersOf(base, figure),
      purse: figure('hh_consumption_pc_usd'),
      urban: figure('urban_share'),
      inflation: figure('inflation_cpi'),
      hhi: herfindahl(named.map(row => percentOf(row.value_usd, whole))),
    }
  })
}

/** Latest figure up to the year and no older than five, 'indicator iso3' → value. */
async function latestFigures(
  run: EngineRun,
  countries: Country[],
  year: number,
): Promise<Map<string, number>> {
  const rows = await run.ask(
    `SELECT indicator, iso3, arg_max(value, year) AS value FROM figures
     WHERE indicator IN (${quoted(contextIds)}) AND iso3 IN (${quoted(countries.map(one => one.iso3))})
       AND year BETWEEN ${year - 5} AND ${year} GROUP BY indicator, iso3`,
  )
  return new Map(rows.map(row => [`${row.indicator} ${row.iso3}`, Number(row.value)]))
}

export const consumerBase = (market: Market): ConsumerBase =>
  sampleSegments.find(segment => segment.id === market.segment?.id)?.base ?? 'head'

/** What each base counts, as a formula in words. */
export const baseWords: Record<ConsumerBase, { name: string; unit: string; formula: string }> = {
  head: { name: 'People', unit: 'people', formula: 'population' },
  adult: { name: 'People aged 15 and over', unit: 'people', formula: 'population × (1 − share aged 0–14)' },
  woman: { name: 'Women aged 15–49', unit: 'women', formula: 'population × share aged 15–64 × 0.4' },
  child: { name: 'Children under five', unit: 'children', formula: 'population × share aged 0–4' },
}

function consumersOf(base: ConsumerBase, figure: (id: string) => Figure): Figure {
  const people = figure('population')
  const part = (id: string) =>
    figure(id) === null || people === null ? null : (people * (figure(id) as number)) / 100
  if (base === 'child') return part('age_0_4_share')
  if (base === 'woman')
    return part('age_15_64_share') === null ? null : (part('age_15_64_share') as number) * 0.4
  if (base === 'adult')
    return people === null || part('age_0_14_share') === null
      ? null
      : people - (part('age_0_14_share') as number)
  return people
}

const shownPeers = 6

/** The country and the six largest markets of its region, side by side. */
export function addPeers(run: EngineRun, market: Market, peers: Peer[]): void {
  const [own, ...others] = peers
  if (!own) return
  const shown = [own, ...others.sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0)).slice(0, shownPeers)]
  const context = { segments: market.scope.segments, countries: [own.country] }
  const measures = ['panel_value_usd', 'panel_volume_pc', 'panel_value_pc_usd'].map(id => measureOf(run, id))
  const figures = ['hh_consumption_pc_usd', 'population'].map(id => measureOf(run, id))
  run.add({
    role: 'peers',
    title: `${market.scope.subject}: ${own.country.name} and its region, ${market.span.label}`,
    columns: [
      ...[text('iso3', 'Code'), text('country', 'Country')],
      ...measures.map(measure => measureColumn(measure, context)),
      yoyColumn(),
      number(
        'cagr',
        `Volume growth a year over ${spanYears} years`,
        '% a year',
        1,
        '(last ÷ first)^(1 ÷ years) − 1',
      ),
      ...figures.map(measure => measureColumn(measure, context)),
    ],
    rows: shown.map((peer): Cell[] => [
      ...[peer.country.iso3, peer.country.name, peer.usd],
      ...[ratio(peer.volume, peer.population), ratio(peer.usd, peer.population)],
      ...[peer.yoy, peer.volumeGrowth, peer.purse, peer.population],
    ]),
    measures: [...measures, ...figures],
    countries: [own.country.iso3],
    spans: [yearSpan(yearOf(market.span.to) - spanYears), market.span],
    coverage: { held: peers.length, of: peers.length, what: `countries of ${own.country.region}` },
    computed: ['Household consumption and population: latest year held, at most five years old.'],
  })
}
