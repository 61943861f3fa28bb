import type { Query } from '../../../contract/query.ts'
import type { Cell } from '../../../contract/result.ts'
import type { QueryOptions, WarehouseRows } from '../warehouse.ts'
import { type CompiledQuery, compileQuery, compileTotal, type RowIds, type RowKey } from './compile.ts'
import type { DataModel } from './data-model.ts'
import { periodName } from './sql/windows.ts'

/** What a query is run on. */
export interface QueryWarehouse {
  query(sql: string, params?: Cell[], options?: QueryOptions): Promise<WarehouseRows>
}

export interface QueryRow {
  /** An id for each row clause: 'KEN', 'Brand A', 'ecowas', '2019-Q3'. */
  ids: string[]
  /** A value for each column; null where there is none. */
  values: (number | null)[]
  /** The year that `latest` found, for each column; null where it did not look. */
  years: (number | null)[]
}

/** The rows of a query, in order. */
export interface QueryRows {
  /** What the ids are: 'country', 'group', 'year' … */
  keys: string[]
  rows: QueryRow[]
  /** Ids of what was asked for and has no value. */
  missing: string[][]
  total: (number | null)[] | null
}

/** Runs a query that passed the type check, with the rows of some ids as missing. Throws WarehouseError where it was stopped or took too long. */
export async function runQuery(
  model: DataModel,
  warehouse: QueryWarehouse,
  query: Query,
  options?: QueryOptions,
  without?: readonly RowIds[],
): Promise<QueryRows> {
  const answer = async (compiled: CompiledQuery) =>
    readRows(compiled, await warehouse.query(compiled.sql, compiled.params, options))
  const [rows, total] = await Promise.all([
    answer(compileQuery(model, query, without)),
    query.total ? answer(compileTotal(model, query)) : null,
  ])
  const missingTotal = total && (total.rows[0]?.values ?? query.show.map(() => null))
  return { ...rows, total: missingTotal }
}

function readRows({ keys, columns }: CompiledQuery, { rows }: WarehouseRows): QueryRows {
  const number = (value: Cell | undefined) => (typeof value === 'number' ? value : null)
  const read = rows.map(row => ({
    state: row[keys.length + 2 * columns],
    ids: keys.map((key, at) => idOf(key, row[at] ?? null)),
    values: row.slice(keys.length, keys.length + columns).map(number),
    years: row.slice(keys.length + columns, keys.length + 2 * columns).map(number),
  }))
  return {
    keys: keys.map(key => (typeof key === 'string' ? key : key.grain)),
    rows: read.filter(row => row.state === 'row').map(({ ids, values, years }) => ({ ids, values, years })),
    missing: read.filter(row => row.state === 'missing').map(({ ids }) => ids),
    total: null,
  }
}

const idOf = (key: RowKey, value: Cell) =>
  typeof key === 'string' ? String(value) : periodName(key.grain, Number(value))
