import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { DraftAnswer, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, type Facts, moved, roleOf, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import { type MeasureFacts, measureTables, periodWords, rowName, rowSubject } from './measure-words.ts'
import { wasWere } from './places.ts'
import { tableColumns, trendChart } from './write-lookup.ts'

/** How something went over time: from first to last, the high and the low, the latest step. */
export function writeTrend(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const trends = measureTables(w, 'trend')
  const summaries = measureTables(w, 'summary')
  const [trend] = trends
  if (!trend) return answer.done()
  const summary = summaries[0]?.facts ?? roleOf(w.results, 'summary')
  answer.headline(summary ? overall(trend, summary, 0, w) : null, plainHeadline(trend, w))
  if (summary) answer.tiles(...tiles(trend, summary, w))
  for (const one of trends.slice(0, 2)) answer.chart(trendChart(one, w))
  if (trends.length === 1 && severalLines(trend) && !trend.isRate) answer.chart(trendChart(trend, w, 'index'))
  if (summary) {
    const rows = Array.from({ length: Math.min(summary.rows, 5) }, (_, row) => row)
    answer.paragraph(
      null,
      ...rows.flatMap(row => [
        row > 0 ? overall(trend, summary, row, w) : null,
        extremes(trend, summary, row, w),
      ]),
      latest(trend, w),
    )
    for (const [i, one] of trends.entries()) {
      const other = summaries[i]
      if (i > 0 && other)
        answer.paragraph(null, overall(one, other.facts, 0, w), extremes(one, other.facts, 0, w))
    }
  }
  for (const one of trends)
    answer.table(one.facts.table.id, `${capital(one.name)} in ${w.place}`, tableColumns(one))
  return answer.next(...followupsFor(w)).done()
}

const severalLines = ({ facts }: MeasureFacts) => {
  const first = facts.text(0, 'period')
  return facts.table.rows.filter((_, row) => facts.text(row, 'period') === first).length > 1
}

/** 'Value sales of tea in Kenya grew from US$ 280m in 2019 to US$ 312m in 2025, 1.8% a year.' */
function overall(trend: MeasureFacts, summary: Facts, row: number, w: Writing): Said {
  const [from, to] = [
    periodWords(summary.period(row, 'first_period')),
    periodWords(summary.period(row, 'last_period')),
  ]
  const { isRate, measure } = trend
  const subject = capital(rowSubject(trend, row, w, summary))
  const [first, last] = [summary.figure(row, 'first'), summary.figure(row, 'last')]
  const [a, b] = [summary.number(row, 'first'), summary.number(row, 'last')]
  if (a === null || b === null) return null
  if (isRate || a <= 0)
    return say`${subject} ${b >= a ? 'rose' : 'fell'} from ${first} in ${from} to ${last} in ${to}.`
  const years = summary.number(row, 'cagr') !== null && Number(to.slice(-4)) - Number(from.slice(-4)) > 1
  const tail = years
    ? say`, ${b >= a ? 'a rise' : 'a fall'} of ${summary.figure(row, 'cagr', { size: true })} a year`
    : say`, ${b >= a ? 'a rise' : 'a fall'} of ${summary.figure(row, 'growth', { size: true })}`
  return say`${subject} ${wasWere(measure.phrase)} ${last} in ${to} against ${first} in ${from}${tail ?? ''}.`
}

function plainHeadline(one: MeasureFacts, w: Writing): Said {
  const { facts, key } = one
  return say`${capital(rowSubject(one, facts.last, w))}: ${facts.figure(facts.last, key)} in ${periodWords(facts.period(facts.last))}.`
}

function tiles({ isRate, measure }: MeasureFacts, summary: Facts, w: Writing) {
  if (summary.rows > 1) {
    return Array.from({ length: Math.min(summary.rows, 4) }, (_, row) =>
      tile(
        capital(rowName(summary, row, w)),
        summary.figure(row, 'last'),
        isRate
          ? say`${periodWords(summary.period(row, 'last_period'))}`
          : say`${arrow(summary, row, 'growth')} since ${periodWords(summary.period(row, 'first_period'))}`,
        toneOf(summary.number(row, 'growth'), measure.higherIs),
      ),
    )
  }
  return [
    tile(periodWords(summary.period(0, 'last_period')), summary.figure(0, 'last'), [{ text: 'latest' }]),
    tile(periodWords(summary.period(0, 'first_period')), summary.figure(0, 'first'), [{ text: 'first' }]),
    isRate
      ? tile('Highest', summary.figure(0, 'highest'), [
          { text: periodWords(summary.period(0, 'highest_period')) },
        ])
      : tile(
          'Growth over all',
          summary.figure(0, 'growth'),
          say`${summary.figure(0, 'cagr')} a year`,
          toneOf(summary.number(0, 'growth'), measure.higherIs),
        ),
    tile('Lowest', summary.figure(0, 'lowest'), [{ text: periodWords(summary.period(0, 'lowest_period')) }]),
  ]
}

function extremes(_trend: MeasureFacts, summary: Facts, row: number, w: Writing): Said {
  const [high, low] = [summary.period(row, 'highest_period'), summary.period(row, 'lowest_period')]
  if (high === low) return null
  const who = summary.rows > 1 ? ` in ${rowName(summary, row, w)}` : ''
  return say`The high${who} was ${summary.figure(row, 'highest')} in ${periodWords(high)} and the low ${summary.figure(row, 'lowest')} in ${periodWords(low)}.`
}

function latest({ facts, isRate }: MeasureFacts, w: Writing): Said {
  const key = isRate ? 'change' : 'yoy'
  const rows = Array.from({ length: facts.rows }, (_, row) => row)
  const row = rows.findLast(at => facts.number(at, key) !== null)
  if (row === undefined) return null
  return say`In ${periodWords(facts.period(row))} ${rowName(facts, row, w)} ${moved(facts, row, key, 'was up', 'was down', 'was level')} on the year before.`
}

/** Growth between two spans, with the figures at both ends. */
export function writeGrowth(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const mains = measureTables(w, 'main')
  const [main] = mains
  if (!main) return writeTrend(w)
  const { facts, measure } = main
  answer
    .headline(grown(main, 0, w))
    .tiles(
      ...(facts.rows === 1
        ? [
            tile(
              main.isRate ? 'Change' : 'Growth',
              facts.figure(0, main.isRate ? 'change' : 'growth'),
              [{ text: span(facts, 0) }],
              toneOf(facts.number(0, main.isRate ? 'change' : 'growth'), measure.higherIs),
            ),
            tile(periodWords(facts.period(0, 'last_period')), facts.figure(0, 'last'), [
              { text: measure.phrase },
            ]),
            tile(periodWords(facts.period(0, 'first_period')), facts.figure(0, 'first'), [
              { text: measure.phrase },
            ]),
          ]
        : Array.from({ length: Math.min(facts.rows, 4) }, (_, row) =>
            tile(
              capital(rowName(facts, row, w)),
              facts.figure(row, main.isRate ? 'change' : 'growth'),
              say`to ${facts.figure(row, 'last')}`,
              toneOf(facts.number(row, 'growth'), measure.higherIs),
            ),
          )),
    )
  for (const trend of measureTables(w, 'trend').slice(0, 1)) answer.chart(trendChart(trend, w))
  answer.paragraph(
    null,
    ...Array.from({ length: Math.min(facts.rows, 6) }, (_, row) => (row === 0 ? null : grown(main, row, w))),
    ...mains.slice(1).map(one => grown(one, 0, w)),
  )
  for (const one of mains) {
    const columns = [
      'rank',
      'country',
      'segment',
      'brand',
      'channel',
      'first_period',
      'first',
      'last_period',
      'last',
      'change',
      'growth',
      'years',
    ]
    answer.table(
      one.facts.table.id,
      `Growth of ${one.name}, ${w.place}`,
      columns.filter(key => one.facts.has(key)),
    )
  }
  return answer.next(...followupsFor(w)).done()
}

const span = (facts: Facts, row: number) =>
  `${periodWords(facts.period(row, 'first_period'))} to ${periodWords(facts.period(row, 'last_period'))}`

function grown(one: MeasureFacts, row: number, w: Writing): Said {
  const { facts, isRate } = one
  const subject = capital(rowSubject(one, row, w))
  const [from, to] = [
    periodWords(facts.period(row, 'first_period')),
    periodWords(facts.period(row, 'last_period')),
  ]
  if (isRate)
    return say`${subject} ${moved(facts, row, 'change', 'rose', 'fell', 'held steady')} to ${facts.figure(row, 'last')} in ${to}, from ${facts.figure(row, 'first')} in ${from}.`
  const perYear = /a year/.test(facts.unit(row, 'growth') ?? '') ? ' a year' : ''
  return say`${subject} ${moved(facts, row, 'growth', 'grew', 'fell', 'held steady')}${perYear}, from ${facts.figure(row, 'first')} in ${from} to ${facts.figure(row, 'last')} in ${to}.`
}
