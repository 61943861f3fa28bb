import type { Cell, Column } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { difference, type Figure, growthPercent, percentOf, ratio, sumHeld } from './arithmetic.ts'
import { measureColumn, number, periodColumn, text } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { type Market, measureOf } from './market.ts'
import { type PanelSums, panelSums } from './panel-sums.ts'
import { panelYears } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { panelAsk, population } from './series.ts'
import { isWholeYear, monthSpans, type Span, spanOf, yearBefore, yearOf } from './spans.ts'

/** A market's sums over one span; volume and local value are null where they do not add up. */
export interface MarketSums {
  span: Span
  usd: Figure
  lcu: Figure
  volume: Figure
  priceUsd: Figure
  priceLcu: Figure
}

export async function marketSums(run: EngineRun, market: Market, spans: Span[]): Promise<MarketSums[]> {
  const rows = await panelSums(run, panelAsk(market.scope, [], spans))
  return spans.map((span, at) => {
    const row: PanelSums | undefined = rows.find(one => one.span === at)
    const volume = row && market.oneUnit ? row.volume : null
    const lcu = row && market.oneCurrency ? row.value_lcu : null
    const usd = row?.value_usd ?? null
    return { span, usd, lcu, volume, priceUsd: ratio(usd, volume), priceLcu: ratio(lcu, volume) }
  })
}

const panelIds = [
  'panel_value_usd',
  'panel_value_lcu',
  'panel_volume',
  'panel_price_usd',
  'panel_price_lcu',
] as const

/** Value, volume, price and a head, by year, each with its change: the table most answers start from. */
export async function addSize(run: EngineRun, market: Market): Promise<void> {
  const spans = panelYears(run)
  const [sums, people] = await Promise.all([
    marketSums(run, market, spans),
    population(run, market.scope, spans),
  ])
  const covered = market.scope.countries.filter(country => !country.limitedData)
  const rows = sums.map((now, at): Cell[] => {
    const before = sums[at - 1]
    const heads = sumHeld(
      covered.map(country => people.get(country.iso3)?.get(yearOf(now.span.from)) ?? null),
    )
    return [
      ...[now.span.label, now.usd, now.lcu, now.volume, now.priceUsd, now.priceLcu],
      ...[ratio(now.usd, heads), ratio(now.volume, heads)],
      growthPercent(now.usd, before?.usd ?? null),
      growthPercent(now.lcu, before?.lcu ?? null),
      growthPercent(now.volume, before?.volume ?? null),
      growthPercent(now.priceLcu, before?.priceLcu ?? null),
    ]
  })
  run.add({
    role: 'size',
    title: `Market size, ${market.title}, ${spans[0]?.label}–${spans.at(-1)?.label}`,
    columns: sizeColumns(run, market),
    rows,
    measures: [...panelIds.map(id => measureOf(run, id)), measureOf(run, 'population')],
    countries: covered.map(country => country.iso3),
    spans,
    coverage: { held: sums.filter(one => one.usd !== null).length, of: sums.length, what: 'years' },
    computed: ['A head: figure of the year ÷ population of the year.'],
  })
}

function sizeColumns(run: EngineRun, market: Market): Column[] {
  const context = unitContext(market.scope)
  const change = (key: string, label: string) =>
    number(key, label, '%', 1, 'figure ÷ figure of the year before − 1')
  return [
    periodColumn(),
    ...panelIds.map(id => measureColumn(measureOf(run, id), context)),
    measureColumn(measureOf(run, 'panel_value_pc_usd'), context),
    measureColumn(measureOf(run, 'panel_volume_pc'), context),
    change('value_yoy', 'Value, US$: change'),
    change('value_lcu_yoy', 'Value, local currency: change'),
    change('volume_yoy', 'Volume: change'),
    change('price_yoy', 'Average price, local currency: change'),
  ]
}

/** What part of the change in value came from volume and what from price: against the year before, and since the start. */
export async function addEffects(run: EngineRun, market: Market): Promise<void> {
  if (!market.oneUnit || !market.oneCurrency) return
  const start = panelYears(run)[0] as Span
  const before = yearBefore(market.span)
  const firsts = isWholeYear(market.span) && start.from < before.from ? [before, start] : [before]
  const [last, ...earlier] = await marketSums(run, market, [market.span, ...firsts])
  const rows = earlier.map(first => effects(first, last as MarketSums))
  const value = measureColumn(measureOf(run, 'panel_value_lcu'), unitContext(market.scope))
  const money = (key: string, label: string, formula: string | null = null) => ({
    ...value,
    key,
    label,
    formula,
  })
  run.add({
    role: 'effects',
    title: `What drove value in local currency, ${market.title}`,
    columns: [
      ...[periodColumn('first_period', 'From'), periodColumn('last_period', 'To')],
      ...[money('value_first', 'Value, first'), money('value_last', 'Value, last')],
      money('change', 'Change in value', 'last − first'),
      money('volume_effect', 'From volume', '(volume last − volume first) × price first'),
      money('price_effect', 'From price', '(price last − price first) × volume last'),
      number('value_growth', 'Value growth, local currency', '%', 1, 'value last ÷ value first − 1'),
      number('volume_part', 'Part from volume', 'points', 1, 'volume effect ÷ value first'),
      number('price_part', 'Part from price', 'points', 1, 'price effect ÷ value first'),
      number('usd_growth', 'Value growth, US$', '%', 1, 'US$ value last ÷ first − 1'),
      number(
        'currency_part',
        'Effect of the exchange rate',
        'points',
        1,
        'US$ growth − local-currency growth',
      ),
    ],
    rows,
    measures: ['panel_value_lcu', 'panel_volume', 'panel_value_usd'].map(id => measureOf(run, id)),
    countries: market.scope.countries.map(country => country.iso3),
    spans: [...firsts, market.span],
    coverage: null,
    computed: ['Volume effect + price effect = change in value. This is arithmetic, not a cause.'],
  })
}

function effects(first: MarketSums, last: MarketSums): Cell[] {
  const times = (a: Figure, b: Figure) => (a === null || b === null ? null : a * b)
  const byVolume = times(difference(last.volume, first.volume), first.priceLcu)
  const byPrice = times(difference(last.priceLcu, first.priceLcu), last.volume)
  const [growth, usd] = [growthPercent(last.lcu, first.lcu), growthPercent(last.usd, first.usd)]
  return [
    ...[
      first.span.label,
      last.span.label,
      first.lcu,
      last.lcu,
      difference(last.lcu, first.lcu),
      byVolume,
      byPrice,
    ],
    ...[growth, percentOf(byVolume, first.lcu), percentOf(byPrice, first.lcu), usd, difference(usd, growth)],
  ]
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** Each calendar month against the average month, over all complete years, on volume (value where units differ). */
export async function addSeason(run: EngineRun, market: Market): Promise<void> {
  const { from, to } = run.catalogue.panel
  const spans = monthSpans(from, to)
  const sums = await marketSums(run, market, spans)
  const figure = (one: MarketSums) => (market.oneUnit ? one.volume : one.usd)
  // Against its own year first, so that growth does not look like a season.
  const indices = sums.map((one, at) => {
    const year = sums.slice(at - (at % 12), at - (at % 12) + 12)
    const total = sumHeld(year.map(figure))
    return percentOf(figure(one), total === null ? null : total / 12)
  })
  const rows = monthNames.map((name, month): Cell[] => {
    const held = indices.filter((_, at) => at % 12 === month)
    const total = sumHeld(held)
    return [month + 1, name, total === null ? null : total / held.filter(value => value !== null).length]
  })
  run.add({
    role: 'season',
    title: `Seasons, ${market.title}: ${market.oneUnit ? 'volume' : 'value in US$'} of each month against the average month`,
    columns: [
      number('month', 'Month of the year', null, 0),
      text('month_name', 'Month'),
      number(
        'season_index',
        'Season index',
        'index',
        0,
        'month ÷ average month of its year × 100, mean of the years',
      ),
    ],
    rows,
    measures: [measureOf(run, market.oneUnit ? 'panel_volume' : 'panel_value_usd')],
    countries: [],
    spans: [spanOf(from, to)],
    coverage: { held: Math.floor(spans.length / 12), of: Math.floor(spans.length / 12), what: 'years' },
  })
}

/** The months of a span (at least twelve): volume, value and price. */
export async function addMonths(run: EngineRun, market: Market, spans: Span[]): Promise<void> {
  const sums = await marketSums(run, market, spans)
  const context = unitContext(market.scope)
  const measures = ['panel_volume', 'panel_value_usd', 'panel_value_lcu', 'panel_price_lcu'].map(id =>
    measureOf(run, id),
  )
  run.add({
    role: 'monthly',
    title: `By month, ${market.title}, ${spans[0]?.label} to ${spans.at(-1)?.label}`,
    columns: [periodColumn(), ...measures.map((measure: Measure) => measureColumn(measure, context))],
    rows: sums.map((one): Cell[] => [one.span.label, one.volume, one.usd, one.lcu, one.priceLcu]),
    measures,
    countries: market.scope.countries.map(country => country.iso3),
    spans,
    coverage: { held: sums.filter(one => one.usd !== null).length, of: sums.length, what: 'months' },
  })
}
