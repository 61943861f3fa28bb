import { isDeepStrictEqual } from 'node:util'
import type { Expr, Query } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import { decimalsOf, numberOf, textOf, unitOf } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { dimOfSet } from './expression-facts.ts'
import type { ExpressionWords } from './expression-words.ts'
import { type FigureStyle, printFigure, withoutSaid } from './figures.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'
import { type RowNames, rowNames } from './row-names.ts'
import { baseSpan, spanName } from './time-words.ts'

/** A column of values with the expression behind it. */
export interface Shown {
  key: string
  of: Expr
  /** What the query calls it; null where it has no name of its own. */
  as: string | null
  /** null where rows have different ones. */
  unit: string | null
}

/** A query's rows, with what is needed to speak of them. */
export interface View extends RowNames {
  query: Query
  table: Table
  /** What was worked out over the rows; null where the query asks no statistic. */
  stat: Table | null
  shown: Shown[]
  /** Rows without that of totals. */
  rows: number[]
  total: number | null
  isOverTime: boolean
  value(row: number, shown: Shown): number | null
  /** The printed figure tied to its cell, with its year where rows differ in it; empty where there is none. */
  figure(row: number, shown: Shown, style?: FigureStyle): Piece[]
  /** First and last period of what a row is of; null where rows differ in it and none is its own. */
  span(row: number, shown: Shown): { from: string; to: string } | null
  /** Id of the row's own period, for an order by time; '' where it has none. */
  periodId(row: number): string
  /** '2025', 'Mar 2025', '2020–2025': the row's own period, or that of all rows; null where rows differ in it. */
  period(row: number, shown?: Shown): string | null
  /** Where a change that ends at the row began. */
  base(row: number, shown: Shown): string | null
  /** The column that the rows are ordered by; null where there is no order or it is of something not shown. */
  ordered: Shown | null
}

interface Parts {
  messages: Messages
  names: Names
  /** English words, by which a unit is compared with a name. */
  plain: ExpressionWords
}

export function viewOf(
  query: Query,
  { table, stat }: { table: Table; stat: Table | null },
  { messages, names, plain }: Parts,
): View {
  const has = (key: string) => table.columns.some(column => column.key === key)
  const last = table.rows.length - 1
  const total = table.total ? last : null
  const rows = table.rows.map((_, row) => row).filter(row => row !== total)
  const shown = query.show.map(({ as, of }, at): Shown => {
    const key = `c${at + 1}`
    return { key, of, as, unit: table.columns.find(column => column.key === key)?.unit ?? null }
  })
  const nouns = new Map(shown.map(({ key, of, as }) => [key, as ?? String(plain.noun(of))]))
  const periodKey = ['period', 'month', 'quarter', 'half', 'year'].find(has) ?? null
  const periodId = (row: number) => (periodKey ? textOf(table, row, periodKey) : null)
  const years = yearsOf(table)
  const differs = (key: string) => new Set(rows.map(row => years(row, key))).size > 1
  const unit = (row: number, key: string) => withoutSaid(unitOf(table, row, key), nouns.get(key) ?? '')
  const value = (row: number, { key }: Shown) => numberOf(table, row, key)
  const piece = (row: number, key: string, printed: string): Piece => ({
    shown: printed,
    ref: { table: table.id, row, column: key },
  })
  /** First and last period of what a row is of; null where rows differ in it and none is its own. */
  const span = (row: number, key: string): { from: string; to: string } | null => {
    const own = periodId(row) ?? years(row, key)
    if (own !== null) return { from: own, to: own }
    return table.columns.some(column => yearKey.test(column.key)) ? null : table.period
  }
  return {
    ...rowNames(query, table, messages, names),
    ...{ query, table, stat, shown, rows, total, isOverTime: periodKey !== null, value },
    periodId: row => periodId(row) ?? '',
    figure(row, { key }, style) {
      const found = numberOf(table, row, key)
      if (found === null) return []
      const decimals = decimalsOf(table, row, key)
      const printed = printFigure(found, unit(row, key), decimals, style ?? {}, { messages, names })
      const figure = [piece(row, key, printed)]
      const year = differs(key) ? years(row, key) : null
      return year === null ? figure : messages.say('figure.dated', { figure, year })
    },
    span: (row, { key }) => span(row, key),
    period(row, column = shown[0]) {
      const key = column?.key ?? ''
      const found = periodId(row) === null && differs(key) && rows.length > 1 ? null : span(row, key)
      return found && spanName(found.from, found.to, messages)
    },
    base(row, { key, of }) {
      const found = span(row, key)
      return of.k === 'change' ? baseSpan(of.from, found, messages) : null
    },
    ordered: query.order === null ? null : (shown.find(({ of }) => isOrderOf(query, of)) ?? null),
  }
}

const yearKey = /^y\d+$/

/** The year beside a figure, where `latest` found more than one: in its own column, or once for all beside the last. */
function yearsOf(table: Table): (row: number, key: string) => string | null {
  const [only, ...more] = table.columns.map(({ key }) => key).filter(key => yearKey.test(key))
  return (row, key) => {
    const own = textOf(table, row, `y${key.slice(1)}`)
    if (own !== null || only === undefined || more.length > 0) return own
    return Number(only.slice(1)) > Number(key.slice(1)) ? textOf(table, row, only) : null
  }
}

/** Rows stand in the order of an expression also where they are ordered by what it is a share of, with one whole for all. */
function isOrderOf({ order, rows }: Query, of: Expr): boolean {
  if (isDeepStrictEqual(of, order?.by)) return true
  const [row] = rows
  if (of.k !== 'share' || row?.k !== 'members' || rows.length > 1) return false
  return of.whole[dimOfSet(row.of)] !== undefined && isDeepStrictEqual(of.of, order?.by)
}
