import type { Dim, Query, Row, TimeGrain } from '../../../contract/query.ts'
import type { DataModel } from './data-model.ts'
import { dimOf, dimOfRow } from './dim-of.ts'
import { valuesSql } from './sql/base-value.ts'
import { isLatest, type LatestScope, type Part, type Scope, withPart } from './sql/scope.ts'
import { SetTables } from './sql/sets.ts'
import { Level, SqlBuilder } from './sql/sql-builder.ts'
import {
  fixed,
  greatest,
  least,
  linearSql,
  monthsOf,
  periodMonths,
  periodWindow,
  type Window,
  wholes,
  windowAt,
} from './sql/windows.ts'

/** What a column of row ids holds; periods are counted from year 0 in their grain. */
export type RowKey = Dim | 'group' | 'department' | { grain: TimeGrain }

export interface CompiledQuery {
  /**
   * SELECT of the ids (k1, k2 …), the values (c1 …), the years found by `latest` (y1 …), `state` ('row' or 'missing'), in order.
   * Rows are numbered by `place`.
   */
  sql: string
  params: (string | number)[]
  keys: RowKey[]
  /** How many columns `show` has. */
  columns: number
}

/** Ids of rows as they are finished: 'KEN', 'Brand A', '2019-Q3'. */
export type RowIds = readonly string[]

/** The SQL of a query that passed the type check, with some rows as missing; throws on an unknown id. */
export const compileQuery = (
  model: DataModel,
  query: Query,
  without: readonly RowIds[] = [],
): CompiledQuery => compiled(model, query, { isTotal: false, without })

/** The SQL of its total: one row, the cell of all rows together before `where`. */
export const compileTotal = (model: DataModel, query: Query): CompiledQuery =>
  compiled(model, { ...query, where: null, order: null, take: null }, { isTotal: true, without: [] })

interface Kind {
  isTotal: boolean
  without: readonly RowIds[]
}

function compiled(model: DataModel, query: Query, { isTotal, without }: Kind): CompiledQuery {
  const builder = new SqlBuilder()
  const time = query.time.k === 'latest' ? query.time : windowAt(query.time, null, model.panel.to)
  const sets = new SetTables(builder, model, time)
  sets.restrict(query.cut)
  const level = new Level('k')
  const clauses = query.rows.map((row, at) => rowClause(row, at + 1, query.zip, sets, builder, model))
  const scope = clauses.reduce<Scope | LatestScope>(
    (place, clause) => (isTotal ? clause.all(place) : clause.place(place)),
    sets.own,
  )
  const rows = isTotal ? [] : clauses
  const shown = query.show.map(({ of }) => sets.expressions.column(of, scope, level))
  const where = query.where && level.bind(sets.expressions.condition(query.where, scope, level))
  const by = query.order && sets.expressions.column(query.order.by, scope, level).value
  const source = joined(rows, query.zip)
  const ids = rows.map((_, at) => `k${at + 1}`)
  const order = orderSql(query, by, rows)
  const list = [
    ...ids.map(id => `k.${id}`),
    ...rows.map((_, at) => `k.o${at + 1}`),
    ...shown.map(({ value }, at) => `${value} AS c${at + 1}`),
    ...shown.map(({ year }, at) => `${year ?? 'NULL'} AS y${at + 1}`),
    `${by ?? 'NULL'} AS by_value`,
    `CASE WHEN ${missing(where, by, shown, withoutSql(builder, rows, without))} THEN 'missing' ELSE 'row' END AS state`,
  ]
  const keep = where === null ? '' : ` WHERE ${where} IS NOT FALSE`
  const columns = query.show.map((_, at) => at + 1)
  const result = [...ids, ...columns.map(at => `c${at}`), ...columns.map(at => `y${at}`), 'state']
  const body = `cells AS (SELECT ${list.join(', ')}\nFROM ${level.over(source)}${keep})`
  const select = `SELECT ${result.join(', ')} FROM ${taken(query, order, ids)} ORDER BY state DESC, ${order}`
  const tables = builder.tables.map(({ name, sql }) => `${name} AS (${sql})`)
  const sql = `WITH ${[...tables, body].join(',\n')}\n${select}`
  return { ...builder.finished(sql), keys: rows.map(row => row.key), columns: query.show.length }
}

interface RowClause {
  key: RowKey
  /** Columns kN (id) and oN (order) of one row each. */
  sql: string
  /** The scope of a row, and of all rows together. */
  place<S extends Scope | LatestScope>(scope: S): S
  all<S extends Scope | LatestScope>(scope: S): S
}

function rowClause(
  row: Row,
  at: number,
  zip: boolean,
  sets: SetTables,
  builder: SqlBuilder,
  model: DataModel,
): RowClause {
  const column = `k.k${at}`
  /** What stands twice pairs up twice, else it is one row. */
  const named = (ids: readonly string[]) =>
    valuesSql(
      builder,
      (zip ? ids : [...new Set(ids)]).map((id, place) => [id, place]),
      [`k${at}`, `o${at}`],
    )
  switch (row.k) {
    case 'members': {
      const dim = dimOf(row.of)
      const { part } = sets.setOf(row.of)
      const sql =
        row.of.k === 'ids'
          ? named(row.of.ids)
          : `SELECT id AS k${at}, row_number() OVER (ORDER BY id) AS o${at} FROM (${sets.membersOf(dim, part)})`
      return {
        ...{ key: dim, sql, place: scope => withPart(scope, dim, { k: 'one', id: column }) },
        all: scope => withPart(scope, dim, part),
      }
    }
    case 'groups':
    case 'departments': {
      const dim = row.k === 'groups' ? 'country' : 'segment'
      const ids = [...new Set(row.ids)]
      const pairs = ids.flatMap(id => (model.sets[dim].get(id) ?? []).map(member => [id, member]))
      const table = builder.table('g', `${row.k} ${ids.join(' ')}`, () =>
        valuesSql(builder, pairs, ['g', 'id']),
      )
      const part: Part = {
        k: 'set',
        select: `SELECT id FROM ${table} WHERE g = ${column}`,
        size: `(SELECT count(*) FROM ${table} WHERE g = ${column})`,
      }
      const key = row.k === 'groups' ? 'group' : 'department'
      const members = [...new Set(pairs.map(([, member]) => member as string))]
      const all = sets.setOf({ k: 'ids', dim, ids: members }).part
      return {
        ...{ key, sql: named(row.ids), place: scope => withPart(scope, dim, part) },
        all: scope => withPart(scope, dim, all),
      }
    }
    case 'periods': {
      if (isLatest(sets.own)) throw new Error('rows of periods need a time')
      const months = monthsOf[row.grain]
      const { lo, hi } = sets.own.time
      const first = wholes({ ...lo, plus: lo.plus + months - 1 }, months)
      const end = wholes({ ...hi, plus: hi.plus + 1 }, months)
      const time = periodWindow(column, row.grain, [least(first), greatest(end) - 1])
      const sql = `SELECT p AS k${at}, p AS o${at} FROM (SELECT unnest(range(${linearSql(first)}, ${linearSql(end)})) AS p)`
      const none = first.base === null && end.base === null && end.plus <= first.plus
      const whole: Window = none
        ? { lo: fixed(0), hi: fixed(-1) }
        : {
            lo: { ...first, times: first.times * months, plus: first.plus * months },
            hi: { ...end, times: end.times * months, plus: end.plus * months - 1 },
          }
      return {
        ...{ key: { grain: row.grain }, sql, place: scope => ({ ...scope, time }) },
        all: scope => ({ ...scope, time: whole }),
      }
    }
  }
}

/** One relation of all row clauses: each with each, or paired by place. */
function joined(rows: readonly RowClause[], zip: boolean): string {
  if (rows.length === 0) return '(SELECT 1 AS one)'
  const parts = rows.map(({ sql }, at) => {
    const numbered = `SELECT *, row_number() OVER (ORDER BY o${at + 1}) AS place FROM (${sql})`
    return zip ? `(${numbered}) r${at + 1}` : `(${sql}) r${at + 1}`
  })
  if (!zip) return `(SELECT * FROM ${parts.join(' CROSS JOIN ')})`
  const columns = rows.map((_, at) => `r${at + 1}.k${at + 1}, r${at + 1}.o${at + 1}`).join(', ')
  const on = (at: number) => (at === 0 ? '' : ` ON r${at + 1}.place = r1.place`)
  return `(SELECT ${columns} FROM ${parts.map((part, at) => part + on(at)).join(' JOIN ')})`
}

function missing(
  where: string | null,
  by: string | null,
  shown: readonly { value: string }[],
  without: readonly string[],
): string {
  const tests = [
    ...without,
    ...(where === null ? [] : [`${where} IS NULL`]),
    ...(by === null ? [] : [`${by} IS NULL`]),
    `coalesce(${shown.map(({ value }) => value).join(', ')}) IS NULL`,
  ]
  return tests.join(' OR ')
}

/** Tests that a row is one of those. */
const withoutSql = (builder: SqlBuilder, rows: readonly RowClause[], without: readonly RowIds[]): string[] =>
  without.map(ids => {
    const tests = rows.map(({ key }, at) => {
      const id = ids[at] ?? ''
      const value =
        typeof key === 'string' ? builder.param(id) : String(periodMonths(id)[0] / monthsOf[key.grain])
      return `k.k${at + 1} = ${value}`
    })
    return `(${tests.join(' AND ')})`
  })

/** By the order asked for, ties by id; else as the rows are written. */
function orderSql({ order }: Query, by: string | null, rows: readonly RowClause[]): string {
  if (rows.length === 0) return 'state'
  const ids = rows.map((_, at) => `k${at + 1}`)
  if (!order || by === null) return rows.map((_, at) => `o${at + 1}`).join(', ')
  const value = "CASE WHEN state = 'row' THEN by_value END"
  return [`${value} ${order.end === 'high' ? 'DESC' : 'ASC'} NULLS LAST`, ...ids].join(', ')
}

/** The cells, or those that `take` takes of them, ties at the edge with it. */
function taken({ take, order, rows }: Query, orderBy: string, ids: readonly string[]): string {
  if (!take || rows.length === 0) return 'cells'
  const per = take.per === null ? -1 : rows.findIndex(row => dimOfRow(row) === take.per)
  const partition = `PARTITION BY state${per < 0 ? '' : `, ${ids[per]}`}`
  const number = (by: string) => `row_number() OVER (${partition} ORDER BY ${by})`
  const rank = (end: string, by: string) =>
    order ? `rank() OVER (${partition} ORDER BY by_value ${end})` : number(by)
  const reversed = (by: string) =>
    order
      ? [`by_value ${order.end === 'high' ? 'ASC' : 'DESC'}`, ...ids].join(', ')
      : by
          .split(', ')
          .map(column => `${column} DESC`)
          .join(', ')
  const [high, low] = order?.end === 'low' ? ['ASC', 'DESC'] : ['DESC', 'ASC']
  const numbers = [
    `${number(orderBy)} AS n1, ${rank(high as string, orderBy)} AS r1`,
    `${number(reversed(orderBy))} AS n2, ${rank(low as string, reversed(orderBy))} AS r2`,
  ]
  const edge = (at: number) => `(n${at} > ${take.skip} AND r${at} <= ${take.skip + take.n})`
  const test = take.ends === 'both' ? `(${edge(1)} OR ${edge(2)})` : edge(1)
  return `(SELECT * FROM (SELECT *, ${numbers.join(', ')} FROM cells) WHERE state = 'missing' OR ${test})`
}
