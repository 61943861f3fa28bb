import { formatPeriod } from '../../../charts/format-period.ts'
import type { Chart } from '../../../contract/chart.ts'
import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { chartOf, columnsPanel } from './charts.ts'
import { DraftAnswer, type Writing } from './draft-answer.ts'
import { aHead, moved, roleOf, type Said, say } from './facts.ts'
import {
  affordabilitySentences,
  brandSentences,
  channelSentences,
  effectSentences,
  focusRow,
  seasonSentences,
  sharesChart,
  volumeAndPrice,
  volumePriceChart,
} from './sections.ts'
import { aHeadTile, inDollars, priceTile, valueTile, volumeTile } from './size-tiles.ts'
import { contextSentences, incomeSentences, peerSentences } from './surroundings.ts'
import { sizeColumns } from './write-segment-profile.ts'

/** How people buy: how much, when, where, what and at what price; who buys is said not to be held. */
export function writeConsumerProfile(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const size = roleOf(w.results, 'size')
  if (!size) return answer.done()
  const row = focusRow(size, w)
  const year = size.period(row)
  answer
    .headline(
      say`Shoppers in ${w.place} bought ${size.figure(row, 'panel_volume', { withUnit: true })} of ${w.goods} in ${year}, ${size.figure(row, 'panel_volume_pc', { withUnit: true })}: ${volumeAndPrice(size, row, w)}.`,
      say`Shoppers in ${w.place} bought ${size.figure(row, 'panel_volume', { withUnit: true })} of ${w.goods} in ${year}.`,
    )
    .tiles(
      volumeTile(`Volume ${year}`, size, row),
      aHeadTile(size, row),
      priceTile(size, row),
      valueTile('Value', size, row, inDollars(size, row)),
    )
    .chart(volumePriceChart(w))
    .paragraph('How much they buy', ...amountSentences(w, row))
    .paragraph('When they buy', ...seasonSentences(w))
    .chart(seasonChart(w))
    .paragraph('Where they buy', ...channelSentences(w))
    .chart(sharesChart(w, 'channel_trend', 'channel'))
    .paragraph('What they choose', ...brandSentences(w))
    .paragraph('What they pay', ...affordabilitySentences(w), ...incomeSentences(w))
    .paragraph('What moved spending', ...effectSentences(w))
    .paragraph('Against its neighbours', ...peerSentences(w))
    .chart(w.plan.depth === 'deep' ? sharesChart(w, 'brand_trend', 'brand') : null)
    .paragraph('The country around them', ...(w.plan.depth === 'deep' ? contextSentences(w).slice(0, 3) : []))
    .paragraph('Who buys', [
      {
        text: 'Who buys, how often and with what loyalty is not held: it takes a household purchase panel, and this one measures retail value and volume.',
      },
    ])
    .table(size.table.id, `${capital(w.goods)} in ${w.place}, year by year`, sizeColumns)
  if (w.segment === 'tea') answer.next(w.ask.consumer('herbal_rooibos_tea', w.country))
  return answer
    .next(
      w.ask.channels(w.segment, w.country),
      w.ask.brands(w.segment, w.country),
      w.ask.players(w.segment, w.country),
      w.ask.rankPerHead(w.segment),
    )
    .done()
}

function amountSentences(w: Writing, row: number): Said[] {
  const size = roleOf(w.results, 'size')
  if (!size) return []
  const first = size.period(0)
  const [now, then] = [size.number(row, 'panel_volume_pc'), size.number(0, 'panel_volume_pc')]
  const more = now !== null && then !== null && now > then
  return [
    row === 0
      ? null
      : say`A person bought ${aHead(size, row)} in ${size.period(row)}, ${more ? 'more than' : 'against'} ${size.figure(0, 'panel_volume_pc')} in ${first}.`,
    say`Spending a head came to ${size.figure(row, 'panel_value_pc_usd')} in ${size.period(row)}.`,
    say`A year earlier, value in US$ ${moved(size, row - 1, 'value_yoy')} and volume ${moved(size, row - 1, 'volume_yoy', 'rose', 'fell', 'held steady')}.`,
  ]
}

function seasonChart(w: Writing): Chart | null {
  const season = roleOf(w.results, 'season')
  if (!season || season.rows < 12) return null
  const { table } = season
  return chartOf(w.results, table, [columnsPanel(table, 'season_index', null, 'c1', 'month_name')], {
    title: `${w.goods} in ${w.place}: volume by month of the year`,
    shows: 'Seasonality of volume sales, average month as base',
    reason: 'Twelve months in their order show the season; the index takes the size of the year out.',
    summary: `Seasonality index of ${w.goods} in ${w.place} by month${table.period ? `, ${formatPeriod(table.period)}` : ''}.`,
  })
}
