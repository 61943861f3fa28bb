import type { Measure } from '../../insights/insights.ts'
import type { Draft } from '../markup/write-markup.ts'
import { capital } from '../understanding/questions.ts'
import { barsPanel, chartOf, membersOf } from './charts.ts'
import { DraftAnswer, type Writing } from './draft-answer.ts'
import { type Facts, roleOf, type Said, say } from './facts.ts'
import { followupsFor } from './follow-ups.ts'
import { periodWords } from './measure-words.ts'
import { segmentWords, shareTile } from './write-shares-of-each.ts'

/** The national total that stands beside the sales of the table, or null where the table shares out the sales alone. */
export function totalOf(main: Facts, w: Writing): Measure | null {
  const found = main.table.columns
    .map(column => w.catalogue.measure(column.measure ?? ''))
    .find(measure => measure?.kind === 'figure')
  return found && main.has('panel_value_usd') ? found : null
}

/** What part of household consumption or GDP the sales of goods are: largest first. */
export function writeShareOfTotal(w: Writing, main: Facts, total: Measure): Draft[] {
  const answer = new DraftAnswer()
  const rows = Array.from({ length: main.rows }, (_, row) => row).filter(
    row => main.number(row, 'share') !== null,
  )
  const [first, second] = rows
  if (first === undefined) return answer.done()
  const period = periodWords(main.period(first))
  const goods = (row: number) => segmentWords(main.text(row, 'segment') ?? '') || w.goods
  const place = (row: number) => main.text(row, 'country') ?? w.place
  const subject = (row: number) => `${goods(row)} in ${place(row)}`
  const together = main.rows > 1 && w.country ? roleOf(w.results, 'together') : null
  const amounts = say`That is ${main.figure(first, 'panel_value_usd')} of ${main.figure(first, total.id)}.`
  return answer
    .headline(
      together && w.plan.countries.length === 1
        ? say`${capital(w.goods)} together made up ${together.figure(0, 'share')} of ${total.phrase} in ${w.place} in ${period}.`
        : null,
      second === undefined
        ? say`${capital(goods(first))} made up ${main.figure(first, 'share')} of ${total.phrase} in ${place(first)} in ${period}.`
        : say`${capital(subject(first))} made up ${main.figure(first, 'share')} of ${total.phrase} in ${period}, ${subject(second)} ${main.figure(second, 'share')}.`,
    )
    .tiles(...rows.slice(0, 4).map(row => shareTile(capital(subject(row)), main, row, period)))
    .chart(chartOfShares(w, main, total))
    .paragraph(null, second === undefined ? amounts : null, changeOf(main, first, subject(first)), [
      {
        text: `Sales are those of the modelled panel at retail prices; ${total.phrase} is as published.`,
      },
    ])
    .table(main.table.id, `${capital(w.goods)} as a share of ${total.phrase}, ${w.place}, ${period}`, [
      ...[
        'country',
        'segment',
        'period',
        'panel_value_usd',
        total.id,
        'share',
        'share_previous',
        'share_change',
      ],
    ])
    .next(...followupsFor(w))
    .done()
}

/** Shares of a national total are small: a hundredth of a point is a change. */
function changeOf(main: Facts, row: number, subject: string): Said {
  const change = main.number(row, 'share_change')
  if (change === null || Math.abs(change) < 0.005) return null
  const figure = main.figure(row, 'share_change', { size: true })
  return say`Over the year the share of ${subject} ${change > 0 ? 'rose' : 'fell'} by ${figure}.`
}

function chartOfShares(w: Writing, main: Facts, total: Measure) {
  const places = membersOf(main.table, 'country')
  if (places.length < 2 || places.length !== main.rows) return null
  return chartOf(w.results, main.table, [barsPanel(main.table, 'share', 'country')], {
    title: `${w.goods} as a share of ${total.phrase}`,
    shows: `Value sales as a share of ${total.phrase}`,
    reason: 'Countries are compared by their share, so they are ranked bars.',
    summary: `Countries ranked by the share of ${w.goods} in ${total.phrase}.`,
  })
}
