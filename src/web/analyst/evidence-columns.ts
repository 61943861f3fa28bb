import type { Column, Table } from '../../contract/result.ts'

/** Figures that fit beside each other in a panel of 340 px. */
const mostNumbers = 2
/** Longer texts on average are notes, not names. */
const nameLength = 24

/**
 * The columns that show where a figure stands: what names its row and tells it from the others, the figure's own
 * column, and its nearest neighbour for comparison.
 */
export function evidenceColumns(table: Table, key: string): string[] {
  const own = table.columns.findIndex(column => column.key === key)
  const naming = table.columns.filter(
    (column, index) => column.kind !== 'number' && tells(table, index) && isName(column),
  )
  const short = naming.filter(
    column => column.kind === 'period' || averageLength(table, column) <= nameLength,
  )
  const numbers = table.columns
    .map((column, index) => ({ column, apart: Math.abs(index - own) }))
    .filter(({ column }) => column.kind === 'number' && column.key !== 'decimals')
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, mostNumbers)
    .map(({ column }) => column.key)
  const names = short.length > 0 ? short : naming.slice(0, 1)
  const shown = new Set([...names.map(column => column.key), ...numbers, key])
  return table.columns.filter(column => shown.has(column.key)).map(column => column.key)
}

/** Codes and units name nothing to a reader. */
const isName = ({ key }: Column): boolean => !/(^|_)(id|iso3|unit)$/.test(key)

/** A naming column tells rows apart, or there is only one row. */
function tells(table: Table, index: number): boolean {
  const values = new Set(table.rows.map(row => row[index]))
  return values.size > 1 || table.rows.length === 1
}

function averageLength(table: Table, column: Column): number {
  const index = table.columns.indexOf(column)
  const lengths = table.rows.map(row => String(row[index] ?? '').length)
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
}
