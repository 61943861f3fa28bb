import type { Column, Result, Source, Table } from '../../../contract/result.ts'

/** A cell by its place; the row counts from 0. */
export interface CellRef {
  table: string
  row: number
  column: string
}

/** What a row is about, as its cell has it and as a sentence may: lower case, without what stands in brackets. */
export interface RowName {
  name: string
  bare: string
}

const namingColumns = new Set(['brand', 'channel', 'segment', 'country', 'company'])

/** The tables of all queries of a turn, ids unique across them. */
export class ResultSet {
  readonly tables: Table[] = []
  readonly sources: Source[] = []
  readonly method: string[] = []
  dataVersion = ''
  #queries = 0
  readonly #byId = new Map<string, Table>()
  #rowNames: RowName[] | null = null

  /** Takes a query's tables in; those of a second query get the ids 'q2-t1' …. Gives back what was taken. */
  add(result: Result): Table[] {
    this.#queries += 1
    this.#rowNames = null
    const prefix = this.#queries === 1 ? '' : `q${this.#queries}-`
    const taken =
      prefix === '' ? result.tables : result.tables.map(table => ({ ...table, id: prefix + table.id }))
    for (const table of taken) {
      this.tables.push(table)
      this.#byId.set(table.id, table)
    }
    for (const source of result.sources) {
      if (!this.sources.some(known => known.id === source.id)) this.sources.push(source)
    }
    for (const line of result.method) if (!this.method.includes(line)) this.method.push(line)
    this.dataVersion = result.data_version
    return taken
  }

  table(id: string): Table | undefined {
    return this.#byId.get(id)
  }

  /** Names of rows in any table, longest first: what a sentence can be about. */
  get rowNames(): readonly RowName[] {
    this.#rowNames ??= namesIn(this.tables)
    return this.#rowNames
  }

  /** The figure of a cell with its column; null where there is none. */
  figure(ref: CellRef): { value: number; column: Column; table: Table; row: Table['rows'][number] } | null {
    const table = this.table(ref.table)
    const at = table?.columns.findIndex(column => column.key === ref.column) ?? -1
    const column = table?.columns[at]
    const row = table?.rows[ref.row]
    const value = row?.[at]
    if (!table || !column || !row || typeof value !== 'number') return null
    return { value, column, table, row }
  }
}

function namesIn(tables: readonly Table[]): RowName[] {
  const names = new Set<string>()
  for (const table of tables) {
    table.columns.forEach((column, at) => {
      if (!namingColumns.has(column.key)) return
      for (const row of table.rows) if (typeof row[at] === 'string') names.add(row[at])
    })
  }
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map(name => ({ name, bare: name.toLowerCase().replace(/ ?\(.*?\)/g, '') }))
    .filter(({ bare }) => bare !== '')
}

/** The text of a row under a key, or null. */
export function textOf(table: Table, row: number, key: string): string | null {
  const at = table.columns.findIndex(column => column.key === key)
  const cell = at < 0 ? null : table.rows[row]?.[at]
  return typeof cell === 'string' && cell !== '' ? cell : null
}

/** The number of a row under a key, or null. */
export function numberOf(table: Table, row: number, key: string): number | null {
  const at = table.columns.findIndex(column => column.key === key)
  const cell = at < 0 ? null : table.rows[row]?.[at]
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : null
}

/** A column of a query: 'c1'. Where its rows differ, 'u1' is their unit and 'y1' their year. */
export const queryColumn = /^c\d+$/

/** The unit a figure is printed in: a mixed table says it in the row. */
export function unitOf(table: Table, row: number, key: string): string | null {
  if (queryColumn.test(key)) {
    const unit = textOf(table, row, `u${key.slice(1)}`)
    if (unit !== null) return unit
  }
  if (key === 'value' || key === 'score_value') {
    const unit = textOf(table, row, 'unit')
    if (unit !== null) return unit
  }
  return table.columns.find(column => column.key === key)?.unit ?? null
}

export function decimalsOf(table: Table, row: number, key: string): number | null {
  if (key === 'value') {
    const decimals = numberOf(table, row, 'decimals')
    if (decimals !== null) return decimals
  }
  return table.columns.find(column => column.key === key)?.decimals ?? null
}
