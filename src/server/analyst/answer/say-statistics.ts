import type { Table } from '../../../contract/result.ts'
import { decimalsOf, numberOf, textOf, unitOf } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { type FigureStyle, printFigure } from './figures.ts'
import type { Phrase } from './phrase.ts'
import { rowNames } from './row-names.ts'
import { periodName, seasonName } from './time-words.ts'
import { direction, type Said, subjectOf, type Writing } from './writing.ts'

const mostSeries = 4

/** Why nothing could be worked out over the rows, as the engine says it. */
export const sayWhyNot = ({ view }: Writing): Said =>
  view.stat && view.stat.rows.length === 0 ? view.stat.flags.slice(0, 1).map(text => ({ text })) : []

/** What was worked out over the rows, a sentence for each series. */
export function sayStatistic(w: Writing): Said[] {
  const { stat } = w.view
  if (!stat || stat.rows.length === 0) return []
  switch (stat.role) {
    case 'correlation':
      return sayCorrelation(w, stat)
    case 'forecast':
      return seriesOf(stat).map(rows => sayForecast(w, stat, rows))
    case 'seasonality':
      return seriesOf(stat).map(rows => saySeasons(w, stat, rows))
    case 'reach':
      return stat.rows.slice(0, mostSeries).map((_, row) => sayReach(w, stat, row))
    default:
      return stat.rows.slice(0, mostSeries).map((_, row) => sayPrice(w, stat, row))
  }
}

function figure(w: Writing, table: Table, row: number, column: string, style: FigureStyle = {}): Piece[] {
  const value = numberOf(table, row, column)
  if (value === null) return []
  const shown = printFigure(value, unitOf(table, row, column), decimalsOf(table, row, column), style, w)
  return [{ shown, ref: { table: table.id, row, column } }]
}

const nameKeys = ['brand', 'channel', 'segment', 'department', 'country', 'group']
const nameOf = (table: Table, row: number): string =>
  nameKeys.flatMap(key => textOf(table, row, key) ?? []).join(', ')

/** Rows of a statistic, member by member. */
const seriesOf = (table: Table): number[][] =>
  [
    ...Map.groupBy(
      table.rows.map((_, row) => row),
      row => nameOf(table, row),
    ).values(),
  ].slice(0, mostSeries)

/** The subject with the name of a series where there are several. */
function subjectWith(w: Writing, subject: Phrase, table: Table, row: number): Phrase {
  const { messages, names, view } = w
  const name = rowNames(view.query, table, messages, names).name(row)
  return name.text === '' ? subject : messages.phrase('subject.series', { subject, name })
}

/** Under this probability of chance a correlation is called one; strength by the size of r. */
const chance = 0.05
const strengths: [number, string][] = [
  [0.7, 'strong'],
  [0.4, 'moderate'],
  [0, 'weak'],
]

function sayCorrelation(w: Writing, table: Table): Said[] {
  const { messages, view } = w
  const [y, x] = view.shown
  const [r, p] = [numberOf(table, 0, 'pearson'), numberOf(table, 0, 'pearson_p')]
  if (!y || !x || r === null) return []
  const strength = strengths.find(([from]) => Math.abs(r) >= from)?.[1] ?? 'weak'
  const main = messages.say('correlation', {
    ...{ y: subjectOf(w, y), x: subjectOf(w, x), way: direction(r), strength },
    ...{
      clear: String(p !== null && p < chance),
      r: figure(w, table, 0, 'pearson'),
      n: figure(w, table, 0, 'n'),
    },
    dim: view.naming[0] ?? 'period',
  })
  const rank = figure(w, table, 0, 'spearman')
  return [main, rank.length > 0 ? messages.say('correlation.rank', { rank }) : []]
}

function sayForecast(w: Writing, table: Table, rows: readonly number[]): Said {
  const { messages, view } = w
  const [shown] = view.shown
  const last = rows.at(-1)
  if (!shown || last === undefined) return []
  const subject = subjectWith(w, subjectOf(w, shown), table, last)
  const period = (row: number) => periodName(textOf(table, row, 'period') ?? '', messages)
  const ranged = rows.filter(row => numberOf(table, row, 'low') !== null).at(-1)
  const range = (row: number) => ({
    ...{
      figure: figure(w, table, row, 'value'),
      low: figure(w, table, row, 'low'),
      high: figure(w, table, row, 'high'),
    },
    period: period(row),
  })
  if (ranged === last) return messages.say('forecast', { subject, ...range(last) })
  if (ranged === undefined)
    return messages.say('forecast.plain', {
      subject,
      figure: figure(w, table, last, 'value'),
      period: period(last),
    })
  return messages.say('forecast.beyond', {
    ...{ subject, asked: period(last), plain: figure(w, table, last, 'value') },
    ...range(ranged),
  })
}

function saySeasons(w: Writing, table: Table, rows: readonly number[]): Said {
  const { messages, view } = w
  const [shown] = view.shown
  const sorted = rows.toSorted(
    (a, b) => (numberOf(table, b, 'index') ?? 0) - (numberOf(table, a, 'index') ?? 0),
  )
  const [high, low] = [sorted[0], sorted.at(-1)]
  if (!shown || high === undefined || low === undefined) return []
  return messages.say('seasons', {
    subject: subjectWith(w, subjectOf(w, shown), table, high),
    ...{
      high: seasonName(textOf(table, high, 'season') ?? '', messages),
      highFigure: figure(w, table, high, 'index'),
    },
    ...{
      low: seasonName(textOf(table, low, 'season') ?? '', messages),
      lowFigure: figure(w, table, low, 'index'),
    },
  })
}

function sayReach(w: Writing, table: Table, row: number): Said {
  const { messages, view } = w
  const [shown] = view.shown
  const reached = textOf(table, row, 'reached')
  if (!shown) return []
  const text = (key: string) => periodName(textOf(table, row, key) ?? '', messages)
  const values = {
    ...{ subject: subjectWith(w, subjectOf(w, shown), table, row), from: text('from'), to: text('to') },
    ...{ value: figure(w, table, row, 'value'), target: figure(w, table, row, 'target') },
    pace: figure(w, table, row, 'pace'),
  }
  return reached === null
    ? messages.say('reach.never', values)
    : messages.say('reach', {
        ...values,
        reached: periodName(reached, messages),
        years: figure(w, table, row, 'years'),
      })
}

function sayPrice(w: Writing, table: Table, row: number): Said {
  const { messages, view } = w
  const [shown] = view.shown
  if (!shown) return []
  const size = (key: string) => figure(w, table, row, key, { size: true })
  const way = (key: string) => direction(numberOf(table, row, key))
  return messages.say('price', {
    ...{
      subject: subjectWith(
        w,
        messages.phrase('price.subject', { where: w.words.restriction(view.query.cut) }),
        table,
        row,
      ),
    },
    ...{ priceWay: way('price'), price: size('price'), volumeWay: way('volume'), volume: size('volume') },
    ...{
      valueWay: way('value_change'),
      value: size('value_change'),
      elasticity: figure(w, table, row, 'elasticity'),
    },
    given: String(numberOf(table, row, 'n') === null),
  })
}
