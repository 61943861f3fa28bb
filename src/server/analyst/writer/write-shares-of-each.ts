import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { membersOf } from './charts.ts'
import { DraftAnswer, type TileDraft, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, type Facts, moved, roleOf, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import { periodWords } from './measure-words.ts'
import { extremeRow, rankedRows } from './sections.ts'

const dimensions = ['country', 'segment', 'brand', 'channel'] as const
type Dimension = (typeof dimensions)[number]

/** The columns whose members are each a whole of their own; none where all rows share one whole. */
export const wholesOf = (main: Facts, by: string): Dimension[] =>
  dimensions.filter(key => key !== by && main.has(key) && membersOf(main.table, key).length > 1)

/** Shares within each of several wholes, such as countries: each adds up to its own 100%, so each is told by itself. */
export function writeSharesOfEach(
  w: Writing,
  main: Facts,
  by: string,
  wholes: readonly Dimension[],
): Draft[] {
  const answer = new DraftAnswer()
  const period = periodWords(main.period(0))
  const memberOf = (row: number) => wholes.map(key => main.text(row, key)).join(' | ')
  const parts = [...Map.groupBy(rankedRows(main, by), memberOf).values()].filter(
    rows => rows.filter(row => main.number(row, 'share') !== null).length > 1,
  )
  const [one] = parts
  if (one === undefined) return answer.done()
  const told = parts.slice(0, 4)
  const leads = told.slice(0, 2).map(([row = 0]) => leadOf(w, main, by, wholes, row))
  return answer
    .headline(joined(leads, period), leads[0] ? joined([leads[0]], period) : null)
    .tiles(
      ...told.map(([row = 0]) =>
        shareTile(`${nameOf(main, row, by)}, ${wordsOf(main, row, wholes)}`, main, row, period),
      ),
    )
    .paragraph(null, ...told.flatMap(rows => restOf(w, main, by, wholes, rows)))
    .paragraph(null, aboutBrands(by))
    .table(main.table.id, sharesCaption(w, by, period), [...wholes, ...shareColumns(by)])
    .next(...followupsFor(w))
    .done()
}

/** What part of each channel a brand has: each channel is a whole of its own, the brand's strongest first. */
export function writeBrandByChannel(w: Writing, main: Facts): Draft[] {
  const answer = new DraftAnswer()
  const rows = Array.from({ length: main.rows }, (_, row) => row).filter(
    row => main.number(row, 'share') !== null,
  )
  const [first, second] = rows
  if (first === undefined) return answer.done()
  const period = periodWords(main.period(first))
  const brand = (row: number) => main.text(row, 'brand') ?? ''
  const channel = (row: number) => channelWords(main.text(row, 'channel') ?? '')
  const isOne = membersOf(main.table, 'brand').length === 1
  const lead = say`${brand(first)} has ${main.figure(first, 'share')} of the value of ${w.goods} in ${w.place} sold through ${channel(first)} in ${period}`
  const rest =
    second === undefined
      ? [{ text: '.' }]
      : say`, against ${main.figure(second, 'share')} ${isOne ? '' : `for ${brand(second)} `}through ${channel(second)}.`
  return answer
    .headline(lead && rest && [...lead, ...rest])
    .tiles(
      ...rows
        .slice(0, 4)
        .map(row =>
          shareTile(isOne ? capital(channel(row)) : `${brand(row)}, ${channel(row)}`, main, row, period),
        ),
    )
    .paragraph(null, [{ text: 'Each share is of all sales through that channel.' }], aboutBrands('brand'))
    .table(main.table.id, `Shares of ${w.goods} in ${w.place} by channel, ${period}`, [
      'channel',
      ...shareColumns('brand'),
    ])
    .next(...followupsFor(w))
    .done()
}

/** What the parts are parts of: value, volume, or the total of a published figure. */
export function partWords({ table }: Facts): string {
  const measure = table.columns.find(column => column.measure)?.measure ?? ''
  if (!measure.startsWith('panel_')) return 'the total'
  return measure.startsWith('panel_volume') ? 'volume' : 'value'
}

/** A share with its change in points, or with the period where no change is held. */
export const shareTile = (label: string, main: Facts, row: number, period: string): TileDraft | null =>
  tile(
    label,
    main.figure(row, 'share'),
    arrow(main, row, 'share_change') ?? [{ text: `of ${partWords(main)} in ${period}` }],
    toneOf(main.number(row, 'share_change')),
  )

export const sharesCaption = (w: Writing, by: string, period: string): string =>
  `Shares by ${by}, ${w.goods}, ${w.place}, ${period}`

export const shareColumns = (by: string): string[] => [
  'rank',
  by,
  'share',
  'share_previous',
  'share_change',
  'yoy',
]

/** What has to be said wherever the parts are brands. */
export const aboutBrands = (by: string): Said =>
  by === 'brand' ? [{ text: 'The brands are those of the modelled panel and stand for no real firm.' }] : null

/** 'Tea (black and green)' → 'tea': goods are common nouns. */
export const segmentWords = (name: string): string =>
  name.replace(/ ?\(.*?\)/g, '').replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase())

const channelWords = (name: string): string => name.toLowerCase()

/** 'Ghana', 'tea', 'Ghana, modern trade': the whole of a row in few words. */
const wordsOf = (main: Facts, row: number, wholes: readonly Dimension[]): string =>
  wholes
    .map(key => {
      const name = main.text(row, key) ?? ''
      if (key === 'channel') return channelWords(name)
      return key === 'segment' ? segmentWords(name) : name
    })
    .join(', ')

/** 'beer in Ghana through modern trade': the whole of a row in a sentence. */
function wholeOf(w: Writing, main: Facts, row: number, wholes: readonly Dimension[]): string {
  const named = (key: Dimension) => (wholes.includes(key) ? (main.text(row, key) ?? '') : '')
  const goods = segmentWords(named('segment')) || w.goods
  const brand = named('brand') ? ` of ${named('brand')}` : ''
  const channel = named('channel') ? ` through ${channelWords(named('channel'))}` : ''
  return `${goods}${brand} in ${named('country') || w.place}${channel}`
}

const nameOf = (main: Facts, row: number, by: string): string => capital(main.text(row, by) ?? '')

/** 'Brand B leads beer in Ghana with 31.4% of value' */
const leadOf = (w: Writing, main: Facts, by: string, wholes: readonly Dimension[], row: number): Said =>
  say`${nameOf(main, row, by)} leads ${wholeOf(w, main, row, wholes)} with ${main.figure(row, 'share')} of ${partWords(main)}`

/** 'Brand B leads beer in Ghana with 31.4% of value in 2025, and Brand A …' */
function joined(leads: readonly Said[], period: string): Said {
  const held = leads.filter(lead => lead !== null)
  const [first, ...more] = held
  if (held.length < leads.length || first === undefined) return null
  const rest = more.flatMap((lead): Piece[] => [{ text: ', and ' }, ...lead])
  return [...first, { text: ` in ${period}` }, ...rest, { text: '.' }]
}

function restOf(
  w: Writing,
  main: Facts,
  by: string,
  wholes: readonly Dimension[],
  rows: readonly number[],
): Said[] {
  const [first = 0, second] = rows
  const words = wordsOf(main, first, wholes)
  const gain = extremeRow(main, rows, 'share_change', 1)
  const concentration = by === 'brand' ? roleOf(w.results, 'concentration') : null
  // The concentration of brands is that of all channels.
  const at =
    concentration && wholes.every(key => concentration.has(key)) && w.plan.channels.length === 0
      ? concentration.table.rows.findLastIndex((_, row) =>
          wholes.every(key => concentration.text(row, key) === main.text(first, key)),
        )
      : -1
  return [
    second === undefined
      ? null
      : say`In ${words} ${main.text(second, by)} comes second with ${main.figure(second, 'share')}.`,
    concentration && at >= 0
      ? say`The three largest in ${words} held ${concentration.figure(at, 'top3')} in ${concentration.period(at)}, a concentration index (HHI) of ${concentration.figure(at, 'hhi', { compact: false })}.`
      : null,
    gain === null || (main.number(gain, 'share_change') ?? 0) <= 0
      ? null
      : say`Over the year ${main.text(gain, by)} in ${words} ${moved(main, gain, 'share_change', 'gained', 'lost', 'held its share')}.`,
  ]
}
