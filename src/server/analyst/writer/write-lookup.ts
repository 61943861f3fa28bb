import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { chartOf, columnsPanel, linePanel, linesPanel, membersOf } from './charts.ts'
import { DraftAnswer, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import {
  levelSentence,
  type MeasureFacts,
  measureTables,
  periodBefore,
  periodWords,
  rowName,
} from './measure-words.ts'

/** One figure or a few: the figure, its change, its place among countries, and the years that led to it. */
export function writeLookup(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const mains = measureTables(w, 'main')
  const trends = measureTables(w, 'trend')
  const [first] = mains
  if (!first) return answer.done()
  answer.headline(levelSentence(first, 0, w))
  const tiles = mains.length > 1 ? mains.map(one => figureTile(one, w)) : singleTiles(first, w)
  answer.tiles(...tiles)
  for (const trend of trends.slice(0, 2)) answer.chart(trendChart(trend, w))
  answer.paragraph(
    null,
    latestHeld(first, trends[0], w),
    ...mains.slice(1).map(one => levelSentence(one, 0, w)),
    ...standing(first, w),
    ...path(trends[0], w),
  )
  answer.table(
    trends[0]?.facts.table.id ?? first.facts.table.id,
    `${capital(first.name)} in ${w.place}`,
    tableColumns(trends[0] ?? first),
  )
  return answer.next(...followupsFor(w)).done()
}

function figureTile(one: MeasureFacts, w: Writing) {
  const { facts, key, measure } = one
  const unit = facts
    .unit(0, key)
    ?.replace(/^.*?(?= a )/, '')
    .trim()
  return tile(
    capital(measure.phrase.replace(' in local currency', '')),
    facts.figure(0, key),
    say`${arrow(facts, 0, one.isRate ? 'change' : 'yoy') ?? unit ?? w.place}`,
    toneOf(facts.number(0, one.isRate ? 'change' : 'yoy'), measure.higherIs),
  )
}

function singleTiles(one: MeasureFacts, w: Writing) {
  const { facts, key, measure, isRate } = one
  const period = periodWords(facts.period(0))
  const change = isRate ? 'change' : 'yoy'
  return [
    tile(`${capital(measure.phrase.replace(' in local currency', ''))} ${period}`, facts.figure(0, key), [
      { text: unitNote(facts.unit(0, key)) || w.place },
    ]),
    tile('Year before', facts.figure(0, 'previous'), [
      { text: periodBefore(facts, 0, w).replace('the year before', w.place) },
    ]),
    tile(
      'Change',
      facts.figure(0, change),
      [{ text: 'on the year before' }],
      toneOf(facts.number(0, change), measure.higherIs),
    ),
    tile(
      'Place in Africa',
      facts.figure(0, 'rank'),
      say`of ${facts.figure(0, 'of')} countries, highest first`,
    ),
  ]
}

/** What the figure counts, where its print does not say. */
const unitNote = (unit: string | null): string =>
  unit === null
    ? ''
    : unit.startsWith('%')
      ? unit.slice(1).trim()
      : unit.replace(/^\S+ (?=a )/, '').replace(/^(US\$|GH₵|₦|KSh|R)$/, '')

/** Where the year asked for has no figure, the latest that has one. */
function latestHeld(main: MeasureFacts, trend: MeasureFacts | undefined, w: Writing): Said {
  if (!trend || main.facts.number(0, main.key) !== null) return null
  const rows = Array.from({ length: trend.facts.rows }, (_, row) => row)
  const last = rows.findLast(row => trend.facts.number(row, trend.key) !== null)
  if (last === undefined) return null
  return say`The latest held for ${rowName(trend.facts, last, w)} is ${trend.facts.figure(last, trend.key)} in ${periodWords(trend.facts.period(last))}.`
}

function standing({ facts }: MeasureFacts, w: Writing): Said[] {
  const said = say`Among the countries with a figure, ${rowName(facts, 0, w)} stands at number ${facts.figure(0, 'rank')} of ${facts.figure(0, 'of')}, counted from the highest.`
  return [said]
}

/** From the first to the last figure of the years before. */
function path(trend: MeasureFacts | undefined, w: Writing): Said[] {
  if (!trend || trend.facts.rows < 3) return []
  const { facts, key, isRate } = trend
  if (membersOf(facts.table, 'country').length > 1 || membersOf(facts.table, 'segment').length > 1) return []
  const held = Array.from({ length: facts.rows }, (_, row) => row).filter(
    row => facts.number(row, key) !== null,
  )
  const [first, last] = [held[0], held.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  const from = periodWords(facts.period(first))
  if (isRate) return [say`In ${from} it stood at ${facts.figure(first, key)}.`]
  return [
    say`In ${from} it was ${facts.figure(first, key)}; with that as the base of an index of one hundred, ${periodWords(facts.period(last))} stands at ${facts.figure(last, 'index')}.`,
    ...lowHigh(trend, held, w),
  ]
}

function lowHigh({ facts, key }: MeasureFacts, held: number[], _w: Writing): Said[] {
  const high = held.reduce((a, b) => ((facts.number(b, key) ?? 0) > (facts.number(a, key) ?? 0) ? b : a))
  if (high === held.at(-1) || high === held[0]) return []
  return [say`The highest of these was ${facts.figure(high, key)} in ${periodWords(facts.period(high))}.`]
}

/** Columns for sizes, a line for rates, prices and indices; one line each for several. */
export function trendChart(trend: MeasureFacts, w: Writing, key = trend.key) {
  const { facts, measure, name } = trend
  const { table } = facts
  const by = ['brand', 'channel', 'segment', 'country'].find(one => membersOf(table, one).length > 1)
  const held = table.rows.filter((_, row) => facts.number(row, key) !== null)
  if (held.length < 2) return null
  const periods = membersOf(table, 'period')
  if (periods.length < 2 || table.columns.find(column => column.key === key)?.unit === null) return null
  const several = by !== undefined
  const wish = w.plan.chart
  const asColumns =
    !several &&
    key === trend.key &&
    wish !== 'line' &&
    (measure.chart === 'columns' || wish === 'columns') &&
    periods.length <= 12
  const panel = several
    ? linesPanel(table, key, by, leaders(trend, by))
    : asColumns
      ? columnsPanel(table, key, null)
      : linePanel(table, key, null, /price/.test(measure.id) ? 'c4' : 'c1')
  return chartOf(w.results, table, [panel], {
    title: `${capital(name)} in ${w.place}`,
    shows: key === 'index' ? `${measure.name}, index` : measure.name,
    reason: several
      ? 'Several things over the same periods are lines, each named at its end.'
      : asColumns
        ? 'Sizes by year stand on nought, so they are columns.'
        : 'A rate or a price over time is a line.',
    summary: `${capital(name)} in ${w.place}, ${periodWords(facts.period(0))} to ${periodWords(facts.period(facts.last))}.`,
  })
}

/** The members with the largest latest figures: six lines can be told apart, and one without figures is no line. */
function leaders({ facts, key }: MeasureFacts, by: string): string[] {
  const latest = new Map<string, number>()
  for (let row = 0; row < facts.rows; row++) {
    const value = facts.number(row, key)
    if (value !== null) latest.set(facts.text(row, by) ?? '', value)
  }
  return [...latest]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name]) => name)
    .slice(0, 6)
}

export function tableColumns({ facts, key, isRate }: MeasureFacts): string[] {
  const wanted = [
    'rank',
    'country',
    'segment',
    'brand',
    'channel',
    'period',
    key,
    'previous',
    isRate ? 'change' : 'yoy',
    'cagr',
    'share',
  ]
  return wanted.filter(
    column =>
      facts.has(column) &&
      facts.table.rows.some(
        (_, row) => facts.number(row, column) !== null || facts.text(row, column) !== null,
      ),
  )
}
