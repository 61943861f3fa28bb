import type { Chart } from '../../../contract/chart.ts'
import { capital } from '../understanding/questions.ts'
import { chartOf, columnsPanel, linePanel, stackedPanel } from './charts.ts'
import type { Writing } from './draft-answer.ts'
import { type Facts, moved, roleOf, type Said, say } from './facts.ts'
import { currencyWord } from './places.ts'

/** The row of the year a profile is about: the plan's period where it is there, else the last. */
export function focusRow(size: Facts, w: Writing): number {
  const at = w.plan.period ? size.find('period', w.plan.period.to.slice(0, 4)) : -1
  return at >= 0 ? at : size.last
}

/** 'volume rose 4.1% and the average price in naira rose 18.3%' with 'but' where they part. */
export function volumeAndPrice(size: Facts, row: number, w: Writing): Said {
  const [volume, price] = [size.number(row, 'volume_yoy'), size.number(row, 'price_yoy')]
  if (volume === null || price === null) return null
  const join = volume > 0 === price > 0 ? 'and' : 'while'
  return say`volume ${moved(size, row, 'volume_yoy', 'rose', 'fell', 'held steady')} ${join} the average price in ${currencyWord(w.catalogue, w.country)} ${moved(size, row, 'price_yoy', 'rose', 'fell', 'held steady')}`
}

/** How growth splits into volume, price and currency, over the panel's years and over the last; a sum, never a cause. */
export function effectSentences(w: Writing): Said[] {
  const effects = roleOf(w.results, 'effects')
  if (!effects) return []
  const rows = Array.from({ length: effects.rows }, (_, row) => row).toSorted((a, b) =>
    (effects.text(a, 'first_period') ?? '').localeCompare(effects.text(b, 'first_period') ?? ''),
  )
  return rows.flatMap((row, at) => effectsOf(effects, row, at === 0, w))
}

/** The row of `effects` that reaches back furthest. */
export function longestEffects(effects: Facts): number {
  const first = (row: number) => effects.text(row, 'first_period') ?? ''
  return Array.from({ length: effects.rows }, (_, row) => row).reduce(
    (a, b) => (first(b) < first(a) ? b : a),
    0,
  )
}

function effectsOf(effects: Facts, row: number, isFirst: boolean, w: Writing): Said[] {
  const [from, to] = [effects.period(row, 'first_period'), effects.period(row, 'last_period')]
  const money = currencyWord(w.catalogue, w.country)
  const parts =
    Math.abs(effects.number(row, 'volume_part') ?? 0) >= Math.abs(effects.number(row, 'price_part') ?? 0)
      ? ['volume', 'price']
      : ['price', 'volume']
  const [main = '', other = ''] = parts
  const [usd, local] = [effects.number(row, 'usd_growth'), effects.number(row, 'value_growth')]
  const parted = usd !== null && local !== null && usd > 0 !== local > 0
  return [
    say`${isFirst ? 'Between' : 'In the last step, between'} ${from} and ${to}${isFirst ? '' : ','} value in ${money} ${moved(effects, row, 'value_growth')}: ${main} ${moved(effects, row, `${main}_part`, 'added', 'took away', 'changed nothing')}, ${other} ${moved(effects, row, `${other}_part`, 'added', 'took away', 'changed nothing')}.`,
    isFirst
      ? say`In US$ the market ${parted ? 'went the other way: it ' : ''}${moved(effects, row, 'usd_growth')} over the same years; the difference of ${effects.figure(row, 'currency_part', { size: true })} ${(effects.number(row, 'currency_part') ?? 0) < 0 ? 'off local growth ' : ''}is the exchange rate.`
      : null,
  ]
}

export function brandSentences(w: Writing): Said[] {
  const brands = roleOf(w.results, 'brands')
  const concentration = roleOf(w.results, 'concentration')
  if (!brands) return []
  const named = rankedRows(brands, 'brand')
  const [first, second] = named
  if (first === undefined) return []
  const gain = extremeRow(brands, named, 'share_change', 1)
  const loss = extremeRow(brands, named, 'share_change', -1)
  const name = (row: number) => brands.text(row, 'brand') ?? ''
  return [
    say`${name(first)} leads with ${brands.figure(first, 'share')} of value${second === undefined ? '' : [{ text: `, ahead of ${name(second)} with ` }, brands.figure(second, 'share') ?? { text: 'less' }]}.`,
    concentration
      ? say`The three largest together hold ${concentration.figure(concentration.last, 'top3')}, a concentration index (HHI) of ${concentration.figure(concentration.last, 'hhi', { compact: false })}.`
      : null,
    gain === null || loss === null || gain === loss
      ? null
      : say`Over the year ${name(gain)} ${moved(brands, gain, 'share_change', 'gained', 'lost')} and ${name(loss)} ${moved(brands, loss, 'share_change', 'gained', 'lost')}.`,
  ]
}

/** Rows but for 'All others', in the table's order. */
export function rankedRows(facts: Facts, key: string): number[] {
  return Array.from({ length: facts.rows }, (_, row) => row).filter(
    row => !/^all others$/i.test(facts.text(row, key) ?? ''),
  )
}

/** The row with the largest (+1) or smallest (−1) figure. */
export function extremeRow(facts: Facts, rows: readonly number[], key: string, sign: 1 | -1): number | null {
  const held = rows.filter(row => facts.number(row, key) !== null)
  if (held.length === 0) return null
  return held.reduce((best, row) =>
    (facts.number(row, key) ?? 0) * sign > (facts.number(best, key) ?? 0) * sign ? row : best,
  )
}

export function channelSentences(w: Writing): Said[] {
  const channels =
    roleOf(w.results, 'channels') ?? (w.plan.operation === 'channel_mix' ? roleOf(w.results, 'main') : null)
  if (!channels) return []
  const rows = rankedRows(channels, 'channel')
  const [first, second] = rows
  if (first === undefined) return []
  const name = (row: number) =>
    (channels.text(row, 'channel') ?? '').replace(/^[A-Z](?=[a-z-])/, first => first.toLowerCase())
  const gain = extremeRow(channels, rows, 'share_change', 1)
  const loss = extremeRow(channels, rows, 'share_change', -1)
  const dear = extremeRow(channels, rows, 'panel_price_usd', 1)
  const cheap = extremeRow(channels, rows, 'panel_price_usd', -1)
  return [
    say`${capital(name(first))} carries ${channels.figure(first, 'share')} of value${second === undefined ? '' : [{ text: `, ${name(second)} ` }, channels.figure(second, 'share') ?? { text: 'the next part' }]}.`,
    gain === null || loss === null || gain === loss
      ? null
      : say`The shift over the year is towards ${name(gain)}, which ${moved(channels, gain, 'share_change', 'gained', 'lost')}, while ${name(loss)} ${moved(channels, loss, 'share_change', 'gained', 'lost')}.`,
    dear === null || cheap === null || dear === cheap
      ? null
      : say`Prices differ by channel: ${channels.figure(dear, 'panel_price_usd', { withUnit: true })} in ${name(dear)} against ${channels.figure(cheap, 'panel_price_usd', { withUnit: true })} in ${name(cheap)}.`,
  ]
}

export function seasonSentences(w: Writing): Said[] {
  const season = roleOf(w.results, 'season')
  if (!season) return []
  const rows = Array.from({ length: season.rows }, (_, row) => row)
  const high = extremeRow(season, rows, 'season_index', 1)
  const low = extremeRow(season, rows, 'season_index', -1)
  if (high === null || low === null) return []
  const month = (row: number) => season.text(row, 'month_name') ?? ''
  const spread = (season.number(high, 'season_index') ?? 0) - (season.number(low, 'season_index') ?? 0)
  return [
    spread < 8
      ? say`Buying is even over the year: ${month(high)} stands highest at index ${season.figure(high, 'season_index')} and ${month(low)} lowest at ${season.figure(low, 'season_index')}, with the average month as the base.`
      : say`Buying peaks in ${month(high)}, at index ${season.figure(high, 'season_index')} of the average month, and is lowest in ${month(low)}, at ${season.figure(low, 'season_index')}.`,
  ]
}

export function affordabilitySentences(w: Writing): Said[] {
  const facts = roleOf(w.results, 'affordability')
  if (!facts) return []
  const row = lastWith(facts, 'real_price_index')
  const spend = lastWith(facts, 'spend_share')
  const first = facts.period(0)
  if (row === null) return []
  const dearer = (facts.number(row, 'real_price_index') ?? 100) > 100
  return [
    say`From ${first} to ${facts.period(row)} the price index reached ${facts.figure(row, 'price_index')} and consumer prices ${facts.figure(row, 'cpi_index')}, so in real terms ${w.goods} became ${dearer ? 'dearer' : 'cheaper'}: a real price index of ${facts.figure(row, 'real_price_index')}.`,
    spend === null
      ? null
      : say`Spending on ${w.goods} is ${facts.figure(spend, 'spend_share')} of household consumption (${facts.period(spend)}).`,
  ]
}

export function lastWith(facts: Facts, key: string): number | null {
  for (let row = facts.last; row >= 0; row--) if (facts.number(row, key) !== null) return row
  return null
}

/** A fact of a mixed table by its measure id, with its figure and period. */
export function contextFact(
  w: Writing,
  id: string,
): { figure: ReturnType<Facts['figure']>; period: string } | null {
  const context = roleOf(w.results, 'context')
  const row = context?.find('measure_id', id) ?? -1
  if (!context || row < 0) return null
  return {
    figure: context.figure(row, 'value', { withUnit: id.endsWith('_l') }),
    period: context.period(row),
  }
}

/** Volume as columns and price as a line under it, two panels and no second axis. */
export function volumePriceChart(w: Writing): Chart | null {
  const size = roleOf(w.results, 'size')
  if (!size || size.rows < 2 || size.number(size.last, 'panel_volume') === null) return null
  const [volume, price] = [size.number(size.last, 'panel_volume'), size.number(0, 'panel_volume')]
  const unit = size.unit(0, 'panel_volume') ?? ''
  const priceUp = (size.number(size.last, 'panel_price_lcu') ?? 0) > (size.number(0, 'panel_price_lcu') ?? 0)
  const volumeUp = (volume ?? 0) > (price ?? 0)
  const finding =
    volumeUp === priceUp
      ? `volume and price have both ${volumeUp ? 'risen' : 'fallen'}`
      : `volume has ${volumeUp ? 'risen' : 'fallen'} while price has ${priceUp ? 'risen' : 'fallen'}`
  const { table } = size
  return chartOf(
    w.results,
    table,
    [
      columnsPanel(table, 'panel_volume', `Volume, ${unit}`),
      linePanel(table, 'panel_price_lcu', 'Average price', 'c4'),
    ],
    {
      title: `${w.goods} in ${w.place}: ${finding} since ${size.period(0)}`,
      shows: 'Volume sales and average price',
      reason: 'Volume and price have different units, so each has a panel of its own over the same years.',
      summary: `${capital(w.goods)} in ${w.place} from ${size.period(0)} to ${size.period(size.last)}: ${finding}.`,
    },
  )
}

/** Shares by brand or channel over the years, stacked to the whole. */
export function sharesChart(
  w: Writing,
  role: 'brand_trend' | 'channel_trend' | 'trend',
  by: 'brand' | 'channel',
): Chart | null {
  const trend = roleOf(w.results, role)
  if (!trend || trend.rows < 2) return null
  const panel = stackedPanel(trend.table, 'share', by)
  if (!panel) return null
  return chartOf(w.results, trend.table, [panel], {
    title: `${w.goods} in ${w.place}: share of value by ${by}`,
    shows: `Share of value sales by ${by}`,
    reason: `Shares add up to the whole, so they are stacked to 100%; the point change is in the text.`,
    summary: `Share of value by ${by} for ${w.goods} in ${w.place}, year by year.`,
  })
}
