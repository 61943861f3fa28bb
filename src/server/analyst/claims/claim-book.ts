import { formatPeriod, formatPeriodCell } from '../../../charts/format-period.ts'
import type { Claim } from '../../../contract/answer.ts'
import type { Table } from '../../../contract/result.ts'
import { type CellRef, queryColumn, type ResultSet, textOf, unitOf } from './result-set.ts'

const spanColumns = new Set([
  'growth',
  'cagr',
  'change',
  'value_growth',
  'volume_part',
  'price_part',
  'usd_growth',
  'currency_part',
  'volume_effect',
  'price_effect',
])

/** What a figure is about, and of when. */
export interface CellWords {
  entity(table: Table, row: number): string
  period(table: Table, row: number, column: string): string
}

/** Numbers claims as they are made, the same figure printed the same way being one claim. */
export class ClaimBook {
  readonly claims: Claim[] = []
  readonly #results: ResultSet
  readonly #words: CellWords
  readonly #known = new Map<string, Claim>()

  /** `subject` stands where a table's rows name nothing: 'Diapers, Ghana'; or the words of any cell. */
  constructor(results: ResultSet, subject: string | CellWords) {
    this.#results = results
    this.#words =
      typeof subject === 'string'
        ? { entity: (table, row) => entityOf(table, row, subject), period: periodOf }
        : subject
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
      entity: this.#words.entity(table, ref.row),
      period: this.#words.period(table, ref.row, ref.column),
      measure: measureOf(table, ref.row, column.label),
      shown,
      formula: column.formula,
    }
    this.claims.push(claim)
    this.#known.set(key, claim)
    return claim
  }
}

/** Who or what a row is about: 'Brand A', 'Tea, Kenya'. */
export function entityOf(table: Table, row: number, subject: string): string {
  const own = ['brand', 'channel', 'segment', 'country', 'company']
    .map(key => textOf(table, row, key))
    .filter(Boolean)
  if (own.length === 0) return subject
  const names = own.join(', ')
  // A brand or a channel is one of a market: without its country in the row, the subject says which.
  const isPart = textOf(table, row, 'country') === null && subject !== ''
  return isPart ? `${names} (${subject})` : names
}

/** The time a figure speaks of, in words. */
export function periodOf(table: Table, row: number, column: string): string {
  const text = (key: string) => textOf(table, row, key)
  const year = yearBeside(table, row, column)
  if (year) return year
  const [first, last] = [text('first_period'), text('last_period')]
  if (column === 'first' || column === 'value_first') return formatPeriodCell(first ?? '')
  if (column === 'last' || column === 'value_last') return formatPeriodCell(last ?? '')
  if (column === 'highest' || column === 'lowest') {
    const at = text(`${column}_period`)
    if (at) return formatPeriodCell(at)
  }
  if (column === 'previous') {
    const at = text('previous_period')
    if (at) return formatPeriodCell(at)
  }
  if (column === 'against') {
    const at = text('against_period')
    if (at) return formatPeriodCell(at)
  }
  if (first && last && (spanColumns.has(column) || text('period') === null)) {
    return `${formatPeriodCell(first)}–${formatPeriodCell(last)}`
  }
  if (column === 'cagr' && table.period) return formatPeriod(table.period)
  const month = text('month_name')
  if (month && table.period) return `${month}, ${formatPeriod(table.period)}`
  const own = text('period')
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
