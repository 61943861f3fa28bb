import type { Cell, Column } from '../../../contract/result.ts'
import type { Country } from '../catalogue-shape.ts'
import { type Figure, percentOf, ratio } from './arithmetic.ts'
import { measureColumn, number, periodColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { figureTable } from './figure-values.ts'
import { type Market, measureOf } from './market.ts'
import { marketSums } from './market-size.ts'
import { panelYears } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { yearOf } from './spans.ts'

/** The segment's price against all consumer prices, and what part of household spending it takes. One country only. */
export async function addAffordability(run: EngineRun, market: Market): Promise<void> {
  const { country } = market
  if (!country) return
  const spans = panelYears(run)
  const years = spans.map(span => yearOf(span.from))
  const [sums, figures] = await Promise.all([
    marketSums(run, market, spans),
    figureTable(run, indicators, [country.iso3], Math.min(...years), Math.max(...years)),
  ])
  const ofYears = (id: string): Figure[] =>
    years.map(year => figures.get(id)?.get(country.iso3)?.get(year) ?? null)
  const [people, purse] = [ofYears('population'), ofYears('hh_consumption_pc_usd')]
  const rates = inflationSeries.map(ofYears)
  // Indices start with the first price held.
  const start = Math.max(
    0,
    sums.findIndex(one => one.priceLcu !== null),
  )
  const prices = consumerPrices(
    country,
    years.slice(start),
    rates.map(rate => rate.slice(start)),
  )
  const base = sums[start]?.priceLcu ?? null
  const rows = sums.map((one, at): Cell[] => {
    const priceIndex = percentOf(one.priceLcu, base)
    const cpiIndex = prices.index[at - start] ?? null
    const spend = ratio(one.usd, people[at] ?? null)
    const held = purse[at] ?? null
    return [
      ...[one.span.label, one.priceLcu, priceIndex, cpiIndex, percentOf(priceIndex, cpiIndex)],
      ...[spend, held, percentOf(spend, held)],
    ]
  })
  const measures = ['panel_price_lcu', 'hh_consumption_pc_usd', 'population', ...prices.measures]
  run.add({
    role: 'affordability',
    title: `Price and purse, ${market.title}, ${spans[0]?.label}–${spans.at(-1)?.label}`,
    columns: affordabilityColumns(run, market, spans[start]?.label ?? ''),
    rows,
    measures: measures.map(id => measureOf(run, id)),
    countries: [country.iso3],
    spans,
    coverage: { held: rows.filter(row => row[4] !== null).length, of: spans.length, what: 'years' },
    computed: prices.computed,
  })
}

function affordabilityColumns(run: EngineRun, market: Market, first: string): Column[] {
  const measured = (id: string) => measureColumn(measureOf(run, id), unitContext(market.scope))
  const index = (key: string, label: string, formula: string) => number(key, label, 'index', 1, formula)
  return [
    periodColumn(),
    measured('panel_price_lcu'),
    {
      ...index('price_index', 'Price index', `average price ÷ average price of ${first} × 100`),
      of: ['panel_price_lcu'],
    },
    index('cpi_index', 'Consumer price index', `consumer price inflation chained, ${first} = 100`),
    index('real_price_index', 'Real price index', 'price index ÷ consumer price index × 100'),
    measured('panel_value_pc_usd'),
    measured('hh_consumption_pc_usd'),
    number(
      'spend_share',
      'Share of household consumption',
      '%',
      2,
      'value a head ÷ household consumption a head',
    ),
  ]
}

const inflationSeries = ['inflation_cpi', 'inflation_cpi_imf']
const indicators = ['population', 'hh_consumption_pc_usd', ...inflationSeries]

/** One publisher's series as a chain, the one that reaches further; two are never joined into one. */
function consumerPrices(country: Country, years: number[], rates: readonly Figure[][]) {
  const nothing = { index: years.map(() => null as Figure), measures: [] as string[] }
  const { currency, panelCurrency, name } = country
  if (currency.code !== panelCurrency.code)
    return {
      ...nothing,
      computed: [
        `The panel gives ${name} in ${panelCurrency.name}: consumer prices in ${currency.name} do not apply to it.`,
      ],
    }
  const chains = rates.map((rate, at) => ({ id: inflationSeries[at] as string, index: chained(years, rate) }))
  const reach = (index: Figure[]) => index.filter(value => value !== null).length
  const best = chains.reduce((a, b) => (reach(b.index) > reach(a.index) ? b : a))
  if (reach(best.index) < 2)
    return { ...nothing, computed: [`Consumer price inflation of ${name} is not held.`] }
  return {
    ...{ index: best.index, measures: [best.id] },
    computed: [
      'A real price index above 100: the price rose faster than consumer prices.',
      'The consumer price index ends with the first year that is not held.',
    ],
  }
}

/** First year = 100; a year without inflation ends the chain. */
function chained(years: number[], rates: readonly Figure[]): Figure[] {
  const levels: Figure[] = [100]
  for (const at of years.keys()) {
    if (at === 0) continue
    const [before, rate] = [levels[at - 1] ?? null, rates[at] ?? null]
    levels.push(before === null || rate === null ? null : before * (1 + rate / 100))
  }
  return levels
}
