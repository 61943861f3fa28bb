import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { barsPanel, chartOf } from './charts.ts'
import { DraftAnswer, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, moved, roleOf, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import {
  changeClause,
  coverageSentence,
  type MeasureFacts,
  measureTables,
  periodBefore,
  periodWords,
  rowName,
  rowSubject,
} from './measure-words.ts'
import { wasWere } from './places.ts'
import { tableColumns, trendChart } from './write-lookup.ts'

/** Places or segments side by side on one period, or one thing in two periods. */
export function writeCompare(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const mains = measureTables(w, 'main')
  const [main] = mains
  if (!main) return answer.done()
  const against = main.facts.has('against')
  answer.headline(against ? twoPeriods(main, 0, w) : sideBySide(main, w))
  answer.tiles(...(against ? periodTiles(main, w) : sideTiles(main, w)))
  answer.chart(bars(main, w))
  for (const trend of measureTables(w, 'trend').slice(0, 1)) answer.chart(trendChart(trend, w))
  answer.paragraph(
    null,
    ...(against ? otherPeriods(main, w) : otherSides(main, w)),
    ...mains.slice(1).map(one => (against ? twoPeriods(one, 0, w) : sideBySide(one, w))),
  )
  const columns = against
    ? [
        'country',
        'segment',
        'brand',
        'channel',
        'period',
        main.key,
        'against_period',
        'against',
        'change',
        'growth',
      ]
    : tableColumns(main)
  for (const one of mains) {
    answer.table(
      one.facts.table.id,
      `${capital(one.name)}, ${w.place}`,
      (against ? columns : tableColumns(one)).filter(key => one.facts.has(key)),
    )
  }
  return answer.next(...followupsFor(w)).done()
}

function sideBySide(main: MeasureFacts, w: Writing): Said {
  const { facts, key, name, measure } = main
  const period = periodWords(facts.period(0))
  const held = rowsWith(main)
  const [first, second] = held
  if (first === undefined) return [{ text: `No figure is held for ${name} in ${w.place}.` }]
  const label = w.plan.by === 'segment' ? measure.phrase : name
  if (second === undefined)
    return say`${capital(label)}: ${rowName(facts, first, w)} ${facts.figure(first, key, { withUnit: true })} in ${period}; for the others no figure is held.`
  const where = w.plan.by === 'segment' ? ` in ${w.place}` : ''
  return say`${capital(rowName(facts, first, w))} leads on ${label}${where} in ${period}: ${facts.figure(first, key, { withUnit: true })} against ${facts.figure(second, key)} ${w.plan.by === 'segment' ? 'for' : 'in'} ${rowName(facts, second, w)}.`
}

const rowsWith = ({ facts, key }: MeasureFacts) =>
  Array.from({ length: facts.rows }, (_, row) => row).filter(row => facts.number(row, key) !== null)

function sideTiles(main: MeasureFacts, w: Writing) {
  const { facts, key, isRate, measure } = main
  const change = isRate ? 'change' : 'yoy'
  return rowsWith(main)
    .slice(0, 4)
    .map(row =>
      tile(
        capital(rowName(facts, row, w)),
        facts.figure(row, key),
        say`${arrow(facts, row, change) ?? ''} on ${periodBefore(facts, row, w)}`,
        toneOf(facts.number(row, change), measure.higherIs),
      ),
    )
}

function otherSides(main: MeasureFacts, w: Writing): Said[] {
  const { facts, key } = main
  const total = roleOf(w.results, 'total')
  const totalKey = total?.table.columns.find(column => column.measure !== null)?.key
  return [
    ...rowsWith(main)
      .slice(0, 4)
      .map(
        row =>
          say`${capital(rowName(facts, row, w))}: ${facts.figure(row, key)}${changeClause(main, row, periodBefore(facts, row, w))}.`,
      ),
    total && totalKey ? say`Together they come to ${total.figure(0, totalKey)}.` : null,
    coverageSentence(facts) === null ? null : [{ text: coverageSentence(facts) ?? '' }],
  ]
}

function twoPeriods(one: MeasureFacts, row: number, w: Writing): Said {
  const { facts, key, isRate, measure } = one
  const [now, then] = [periodWords(facts.period(row)), periodWords(facts.period(row, 'against_period'))]
  const move = isRate
    ? moved(facts, row, 'change', 'up', 'down', 'level')
    : moved(facts, row, 'growth', 'up', 'down', 'level')
  if (facts.number(row, key) === null || facts.number(row, 'against') === null)
    return [{ text: `Figures for both periods are not held for ${rowSubject(one, row, w)}.` }]
  return say`${capital(rowSubject(one, row, w))} ${wasWere(measure.phrase)} ${facts.figure(row, key, { withUnit: true })} in ${now}, ${move} from ${facts.figure(row, 'against')} in ${then}.`
}

const otherPeriods = (main: MeasureFacts, w: Writing): Said[] =>
  Array.from({ length: Math.min(main.facts.rows, 6) }, (_, row) => row)
    .slice(1)
    .map(row => twoPeriods(main, row, w))

function periodTiles({ facts, key, isRate, measure }: MeasureFacts, _w: Writing) {
  const change = isRate ? 'change' : 'growth'
  return [
    tile(periodWords(facts.period(0)), facts.figure(0, key), [{ text: measure.phrase }]),
    tile(periodWords(facts.period(0, 'against_period')), facts.figure(0, 'against'), [
      { text: measure.phrase },
    ]),
    tile(
      'Change',
      facts.figure(0, change),
      [{ text: 'between the two' }],
      toneOf(facts.number(0, change), measure.higherIs),
    ),
    tile('Difference', facts.figure(0, 'change'), [{ text: 'between the two' }]),
  ]
}

function bars({ facts, key, measure, name }: MeasureFacts, w: Writing) {
  const x = ['brand', 'channel', 'segment', 'country'].find(
    one => new Set(facts.table.rows.map((_, row) => facts.text(row, one))).size > 1,
  )
  if (!x || facts.unit(0, key) === null) return null
  const ids = facts.table.rows.map((_, row) => facts.text(row, x))
  if (new Set(ids).size !== ids.length) return null
  const label = w.plan.by === 'segment' ? measure.phrase : name
  return chartOf(w.results, facts.table, [barsPanel(facts.table, key, x)], {
    title: `${capital(label)}, ${w.place}`,
    shows: measure.name,
    reason: 'Things side by side on one period are bars in order of size.',
    summary: `${capital(label)} in ${w.place}, in order of size.`,
  })
}
