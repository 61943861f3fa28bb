import { formatPeriod, formatPeriodCell } from '../../../charts/format-period.ts'
import type { Claim } from '../../../contract/answer.ts'
import type { Table } from '../../../contract/result.ts'
import { type CellRef, queryColumn, type ResultSet, textOf, unitOf } from './result-set.ts'

/** What a figure is about, and of when. */
export interface CellWords {
  entity(table: Table, row: number): string
  period(table: Table, row: number, column: string): string
}

/** Numbers claims as they are made, the same figure printed the same way being one claim. */
export class ClaimBook {
  readonly claims: Claim[] = []
  readonly words: CellWords
  readonly #results: ResultSet
  readonly #known = new Map<string, Claim>()

  constructor(results: ResultSet, words: CellWords) {
    this.#results = results
    this.words = words
  }

  /** The claim for a cell as printed; null where the cell holds no figure. */
  claim(ref: CellRef, shown: string): Claim | null {
    const key = `${ref.table}\n${ref.row}\n${ref.column}\n${shown}`
    const known = this.#known.get(key)
    if (known) return known
    const found = this.#results.figure(ref)
    if (!found) return null
    const { table, column, value } = found
    const claim: Claim = {
      id: `c${this.claims.length + 1}`,
      table: ref.table,
      row: ref.row,
      column: ref.column,
      value,
      unit: unitOf(table, ref.row, ref.column),
      entity: this.words.entity(table, ref.row),
      period: this.words.period(table, ref.row, ref.column),
      measure: measureOf(table, ref.row, column.label),
      shown,
      formula: column.formula,
    }
    this.claims.push(claim)
    this.#known.set(key, claim)
    return claim
  }
}

/** The time a figure speaks of, in words. */
export function periodOf(table: Table, row: number, column: string): string {
  const year = yearBeside(table, row, column)
  if (year) return year
  const own = textOf(table, row, 'period')
  if (own) return formatPeriodCell(own)
  return table.period ? formatPeriod(table.period) : ''
}

/** The year of a column of a query, 'c1', where its rows differ in it: in 'y1', or in the one such column to its right. */
function yearBeside(table: Table, row: number, column: string): string | null {
  if (!queryColumn.test(column)) return null
  const own = textOf(table, row, `y${column.slice(1)}`)
  if (own) return own
  const years = table.columns.map(({ key }) => key).filter(key => /^y\d+$/.test(key))
  const [only] = years
  const isAfter = only !== undefined && Number(only.slice(1)) > Number(column.slice(1))
  return years.length === 1 && isAfter ? textOf(table, row, only) : null
}

function measureOf(table: Table, row: number, label: string): string {
  const mixed = textOf(table, row, 'measure')
  return mixed ?? label
}
