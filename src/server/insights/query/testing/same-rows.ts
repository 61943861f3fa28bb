import type { QueryRow, QueryRows } from '../run-query.ts'

/** How far two results of one query may lie apart: rounding of sums in another order. */
const relative = 1e-9

/** Rows with the values that they are put in order by. */
export interface OrderedRows extends QueryRows {
  rows: (QueryRow & { order?: number | null })[]
}

/**
 * The first difference of two results in words; null where keys, rows in order, years, missing and total are the same and
 * values lie within 1e-9 of each other. Rows whose order lies as near may stand in any.
 */
export function rowsDiffer(ours: QueryRows, expected: OrderedRows): string | null {
  const theirs = { ...expected, rows: inOrderOf(ours, expected) }
  if (!same(ours.keys, theirs.keys)) return `keys: ${ours.keys} and ${theirs.keys}`
  const idsOf = ({ rows }: QueryRows) => rows.map(row => row.ids)
  if (!same(idsOf(ours), idsOf(theirs))) return `rows: ${text(idsOf(ours))} and ${text(idsOf(theirs))}`
  if (!same(ours.missing, theirs.missing)) return `missing: ${text(ours.missing)} and ${text(theirs.missing)}`
  for (const [at, row] of ours.rows.entries()) {
    const other = theirs.rows[at] as typeof row
    if (!areNear(row.values, other.values)) return `${row.ids}: ${text(row.values)} and ${text(other.values)}`
    if (!same(row.years, other.years))
      return `years of ${row.ids}: ${text(row.years)} and ${text(other.years)}`
  }
  if ((ours.total === null) !== (theirs.total === null) || !areNear(ours.total ?? [], theirs.total ?? []))
    return `total: ${text(ours.total)} and ${text(theirs.total)}`
  return null
}

/** The expected rows as ours stand, as far as each has a place of the same order there. */
function inOrderOf({ rows }: QueryRows, expected: OrderedRows): QueryRow[] {
  const byIds = new Map(expected.rows.map(row => [text(row.ids), row]))
  const moved = rows.map(row => byIds.get(text(row.ids)))
  const isSame = moved.every((row, at) => {
    const there = expected.rows[at]?.order
    return typeof row?.order === 'number' && typeof there === 'number' && isNear(row.order, there)
  })
  return isSame && byIds.size === rows.length ? (moved as QueryRow[]) : expected.rows
}

const text = (value: unknown) => JSON.stringify(value)
const same = (a: unknown, b: unknown) => text(a) === text(b)

function areNear(a: readonly (number | null)[], b: readonly (number | null)[]): boolean {
  return a.length === b.length && a.every((value, at) => isNear(value, b[at] ?? null))
}

function isNear(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= relative * Math.max(1, Math.abs(a), Math.abs(b))
}
