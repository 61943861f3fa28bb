import type { Column, Result, Source, Table } from '../../../contract/result.ts'

/** A cell by its place; the row counts from 0. */
export interface CellRef {
  table: string
  row: number
  column: string
}

const kinds = ['brand', 'channel', 'segment', 'country', 'company'] as const

/** What a row is about, as its cell has it and as a sentence may: lower case, without what stands in brackets. */
export interface RowName {
  kind: (typeof kinds)[number]
  name: string
  bare: string
}

export const rowName = (kind: RowName['kind'], name: string): RowName => ({
  ...{ kind, name, bare: name.toLowerCase().replace(/ ?\(.*?\)/g, '') },
})

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
  const names = new Map<string, RowName>()
  for (const table of tables)
    for (const kind of kinds) {
      const at = table.columns.findIndex(({ key }) => key === kind)
      for (const { [at]: name } of at < 0 ? [] : table.rows)
        if (typeof name === 'string') names.set(`${kind} ${name}`, rowName(kind, name))
    }
  return longestFirst([...names.values()].filter(({ bare }) => bare !== ''))
}

/** 'Equatorial Guinea' is looked for before 'Guinea'. */
export const longestFirst = (names: readonly RowName[]): RowName[] =>
  names.toSorted((a, b) => b.bare.length - a.bare.length)

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
