import type { Cell } from '../../../contract/result.ts'
import { type Figure, percentOf, ratio } from './arithmetic.ts'
import { measureColumn, number, periodColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { figureValues } from './figure-values.ts'
import { type Market, measureOf } from './market.ts'
import { marketSums } from './market-size.ts'
import { panelYears } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { type Span, yearOf } from './spans.ts'

/** The segment's price against all consumer prices, and what part of household spending it takes. One country only. */
export async function addAffordability(run: EngineRun, market: Market): Promise<void> {
  const { country } = market
  if (!country) return
  const spans = panelYears(run)
  const years = spans.map(span => yearOf(span.from))
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const read = async (id: string) =>
    (await figureValues(run, id, [country.iso3], from, to)).get(country.iso3) ?? new Map()
  const [sums, people, purse, cpi, cpiImf] = await Promise.all([
    marketSums(run, market, spans),
    ...['population', 'hh_consumption_pc_usd', 'inflation_cpi', 'inflation_cpi_imf'].map(read),
  ])
  const inflation = (year: number): Figure => cpi?.get(year) ?? cpiImf?.get(year) ?? null
  const usedImf = years.slice(1).some(year => !cpi?.has(year) && cpiImf?.has(year))
  const general = chained(years, inflation)
  const base = sums[0]?.priceLcu ?? null
  const rows = sums.map((one, at): Cell[] => {
    const year = years[at] as number
    const own = percentOf(one.priceLcu, base)
    const [spend, held] = [ratio(one.usd, people?.get(year) ?? null), purse?.get(year) ?? null]
    const real = ratio(own, general[at] ?? null)
    return [
      one.span.label,
      one.priceLcu,
      own,
      general[at] ?? null,
      real === null ? null : real * 100,
      spend,
      held,
      percentOf(spend, held),
    ]
  })
  const ids = [
    'panel_price_lcu',
    'hh_consumption_pc_usd',
    'inflation_cpi',
    ...(usedImf ? ['inflation_cpi_imf'] : []),
  ]
  const first = (spans[0] as Span).label
  run.add({
    role: 'affordability',
    title: `Price and purse, ${market.title}, ${first}–${spans.at(-1)?.label}`,
    columns: [
      periodColumn(),
      measureColumn(measureOf(run, 'panel_price_lcu'), unitContext(market.scope)),
      number('price_index', 'Price index', 'index', 1, `average price ÷ average price of ${first} × 100`),
      number(
        'cpi_index',
        'Consumer price index',
        'index',
        1,
        `consumer price inflation chained, ${first} = 100`,
      ),
      number('real_price_index', 'Real price index', 'index', 1, 'price index ÷ consumer price index × 100'),
      measureColumn(measureOf(run, 'panel_value_pc_usd'), unitContext(market.scope)),
      measureColumn(measureOf(run, 'hh_consumption_pc_usd'), unitContext(market.scope)),
      number(
        'spend_share',
        'Share of household consumption',
        '%',
        2,
        'value a head ÷ household consumption a head',
      ),
    ],
    rows,
    measures: ids.map(id => measureOf(run, id)),
    countries: [country.iso3],
    spans,
    coverage: { held: general.filter(value => value !== null).length, of: spans.length, what: 'years' },
    computed: usedImf ? ['Years without World Bank inflation use the IMF series.'] : [],
  })
}

/** First year = 100; a year without inflation ends the chain. */
function chained(years: number[], inflation: (year: number) => Figure): Figure[] {
  const levels: Figure[] = [100]
  for (const year of years.slice(1)) {
    const [before, rate] = [levels.at(-1) ?? null, inflation(year)]
    levels.push(before === null || rate === null ? null : before * (1 + rate / 100))
  }
  return levels
}
