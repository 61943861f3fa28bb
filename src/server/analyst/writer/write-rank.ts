import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { barsPanel, chartOf, tileMapPanel } from './charts.ts'
import { DraftAnswer, tile, toneOf, type Writing } from './draft-answer.ts'
import { roleOf, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import { type MeasureFacts, measureTables, periodWords, rowName, withoutFigure } from './measure-words.ts'
import { tableColumns } from './write-lookup.ts'

/** An order of places or segments, by level or by growth, on one common period. */
export function writeRank(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const [main] = measureTables(w, 'main')
  if (!main) return answer.done()
  const { facts, key, name, measure } = main
  const byGrowth = w.plan.rank_by === 'growth'
  const growthKey =
    w.plan.growth === 'cagr' && facts.number(0, 'cagr') !== null
      ? 'cagr'
      : facts.number(0, 'yoy') !== null
        ? 'yoy'
        : 'change'
  const lowest = w.plan.order === 'lowest'
  const period = periodWords(facts.period(0))
  const subject = what(w, name)
  const figure = (row: number) =>
    byGrowth ? facts.figure(row, growthKey) : facts.figure(row, key, { withUnit: true })
  const second =
    facts.rows > 1
      ? say`, ${lowest ? 'before' : 'ahead of'} ${rowName(facts, 1, w)} with ${figure(1)}`
      : [{ text: '' }]
  answer
    .headline(
      byGrowth
        ? say`${capital(subject)} ${lowest ? 'grew slowest' : 'grew fastest'} in ${rowName(facts, 0, w)} with ${figure(0)}${growthKey === 'cagr' ? ` a year since ${facts.table.period?.from ?? ''}` : ''}${second}.`
        : say`${capital(rowName(facts, 0, w))} has the ${lowest ? 'lowest' : 'highest'} ${subject} in ${w.place}, ${figure(0)} in ${period}${second}.`,
    )
    .tiles(...tiles(main, w, byGrowth ? growthKey : key))
    .chart(w.plan.chart === 'tile_map' ? null : bars(main, w, byGrowth ? growthKey : key))
    .chart(w.plan.chart === 'bars' ? null : map(main, w, byGrowth ? growthKey : key))
    .paragraph(
      null,
      ...summarySentences(w, main, byGrowth ? growthKey : key),
      withoutFigure(facts, roleOf(w.results, 'summary')),
    )
    .table(facts.table.id, `${capital(subject)}, ${w.place}, ${period}`, tableColumns(main))
  const iso3 = facts.text(0, 'iso3')
  const segment = facts.text(0, 'segment_id') ?? w.segment
  if (measure.kind === 'panel' && segment && (iso3 ?? w.country))
    answer.next(w.ask.profile(segment, iso3 ?? w.country))
  if (measure.kind === 'figure' && iso3) answer.next(w.ask.figureTrend(measure.id, iso3))
  return answer.next(...followupsFor(w)).done()
}

/** Rows by segment are about sales as a whole, not about 'sales of ten segments'. */
function what(w: Writing, name: string): string {
  if (w.plan.by === 'segment') return name.replace(/ of .*$/, '')
  return name
}

function tiles(main: MeasureFacts, w: Writing, key: string) {
  const { facts, measure } = main
  const summary = roleOf(w.results, 'summary')
  const tops = Array.from({ length: Math.min(facts.rows, 3) }, (_, row) =>
    tile(
      capital(rowName(facts, row, w)),
      facts.figure(row, key),
      [
        {
          text: row === 0 ? (w.plan.order === 'lowest' ? 'lowest' : 'first') : row === 1 ? 'second' : 'third',
        },
      ],
      key === main.key ? 'neutral' : toneOf(facts.number(row, key), measure.higherIs),
    ),
  )
  if (!summary) return tops
  const total = summary.figure(0, 'total')
  const last = total
    ? tile(`Total, ${w.place}`, total, say`of ${summary.figure(0, 'count')} with a figure`)
    : tile('Median', summary.figure(0, 'median'), say`of ${summary.figure(0, 'count')} with a figure`)
  return [...tops, last]
}

function summarySentences(w: Writing, { facts }: MeasureFacts, key: string): Said[] {
  const summary = roleOf(w.results, 'summary')
  if (!summary) return []
  return [
    say`The ${summary.figure(0, 'count')} with a figure add up to ${summary.figure(0, 'total')}, of which the three largest hold ${summary.figure(0, 'top_share')}.`,
    say`The middle figure is ${summary.figure(0, 'median', { withUnit: true })}, between ${summary.figure(0, 'lowest')} at the low end and ${summary.figure(0, 'highest')} at the high end.`,
    facts.rows > 2 && facts.number(2, key) !== null
      ? say`In third place stands ${rowName(facts, 2, w)} with ${facts.figure(2, key)}.`
      : null,
  ]
}

/** What a figure of a column is: the measure, or its growth against which time. */
function shown({ key: level, measure }: MeasureFacts, key: string): string {
  if (key === level) return measure.name
  return `${measure.name}, ${key === 'cagr' ? 'growth a year' : 'change on the year before'}`
}

function bars(main: MeasureFacts, w: Writing, key: string) {
  const { facts, name } = main
  const x = ['brand', 'channel', 'segment', 'country'].find(
    one => new Set(facts.table.rows.map((_, row) => facts.text(row, one))).size > 1,
  )
  if (!x || facts.rows < 2 || facts.unit(0, key) === null) return null
  const subject = what(w, name)
  return chartOf(w.results, facts.table, [barsPanel(facts.table, key, x)], {
    title: `${capital(subject)} in ${w.place}, ranked${key === main.key ? '' : ' by growth'}`,
    shows: shown(main, key),
    reason: 'A ranking is bars in order, each named.',
    summary: `${capital(subject)} in ${w.place}: ${rowName(facts, 0, w)} stands first, ${rowName(facts, facts.last, w)} last of those shown.`,
  })
}

/** A map of tiles where most of the continent is in view. */
function map(main: MeasureFacts, w: Writing, key: string) {
  const all = measureTables(w, 'all')[0] ?? main
  const isWanted = w.plan.chart === 'tile_map'
  if (all.facts.rows < (isWanted ? 2 : 12) || !all.facts.has('iso3') || all.facts.unit(0, key) === null)
    return null
  if (new Set(all.facts.table.rows.map((_, row) => all.facts.text(row, 'iso3'))).size !== all.facts.rows)
    return null
  return chartOf(w.results, all.facts.table, [tileMapPanel(all.facts.table, key)], {
    title: `${capital(all.name)} by country, ${w.place}${key === all.key ? '' : ': growth'}`,
    shows: shown(all, key),
    reason: 'For many countries a map of equal tiles lets the small be read like the large.',
    summary: `Map of ${all.name} by country in ${w.place}.`,
  })
}
