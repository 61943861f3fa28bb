import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { membersOf } from './charts.ts'
import { DraftAnswer, type TileDraft, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, type Facts, moved, roleOf, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import { periodWords } from './measure-words.ts'
import { extremeRow, rankedRows } from './sections.ts'

const wholes = ['country', 'segment'] as const
type Whole = (typeof wholes)[number]

/** The column whose members are each a whole of their own, or null where all rows share one whole. */
export const wholesOf = (main: Facts, by: string): Whole | null =>
  wholes.find(key => key !== by && main.has(key) && membersOf(main.table, key).length > 1) ?? null

/** Shares within each of several countries or segments: each adds up to its own 100%, so each is told by itself. */
export function writeSharesOfEach(w: Writing, main: Facts, by: string, whole: Whole): Draft[] {
  const answer = new DraftAnswer()
  const period = periodWords(main.period(0))
  const parts = membersOf(main.table, whole).flatMap(member => {
    const rows = rankedRows(main, by).filter(row => main.text(row, whole) === member)
    return rows.length > 0 ? [{ words: wholeWords(member, whole), rows }] : []
  })
  const told = parts.slice(0, 4)
  const leads = told.slice(0, 2).map(({ words, rows }) => leadOf(w, main, by, whole, words, rows[0] ?? 0))
  return answer
    .headline(joined(leads, period), leads[0] ? joined([leads[0]], period) : null)
    .tiles(
      ...told.map(({ words, rows: [row = 0] }) =>
        shareTile(`${capital(main.text(row, by) ?? '')}, ${words}`, main, row, period),
      ),
    )
    .paragraph(null, ...told.flatMap(({ words, rows }) => restOf(w, main, by, whole, words, rows)))
    .paragraph(null, aboutBrands(by))
    .table(main.table.id, sharesCaption(w, by, period), [whole, ...shareColumns(by)])
    .next(...followupsFor(w))
    .done()
}

/** A share of value with its change in points, or with the period where no change is held. */
export const shareTile = (label: string, main: Facts, row: number, period: string): TileDraft | null =>
  tile(
    label,
    main.figure(row, 'share'),
    arrow(main, row, 'share_change') ?? [{ text: `of value in ${period}` }],
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

/** 'Ghana', or 'tea' for goods, which are common nouns. */
const wholeWords = (member: string, whole: Whole): string =>
  whole === 'segment'
    ? member.replace(/ ?\(.*?\)/g, '').replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase())
    : member

/** 'Brand B leads beer in Ghana with 31.4% of value' */
const leadOf = (w: Writing, main: Facts, by: string, whole: Whole, words: string, row: number): Said =>
  say`${capital(main.text(row, by) ?? '')} leads ${whole === 'segment' ? `${words} in ${w.place}` : `${w.goods} in ${words}`} with ${main.figure(row, 'share')} of value`

/** 'Brand B leads beer in Ghana with 31.4% of value in 2025, and Brand A …' */
function joined(leads: readonly Said[], period: string): Said {
  const held = leads.filter(lead => lead !== null)
  const [first, ...more] = held
  if (held.length < leads.length || first === undefined) return null
  const rest = more.flatMap((lead): Piece[] => [{ text: ', and ' }, ...lead])
  return [...first, { text: ` in ${period}` }, ...rest, { text: '.' }]
}

function restOf(w: Writing, main: Facts, by: string, whole: Whole, words: string, rows: number[]): Said[] {
  const [, second] = rows
  const gain = extremeRow(main, rows, 'share_change', 1)
  const concentration = by === 'brand' ? roleOf(w.results, 'concentration') : null
  const member = main.text(rows[0] ?? 0, whole)
  const at = concentration
    ? concentration.table.rows.findLastIndex((_, row) => concentration.text(row, whole) === member)
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
