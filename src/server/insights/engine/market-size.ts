import type { Cell, Column } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { type Figure, growthPercent, percentOf, ratio, sumHeld } from './arithmetic.ts'
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

/**
 * Value, volume, price and a head, by year, each with its change: the table most answers start from. A market told for a
 * run of months has that run as its last row, against the same months one year before.
 */
export async function addSize(run: EngineRun, market: Market): Promise<void> {
  const { span, scope } = market
  const years = panelYears(run)
  const spans = isWholeYear(span) ? years : [...years, span]
  const [sums, extra, people] = await Promise.all([
    marketSums(run, market, years),
    isWholeYear(span) ? [] : marketSums(run, market, [span, yearBefore(span)]),
    population(run, scope, years),
  ])
  const covered = scope.countries.filter(country => !country.limitedData)
  const heads = (year: number) => sumHeld(covered.map(country => people.get(country.iso3)?.get(year) ?? null))
  const rows = sums.map((now, at) => sizeCells(now, sums[at - 1], heads(yearOf(now.span.from))))
  const [now, before] = extra
  if (now) rows.push(sizeCells(now, before, null))
  const held = rows.filter(row => row[1] !== null).length
  run.add({
    role: 'size',
    title: `Market size, ${market.title}, ${years[0]?.label}–${years.at(-1)?.label}`,
    columns: sizeColumns(run, market),
    rows,
    measures: [...panelIds.map(id => measureOf(run, id)), measureOf(run, 'population')],
    countries: covered.map(country => country.iso3),
    spans,
    coverage: { held, of: rows.length, what: now ? 'periods' : 'years' },
    computed: [
      'A head: figure of the year ÷ population of the year.',
      ...(now ? [`${span.label} is compared with the same months one year before.`] : []),
    ],
  })
}

function sizeCells(now: MarketSums, before: MarketSums | undefined, heads: Figure): Cell[] {
  return [
    ...[now.span.label, now.usd, now.lcu, now.volume, now.priceUsd, now.priceLcu],
    ...[ratio(now.usd, heads), ratio(now.volume, heads)],
    growthPercent(now.usd, before?.usd ?? null),
    growthPercent(now.lcu, before?.lcu ?? null),
    growthPercent(now.volume, before?.volume ?? null),
    growthPercent(now.priceLcu, before?.priceLcu ?? null),
  ]
}

function sizeColumns(run: EngineRun, market: Market): Column[] {
  const context = unitContext(market.scope)
  const change = (key: string, label: string, measure: string) => ({
    ...number(key, label, '%', 1, 'figure ÷ figure of the year before − 1'),
    of: [measure],
  })
  return [
    periodColumn(),
    ...panelIds.map(id => measureColumn(measureOf(run, id), context)),
    measureColumn(measureOf(run, 'panel_value_pc_usd'), context),
    measureColumn(measureOf(run, 'panel_volume_pc'), context),
    change('value_yoy', 'Value, US$: change', 'panel_value_usd'),
    change('value_lcu_yoy', 'Value, local currency: change', 'panel_value_lcu'),
    change('volume_yoy', 'Volume: change', 'panel_volume'),
    change('price_yoy', 'Average price, local currency: change', 'panel_price_lcu'),
  ]
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** Each calendar month against the average month, over all complete years, on volume (value where units differ). */
export async function addSeason(run: EngineRun, market: Market): Promise<void> {
  const { from, to } = run.catalogue.panel
  const sums = await marketSums(run, market, monthSpans(from, to))
  const figure = (one: MarketSums) => (market.oneUnit ? one.volume : one.usd)
  // Against its own year first, so that growth does not look like a season.
  const years = [...Map.groupBy(sums, one => yearOf(one.span.from))]
    .map(([year, months]) => ({ label: String(year), figures: months.map(figure) }))
    .filter(({ figures }) => figures.length === 12 && figures.every(value => value !== null))
  if (years.length === 0) return
  const indices = years.map(({ figures }) => {
    const average = (sumHeld(figures) as number) / 12
    return figures.map(value => percentOf(value, average))
  })
  const rows = monthNames.map((name, month): Cell[] => {
    const total = sumHeld(indices.map(months => months[month] ?? null))
    return [month + 1, name, total === null ? null : total / indices.length]
  })
  run.add({
    role: 'season',
    title: `Seasons, ${market.title}: ${market.oneUnit ? 'volume' : 'value in US$'} of each month against the average month, ${years[0]?.label}–${years.at(-1)?.label}`,
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
    coverage: { held: years.length, of: panelYears(run).length, what: 'years' },
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
