import { isDeepStrictEqual } from 'node:util'
import type { Cut, Dim, Expr, Query } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import { decimalsOf, numberOf, textOf, unitOf } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { dimOfSet } from './expression-words.ts'
import { type FigureStyle, printApart, printFigure } from './figures.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'
import { baseName, periodName, spanName } from './time-words.ts'

/** A column of values with the expression behind it. */
export interface Shown {
  key: string
  of: Expr
  /** What the query calls it; null where it has no name of its own. */
  as: string | null
  unit: string | null
}

/** A query's rows, with what is needed to speak of them. */
export interface View {
  query: Query
  table: Table
  /** What was worked out over the rows; null where the query asks no statistic. */
  stat: Table | null
  shown: Shown[]
  /** Rows without that of totals. */
  rows: number[]
  total: number | null
  /** Columns that name a row, but for periods: 'country', 'brand', 'group' … */
  naming: string[]
  isOverTime: boolean
  /** True where several rows have their own years, which stand beside the figures. */
  isDated: boolean
  value(row: number, shown: Shown): number | null
  /** The printed figure tied to its cell, with its year in brackets where rows differ in it; empty where there is none. */
  figure(row: number, shown: Shown, style?: FigureStyle): Piece[]
  /** Two figures of a column side by side, printed so that they differ; null where they are the same. */
  pair(one: number, other: number, shown: Shown): [Piece[], Piece[]] | null
  /** 'the Gambia', 'Brand A in Kenya'. */
  name(row: number): string
  /** What the row is of: the query's own cut with the row's members in place. */
  cut(row: number): Cut
  /** The name under one of the naming columns, and the rest of the name without it. */
  part(row: number, key: string): string
  partsWithout(row: number, key: string): string
  /** Id of the row's own period, for an order by time; '' where it has none. */
  periodId(row: number): string
  /** '2025', 'Mar 2025': the row's own period, or that of all rows; null where there is none or rows differ in it. */
  period(row: number): string | null
  /** Where a change that ends at the row began. */
  base(row: number, shown: Shown): string | null
  /** The column that the rows are ordered by; null where there is no order or it is of something not shown. */
  ordered: Shown | null
}

/** Columns that name a row, with the column of the id behind each name. */
const namingKeys: Readonly<Record<string, { id: string | null; dim: Dim }>> = {
  brand: { id: null, dim: 'brand' },
  channel: { id: 'channel_id', dim: 'channel' },
  segment: { id: 'segment_id', dim: 'segment' },
  department: { id: 'department_id', dim: 'segment' },
  country: { id: 'iso3', dim: 'country' },
  group: { id: 'group_id', dim: 'country' },
}

export const dimOfKey = (key: string): Dim => namingKeys[key]?.dim ?? 'country'

/** The dimensions that the rows say. */
export const rowDims = ({ rows }: Query): Dim[] =>
  rows.flatMap((row): Dim[] => {
    if (row.k === 'members') return [dimOfSet(row.of)]
    if (row.k === 'groups') return ['country']
    return row.k === 'departments' ? ['segment'] : []
  })

export function viewOf(
  query: Query,
  { table, stat }: { table: Table; stat: Table | null },
  { messages, names }: { messages: Messages; names: Names },
): View {
  const has = (key: string) => table.columns.some(column => column.key === key)
  const naming = Object.keys(namingKeys).filter(has)
  const last = table.rows.length - 1
  const total = table.total ? last : null
  const rows = table.rows.map((_, row) => row).filter(row => row !== total)
  const shown = query.show.map(({ as, of }, at): Shown => {
    const key = `c${at + 1}`
    return { key, of, as, unit: table.columns.find(column => column.key === key)?.unit ?? null }
  })
  const periodKey = ['period', 'month', 'quarter', 'half', 'year'].find(has) ?? null
  const yearOf = (row: number, key: string) => {
    const own = textOf(table, row, `y${key.slice(1)}`)
    if (own !== null) return own
    // The same years beside every column stand once, beside the last.
    const years = table.columns.map(column => column.key).filter(one => /^y\d+$/.test(one))
    const [only] = years
    return years.length === 1 && only !== undefined && Number(only.slice(1)) > Number(key.slice(1))
      ? textOf(table, row, only)
      : null
  }
  const ref = (row: number, key: string, printed: string): Piece => ({
    shown: printed,
    ref: { table: table.id, row, column: key },
  })
  const dated = (row: number, shown: Shown, piece: Piece): Piece[] => {
    const year = yearOf(row, shown.key)
    return year === null || rows.length === 1
      ? [piece]
      : messages.say('figure.dated', { figure: [piece], year })
  }
  const print = (row: number, { key }: Shown, value: number, style?: FigureStyle) =>
    printFigure(value, unitOf(table, row, key), decimalsOf(table, row, key), style)
  const value = (row: number, { key }: Shown) => numberOf(table, row, key)
  const own = (row: number) => (periodKey ? textOf(table, row, periodKey) : null)
  const differInYear = table.columns.some(({ key }) => /^y\d+$/.test(key))
  /** Id of the row's period or, where all rows have one, of theirs. */
  const periodId = (row: number, shown: Shown | undefined): string | null => {
    const year = shown ? yearOf(row, shown.key) : null
    if (own(row) !== null || year !== null) return own(row) ?? year
    const { period } = table
    return period && period.from === period.to ? period.from : wholeYear(table)
  }
  const named = (row: number, keys: readonly string[]): string => {
    const parts = keys.map(key => {
      const { id, dim } = namingKeys[key] ?? { id: null, dim: 'country' as const }
      const found = id === null ? null : textOf(table, row, id)
      const isBundle = key === 'group' || key === 'department'
      if (found === null) return textOf(table, row, key) ?? ''
      return isBundle ? names.bundle(dim, found) : names.member(dim, found)
    })
    const [first = '', ...rest] = parts.filter(part => part !== '')
    return rest.reduce((a, b) => messages.text('name.in', { a, b }), first)
  }
  const cut = (row: number): Cut => {
    const own: Cut = { ...query.cut }
    for (const key of naming) {
      const { id, dim } = namingKeys[key] ?? { id: null, dim: 'country' as const }
      const found = textOf(table, row, id ?? key)
      const isBundle = key === 'group' || key === 'department'
      if (found !== null) own[dim] = isBundle ? { k: 'in', dim, id: found } : { k: 'ids', dim, ids: [found] }
    }
    return own
  }
  return {
    ...{ query, table, stat, shown, rows, total, naming, isOverTime: periodKey !== null, value },
    isDated: differInYear && rows.length > 1,
    figure(row, shown, style) {
      const found = value(row, shown)
      return found === null ? [] : dated(row, shown, ref(row, shown.key, print(row, shown, found, style)))
    },
    pair(one, other, shown) {
      const [a, b] = [value(one, shown), value(other, shown)]
      if (a === null || b === null) return null
      const [unit, decimals] = [unitOf(table, one, shown.key), decimalsOf(table, one, shown.key)]
      const printed = printApart(a, b, unit, decimals)
      return printed && [[ref(one, shown.key, printed[0])], [ref(other, shown.key, printed[1])]]
    },
    cut,
    name: row => named(row, naming),
    part: (row, key) => named(row, [key]),
    partsWithout: (row, key) =>
      named(
        row,
        naming.filter(one => one !== key),
      ),
    periodId: row => own(row) ?? '',
    period(row) {
      const [first] = shown
      const id = periodId(row, first)
      if (id !== null) return periodName(id, messages)
      const { period } = table
      return period && !differInYear ? spanName(period.from, period.to, messages) : null
    },
    base(row, shown) {
      return shown.of.k === 'change' ? baseName(shown.of.from, periodId(row, shown), messages) : null
    },
    ordered:
      query.order === null ? null : (shown.find(({ of }) => isDeepStrictEqual(of, query.order?.by)) ?? null),
  }
}

/** '2025' where a table covers the months of one year. */
function wholeYear({ period }: Table): string | null {
  if (!period) return null
  const [year, first] = period.from.split('-')
  const [end, last] = period.to.split('-')
  return year !== undefined && year === end && first === '01' && last === '12' ? year : null
}
