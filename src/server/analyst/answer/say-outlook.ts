import type { Table } from '../../../contract/result.ts'
import { numberOf, textOf } from '../claims/result-set.ts'
import { isPlural } from './expression-facts.ts'
import { figureOf, mostSeries, periodOf, seriesName, seriesOf, subjectWith } from './statistic-table.ts'
import { type Said, subjectOf, type Writing } from './writing.ts'

/** The rows of a series: its last figure, the last year with a range, and the year asked where it lies beyond. */
interface Outlook {
  known: number | null
  ranged: number | null
  beyond: number | null
}

function outlookOf(table: Table, rows: readonly number[]): Outlook {
  const last = (test: (row: number) => boolean) => rows.findLast(test) ?? null
  return {
    known: last(row => textOf(table, row, 'basis') === 'figure'),
    ranged: last(row => numberOf(table, row, 'low') !== null),
    beyond: last(row => textOf(table, row, 'basis') === 'arithmetic'),
  }
}

/** One series, or several in the order that is expected. */
export function sayForecasts(w: Writing, table: Table): Said[] {
  const all = seriesOf(table).map(rows => outlookOf(table, rows))
  const [only, ...more] = all
  const said = more.length === 0 && only ? [sayForecast(w, table, only)] : sayRanking(w, table, all)
  return [...said, sayError(w, table, only?.ranged ?? null)]
}

/** 'US$ 499m in 2028, between US$ 259m and US$ 959m'. */
const rangeOf = (w: Writing, table: Table, row: number) => ({
  ...{ figure: figureOf(w, table, row, 'value'), period: periodOf(w, table, row) },
  ...{ low: figureOf(w, table, row, 'low'), high: figureOf(w, table, row, 'high') },
})

function sayForecast(w: Writing, table: Table, { known, ranged, beyond }: Outlook): Said {
  const { messages, view, names } = w
  const [shown] = view.shown
  const row = ranged ?? beyond
  if (!shown || row === null) return []
  const subject = subjectWith(w, subjectOf(w, shown), table, row)
  const values = {
    ...{ subject, plural: String(isPlural(shown.of, names)), known: String(known !== null) },
    last: known === null ? [] : figureOf(w, table, known, 'value'),
    lastPeriod: known === null ? '' : periodOf(w, table, known),
    ...rangeOf(w, table, row),
  }
  if (ranged === null) return messages.say('forecast.plain', values)
  if (beyond === null) return messages.say('forecast', values)
  const plain = figureOf(w, table, beyond, 'value')
  return messages.say('forecast.beyond', { ...values, plain, asked: periodOf(w, table, beyond) })
}

/** Several series, the largest in the last year with a range first. */
function sayRanking(w: Writing, table: Table, all: readonly Outlook[]): Said[] {
  const { messages, view } = w
  const [shown] = view.shown
  const value = (row: number | null, key = 'value') => (row === null ? null : numberOf(table, row, key))
  const sorted = all
    .filter(({ ranged }) => ranged !== null)
    .toSorted((a, b) => (value(b.ranged) ?? 0) - (value(a.ranged) ?? 0))
  const [first, second] = sorted
  if (!shown || first?.ranged == null) return []
  const nameOf = (row: number) => seriesName(w, table, row)
  const items = sorted.slice(1, mostSeries).flatMap(({ ranged }) => {
    if (ranged === null) return []
    return [messages.say('forecast.item', { name: nameOf(ranged), ...rangeOf(w, table, ranged) })]
  })
  const values = {
    ...{ name: nameOf(first.ranged), topic: w.words.noun(shown.of, view.query.cut) },
    ...{ items: messages.list(items), others: items.length, ...rangeOf(w, table, first.ranged) },
  }
  const isOverlapping = (value(second?.ranged ?? null, 'high') ?? 0) > (value(first.ranged, 'low') ?? 0)
  const { beyond } = first
  const ranking =
    beyond === null
      ? messages.say('forecast.ranking', values)
      : messages.say('forecast.rankingBeyond', { ...values, asked: periodOf(w, table, beyond) })
  const plain = sorted.slice(0, mostSeries).flatMap(one => {
    if (one.beyond === null) return []
    return [
      messages.say('item.named', {
        name: nameOf(one.beyond),
        figure: figureOf(w, table, one.beyond, 'value'),
      }),
    ]
  })
  return [
    ranking,
    beyond === null || plain.length === 0
      ? []
      : messages.say('forecast.pace', { items: messages.list(plain), asked: periodOf(w, table, beyond) }),
    isOverlapping ? messages.say('forecast.overlap') : [],
  ]
}

/** How far forecasts over the same distance were off. */
function sayError(w: Writing, table: Table, row: number | null): Said {
  const error = row === null ? [] : figureOf(w, table, row, 'error')
  return error.length === 0 ? [] : w.messages.say('forecast.error', { error })
}

/** When a target is reached at the pace so far. */
export function sayReach(w: Writing, table: Table, row: number): Said {
  const { messages, view } = w
  const [shown] = view.shown
  if (!shown) return []
  const values = {
    ...{ subject: subjectWith(w, subjectOf(w, shown), table, row) },
    ...{ from: periodOf(w, table, row, 'from'), to: periodOf(w, table, row, 'to') },
    ...{ value: figureOf(w, table, row, 'value'), target: figureOf(w, table, row, 'target') },
    pace: figureOf(w, table, row, 'pace'),
  }
  if (isBehind(table, row)) return messages.say('reach.already', values)
  if (textOf(table, row, 'reached') === null) return messages.say('reach.never', values)
  return messages.say('reach', {
    ...{ ...values, reached: periodOf(w, table, row, 'reached') },
    years: figureOf(w, table, row, 'years'),
  })
}

/** The figure has passed the target in the direction of its pace. */
function isBehind(table: Table, row: number): boolean {
  const [value, target, pace] = ['value', 'target', 'pace'].map(key => numberOf(table, row, key) ?? 0)
  return ((value ?? 0) - (target ?? 0)) * Math.sign(pace ?? 0) >= 0 && pace !== 0
}
