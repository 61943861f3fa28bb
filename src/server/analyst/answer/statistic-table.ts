import type { Table } from '../../../contract/result.ts'
import { decimalsOf, numberOf, textOf, unitOf } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { type FigureStyle, printFigure } from './figures.ts'
import type { Phrase } from './phrase.ts'
import { rowNames } from './row-names.ts'
import { periodName } from './time-words.ts'
import type { Writing } from './writing.ts'

/** So many series are spoken of. */
export const mostSeries = 4

/** A cell of a statistic's table as printed; empty where it has no number. */
export function figureOf(
  w: Writing,
  table: Table,
  row: number,
  column: string,
  style: FigureStyle = {},
): Piece[] {
  const value = numberOf(table, row, column)
  if (value === null) return []
  const shown = printFigure(value, unitOf(table, row, column), decimalsOf(table, row, column), style, w)
  return [{ shown, ref: { table: table.id, row, column } }]
}

const nameKeys = ['brand', 'channel', 'segment', 'department', 'country', 'group']
const idOf = (table: Table, row: number): string =>
  nameKeys.flatMap(key => textOf(table, row, key) ?? []).join(', ')

/** Rows of a statistic, member by member. */
export const seriesOf = (table: Table): number[][] => [
  ...Map.groupBy(
    table.rows.map((_, row) => row),
    row => idOf(table, row),
  ).values(),
]

/** The member that a row of a statistic is of; '' where it is of none. */
export const seriesName = ({ messages, names, view }: Writing, table: Table, row: number): Phrase =>
  rowNames(view.query, table, messages, names).name(row)

/** The subject with the name of a series where there are several. */
export function subjectWith(w: Writing, subject: Phrase, table: Table, row: number): Phrase {
  const name = seriesName(w, table, row)
  return name.text === '' ? subject : w.messages.phrase('subject.series', { subject, name })
}

export const periodOf = ({ messages }: Writing, table: Table, row: number, key = 'period'): string =>
  periodName(textOf(table, row, key) ?? '', messages)
