import type { Table } from '../../contract/result.ts'

/** Figures that fit beside each other in a panel of 340 px. */
const mostNumbers = 2

/**
 * The columns that show where a figure stands: what names its row (unless all rows share it), the figure's own column,
 * and its nearest neighbour for comparison.
 */
export function evidenceColumns(table: Table, key: string): string[] {
  const own = table.columns.findIndex(column => column.key === key)
  const naming = table.columns.filter((column, index) => column.kind !== 'number' && tells(table, index))
  const numbers = table.columns
    .map((column, index) => ({ column, apart: Math.abs(index - own) }))
    .filter(({ column }) => column.kind === 'number')
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, mostNumbers)
    .map(({ column }) => column.key)
  const shown = new Set([...naming.map(column => column.key), ...numbers, key])
  return table.columns.filter(column => shown.has(column.key)).map(column => column.key)
}

/** A naming column tells rows apart, or it is the only one row there is. */
function tells(table: Table, index: number): boolean {
  const values = new Set(table.rows.map(row => row[index]))
  return values.size > 1 || table.rows.length === 1
}
