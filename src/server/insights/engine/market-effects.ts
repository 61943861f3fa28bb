import type { Cell } from '../../../contract/result.ts'
import { cagrPercent, difference, type Figure, growthPercent, percentOf } from './arithmetic.ts'
import { measureColumn, number, periodColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { type Market, measureOf } from './market.ts'
import { type MarketSums, marketSums } from './market-size.ts'
import { panelYears } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { isWholeYear, type Span, yearBefore, yearsBetween } from './spans.ts'

/**
 * What part of the change in value came from volume and what from price, in local currency: against the year before,
 * and since the plan's first year (the panel's where it names none).
 */
export async function addEffects(run: EngineRun, market: Market): Promise<void> {
  if (!market.oneUnit || !market.oneCurrency) return
  const firsts = startsOf(run, market)
  const [last, ...read] = await marketSums(run, market, [market.span, ...firsts])
  const held = read.filter(first => first.lcu !== null)
  if (!last || last.lcu === null || held.length === 0) {
    run.note(`Growth to ${market.span.label} is not split into volume and price: no earlier period is held.`)
    return
  }
  const earliest = held.map(first => first.span.label).sort()[0] ?? ''
  const value = measureColumn(measureOf(run, 'panel_value_lcu'), unitContext(market.scope))
  const money = (key: string, label: string, formula: string | null = null) => ({
    ...{ ...value, key, label, formula },
  })
  const percent = (key: string, label: string, unit: '%' | 'points', formula: string) =>
    number(key, label, unit, 1, formula)
  run.add({
    role: 'effects',
    title: `What drove value in local currency, ${market.title}, ${earliest} to ${market.span.label}`,
    columns: [
      ...[periodColumn('first_period', 'From'), periodColumn('last_period', 'To')],
      ...[money('value_first', 'Value, first'), money('value_last', 'Value, last')],
      money('change', 'Change in value', 'last − first'),
      money('volume_effect', 'From volume', '(volume last − volume first) × price first'),
      money('price_effect', 'From price', '(price last − price first) × volume last'),
      percent('value_growth', 'Value growth, local currency', '%', 'value last ÷ value first − 1'),
      percent('volume_part', 'Part from volume', 'points', 'volume effect ÷ value first'),
      percent('price_part', 'Part from price', 'points', 'price effect ÷ value first'),
      percent('usd_growth', 'Value growth, US$', '%', 'US$ value last ÷ first − 1'),
      percent('currency_part', 'Effect of the exchange rate', 'points', 'US$ growth − local-currency growth'),
      percent('volume_growth', 'Volume growth', '%', 'volume last ÷ volume first − 1'),
      percent('price_growth', 'Price growth, local currency', '%', 'price last ÷ price first − 1'),
      number('volume_cagr', 'Volume growth a year', '% a year', 1, '(last ÷ first)^(1 ÷ years) − 1'),
      number('price_cagr', 'Price growth a year', '% a year', 1, '(last ÷ first)^(1 ÷ years) − 1'),
    ],
    rows: held.map(first => effectsCells(first, last)),
    measures: ['panel_value_lcu', 'panel_volume', 'panel_value_usd'].map(id => measureOf(run, id)),
    countries: market.scope.countries.map(country => country.iso3),
    spans: [...held.map(first => first.span), market.span],
    coverage: null,
    computed: [
      'Volume effect + price effect = change in value. This is arithmetic, not a cause.',
      'Price is the average price: it moves with the mix of brands, packs and channels too.',
    ],
  })
}

function startsOf(run: EngineRun, { span, since }: Market): Span[] {
  const start = panelYears(run)[0]
  const longest = since ?? (isWholeYear(span) ? start : undefined)
  const starts = [yearBefore(span), ...(longest ? [longest] : [])]
  return starts.filter(
    (one, at) => one.from < span.from && starts.findIndex(other => other.label === one.label) === at,
  )
}

/** volume effect + price effect = change, exactly: price effect is what the change of volume at the old price leaves. */
function effectsCells(first: MarketSums, last: MarketSums): Cell[] {
  const times = (a: Figure, b: Figure) => (a === null || b === null ? null : a * b)
  const change = difference(last.lcu, first.lcu)
  const byVolume = times(difference(last.volume, first.volume), first.priceLcu)
  const byPrice = difference(change, byVolume)
  const years = yearsBetween(first.span, last.span)
  const [growth, usd] = [growthPercent(last.lcu, first.lcu), growthPercent(last.usd, first.usd)]
  return [
    ...[first.span.label, last.span.label, first.lcu, last.lcu, change, byVolume, byPrice],
    ...[growth, percentOf(byVolume, first.lcu), percentOf(byPrice, first.lcu), usd, difference(usd, growth)],
    ...[growthPercent(last.volume, first.volume), growthPercent(last.priceLcu, first.priceLcu)],
    ...[cagrPercent(first.volume, last.volume, years), cagrPercent(first.priceLcu, last.priceLcu, years)],
  ]
}
