import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { barsPanel, chartOf, membersOf, stackedPanel } from './charts.ts'
import { DraftAnswer, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, type Facts, moved, roleOf, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import { periodWords } from './measure-words.ts'
import {
  channelSentences,
  effectSentences,
  extremeRow,
  longestEffects,
  rankedRows,
  sharesChart,
} from './sections.ts'
import { totalOf, writeShareOfTotal } from './write-share-of-total.ts'
import {
  aboutBrands,
  partWords,
  segmentWords,
  shareColumns,
  sharesCaption,
  shareTile,
  wholesOf,
  writeBrandByChannel,
  writeSharesOfEach,
} from './write-shares-of-each.ts'

const parts = ['brand', 'channel', 'segment', 'country'] as const

/** Which column the parts of the whole stand in. */
function partKey(facts: Facts, w: Writing): string {
  const asked = w.plan.by
  if (asked && facts.has(asked) && asked !== 'year' && asked !== 'month') return asked
  const named = parts.filter(key => facts.has(key))
  return named.find(key => membersOf(facts.table, key).length > 1) ?? named[0] ?? 'country'
}

/** Who holds which part of a market, and who gains points. */
export function writeShare(asked: Writing): Draft[] {
  const answer = new DraftAnswer()
  const main = roleOf(asked.results, 'main')
  if (!main) return answer.done()
  const w = withNames(asked, main)
  const total = totalOf(main, w)
  if (total) return writeShareOfTotal(w, main, total)
  if (w.plan.by === 'channel' && main.has('brand')) return writeBrandByChannel(w, main)
  const by = partKey(main, w)
  const wholes = wholesOf(main, by)
  if (wholes.length > 0) return writeSharesOfEach(w, main, by, wholes)
  const rows = rankedRows(main, by)
  const [first, second] = rows
  if (first === undefined) return answer.done()
  const name = (row: number) => {
    const full = main.text(row, by) ?? ''
    // Goods are common nouns; brands, channels and countries are names.
    return by === 'segment' ? segmentWords(full) : full.replace(/ ?\(.*?\)/g, '')
  }
  const period = periodWords(main.period(first))
  const gain = extremeRow(main, rows, 'share_change', 1)
  const loss = extremeRow(main, rows, 'share_change', -1)
  // The concentration of brands is that of all channels.
  const concentration =
    by === 'brand' && w.plan.channels.length === 0 ? roleOf(w.results, 'concentration') : null
  const named = by === 'brand' ? main.find('brand', w.plan.brands[0] ?? '') : -1
  const lead = named >= 0 ? named : first
  const other = lead === first ? second : first
  if (other === undefined) return answer.done()
  const what = `${w.goods} in ${w.place}${throughChannel(w)}`
  const part = partWords(main)
  answer
    .headline(
      lead !== first
        ? say`${name(lead)} holds ${main.figure(lead, 'share')} of the ${part} of ${what} in ${period}; ${name(other)} leads with ${main.figure(other, 'share')}.`
        : say`${capital(name(first))} leads ${what} with ${main.figure(first, 'share')} of ${part} in ${period}, ahead of ${name(other)} with ${main.figure(other, 'share')}.`,
    )
    .tiles(...rows.slice(0, 4).map(row => shareTile(capital(name(row)), main, row, period)))
    .chart(trendOf(w, by))
    .paragraph(
      null,
      gain === null || loss === null || gain === loss
        ? null
        : say`Over the year ${name(gain)} ${moved(main, gain, 'share_change', 'gained', 'lost', 'held its share')} and ${name(loss)} ${moved(main, loss, 'share_change', 'gained', 'lost', 'held its share')}.`,
      concentration
        ? say`The three largest together hold ${concentration.figure(concentration.last, 'top3')}; the concentration index (HHI) is ${concentration.figure(concentration.last, 'hhi', { compact: false })}.`
        : null,
      aboutBrands(by),
    )
    .table(main.table.id, sharesCaption(w, by, period), shareColumns(by))
  if (w.country && w.segment) answer.next(w.ask.players(w.segment, w.country))
  return answer.next(...followupsFor(w)).done()
}

/** ' through modern trade' where the share is of one channel. */
function throughChannel({ plan, catalogue }: Writing): string {
  const [channel, ...more] = plan.channels
  return channel && more.length === 0 ? ` through ${catalogue.channel(channel)?.phrase}` : ''
}

/** What a share is of, where the question named no goods or no place. */
function withNames(w: Writing, main: Facts): Writing {
  const measure = w.catalogue.measure(main.table.columns.find(column => column.measure)?.measure ?? '')
  const goods = measure?.kind === 'figure' ? measure.phrase : w.goods || 'all consumer goods'
  return { ...w, goods, place: w.place || 'Africa' }
}

function trendOf(w: Writing, by: string) {
  const trend = roleOf(w.results, 'trend')
  if (!trend) return barsOf(w, by)
  const panel = membersOf(trend.table, 'period').length > 1 ? stackedPanel(trend.table, 'share', by) : null
  if (!panel) return barsOf(w, by)
  return chartOf(w.results, trend.table, [panel], {
    title: `${w.goods} in ${w.place}: share by ${by}`,
    shows: `Share of value sales by ${by}`,
    reason: 'Shares add up to the whole, so they are stacked to 100%; the point change is in the tiles.',
    summary: `Share of value by ${by} for ${w.goods} in ${w.place} over time.`,
  })
}

function barsOf(w: Writing, by: string) {
  const main = roleOf(w.results, 'main')
  if (!main || main.rows < 2) return null
  const ids = main.table.rows.map((_, row) => main.text(row, by))
  if (new Set(ids).size !== ids.length) return null
  return chartOf(w.results, main.table, [barsPanel(main.table, 'share', by)], {
    title: `${w.goods} in ${w.place}: share by ${by}`,
    shows: `Share by ${by}`,
    reason: 'More parts than can be told apart in a stack are ranked bars.',
    summary: `Share by ${by} for ${w.goods} in ${w.place}, largest first.`,
  })
}

/** Where a segment is sold, and which way it shifts. */
export function writeChannelMix(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const main = roleOf(w.results, 'main') ?? roleOf(w.results, 'channels')
  if (!main) return answer.done()
  const rows = rankedRows(main, 'channel')
  const [first] = rows
  if (first === undefined) return answer.done()
  const asked = w.plan.channels[0] ? main.find('channel_id', w.plan.channels[0]) : -1
  const lead = asked >= 0 ? asked : first
  const name = (row: number) => main.text(row, 'channel') ?? ''
  const period = periodWords(main.table.period?.to.slice(0, 4) ?? '')
  answer
    .headline(
      say`${name(lead)} carries ${main.figure(lead, 'share')} of ${w.goods} in ${w.place} by value in ${period}, ${moved(main, lead, 'share_change', 'up', 'down', 'level')} on the year before.`,
    )
    .tiles(
      ...rows
        .slice(0, 4)
        .map(row =>
          tile(
            name(row),
            main.figure(row, 'share'),
            say`${arrow(main, row, 'share_change') ?? ''}`,
            toneOf(main.number(row, 'share_change')),
          ),
        ),
    )
    .chart(sharesChart(w, roleOf(w.results, 'channel_trend') ? 'channel_trend' : 'trend', 'channel'))
    .paragraph(null, ...channelSentences(w))
    .table(
      main.table.id,
      `${capital(w.goods)} in ${w.place} by channel, ${period}`,
      [
        'rank',
        'channel',
        'panel_value_usd',
        'share',
        'share_previous',
        'share_change',
        'panel_price_usd',
        'yoy',
      ].filter(key => main.has(key)),
    )
    .next(
      w.ask.brands(w.segment, w.country),
      w.ask.consumer(w.segment, w.country),
      w.ask.price(w.segment, w.country),
      w.ask.profile(w.segment, w.country),
    )
  return answer.done()
}

/** Whether growth came from selling more or from asking more: a split that adds up, and no cause. */
export function writePriceVolume(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const effects = roleOf(w.results, 'effects')
  const main = roleOf(w.results, 'size') ?? roleOf(w.results, 'main')
  if (!effects) return answer.done()
  const at = toldEffects(effects, w)
  const [volume, price] = [effects.number(at, 'volume_part') ?? 0, effects.number(at, 'price_part') ?? 0]
  const leader = Math.abs(volume) >= Math.abs(price) ? 'volume' : 'price'
  const [from, to] = [effects.period(at, 'first_period'), effects.period(at, 'last_period')]
  const value = effects.number(at, 'value_growth') ?? 0
  answer
    .headline(
      say`${capital(w.goods)} in ${w.place} ${moved(effects, at, 'value_growth')} in local value between ${from} and ${to}, and ${leader} was the larger part: volume ${signed(effects, at, 'volume_part', value)}, price ${signed(effects, at, 'price_part', value)}.`,
    )
    .tiles(
      tile(
        'Value',
        effects.figure(at, 'value_growth'),
        [{ text: `${from} to ${to}, local currency` }],
        toneOf(value),
      ),
      tile(
        'From volume',
        effects.figure(at, 'volume_part'),
        [{ text: 'of the first value' }],
        toneOf(volume),
      ),
      tile('From price', effects.figure(at, 'price_part'), [{ text: 'of the first value' }], 'neutral'),
      tile(
        'In US$',
        effects.figure(at, 'usd_growth'),
        say`exchange rate ${effects.figure(at, 'currency_part')}`,
        toneOf(effects.number(at, 'usd_growth')),
      ),
    )
    .chart(effectChart(w, main))
    .paragraph('How growth splits', ...effectSentences(w), amounts(effects, at))
    .paragraph(null, [
      { text: 'The split shows what moved together with value. It does not show why, and names no cause.' },
    ])
    .table(main?.table.id, `${capital(w.goods)} in ${w.place}: value, volume and price`, [
      'period',
      'panel_value_lcu',
      'panel_volume',
      'panel_price_lcu',
      'value_yoy',
      'volume_yoy',
      'price_yoy',
    ])
    .next(
      w.ask.profile(w.segment, w.country),
      w.ask.channels(w.segment, w.country),
      w.ask.brands(w.segment, w.country),
      w.ask.price(w.segment, w.country),
    )
  return answer.done()
}

/** A year before the panel's last was named, so it is told against the year before it; else growth from the start. */
function toldEffects(effects: Facts, { plan: { period }, catalogue }: Writing): number {
  const isNamedYear = period?.grain === 'year' && period.from === period.to
  if (!isNamedYear || period.to >= catalogue.panel.to.slice(0, 4)) return longestEffects(effects)
  return Math.max(effects.find('first_period', String(Number(period.to) - 1)), 0)
}

const signed = (effects: Facts, at: number, key: string, _value: number) =>
  moved(effects, at, key, 'added', 'took away', 'changed nothing')

function amounts(effects: Facts, at: number): Said {
  return say`In money, volume accounts for ${effects.figure(at, 'volume_effect')} and price for ${effects.figure(at, 'price_effect')} of a change of ${effects.figure(at, 'change')}; where one is negative it lowers the sum.`
}

function effectChart(w: Writing, main: Facts | null) {
  if (!main || membersOf(main.table, 'period').length < 2) return null
  const { table } = main
  const unit = (key: string) => table.columns.find(column => column.key === key)?.unit ?? ''
  const series = (key: string, tone: 'c1' | 'c4', label: string) => ({
    label,
    column: key,
    where: null,
    tone,
  })
  return chartOf(
    w.results,
    table,
    [
      {
        kind: 'columns',
        title: `Volume, ${unit('panel_volume')}`,
        unit: unit('panel_volume'),
        x: 'period',
        series: [series('panel_volume', 'c1', 'Volume')],
        baseline: 0,
      },
      {
        kind: 'line',
        title: 'Average price',
        unit: unit('panel_price_lcu'),
        x: 'period',
        series: [series('panel_price_lcu', 'c4', 'Average price')],
        baseline: null,
      },
    ],
    {
      title: `${w.goods} in ${w.place}: volume and price`,
      shows: 'Volume sales and average price',
      reason: 'Volume and price have different units, so each has a panel of its own.',
      summary: `Volume and average price of ${w.goods} in ${w.place}, year by year.`,
    },
  )
}
