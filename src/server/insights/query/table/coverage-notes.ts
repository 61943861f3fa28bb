import type { Query } from '../../../../contract/query.ts'
import type { Table } from '../../../../contract/result.ts'
import type { RowIds } from '../compile.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'
import type { IdsOf } from '../reads.ts'
import { monthsAt } from '../reads.ts'
import type { QueryRows } from '../run-query.ts'
import { monthsOf } from '../sql/windows.ts'
import { nounOf, rowName } from './key-columns.ts'

/** More names than this are counted, not listed. */
const mostNames = 60
const mostNamedGaps = 12

/** How many of the rows asked for have a value and a place, before any was cut, and the names of those that have none. */
export function coverageOf(
  model: CatalogueModel,
  query: Query,
  { keys, rows, missing }: QueryRows,
  idsOf: IdsOf,
  without: readonly RowIds[] = [],
): Table['coverage'] {
  if (keys.length === 0) return null
  const isCut = query.where !== null || query.take !== null
  const of = isCut ? rowsAskedFor(model, query, idsOf) : rows.length + missing.length
  const left = new Set(without.map(ids => ids.join(' ')))
  const names = (list: readonly RowIds[]) => list.slice(0, mostNames).map(ids => rowName(model, keys, ids))
  return {
    ...{ held: of - missing.length, of, what: nounOf(keys) },
    missing: names(missing.filter(ids => !left.has(ids.join(' ')))),
    ...(without.length > 0 && { left_out: names(without) }),
  }
}

/** What a column lacks in rows that are shown for another column's sake, a sentence each. */
export function gapNotes(
  model: CatalogueModel,
  { keys, rows }: QueryRows,
  labels: readonly string[],
): string[] {
  if (labels.length === 1) return []
  return labels.flatMap((label, at) => {
    const without = rows.filter(row => row.values[at] === null).map(row => rowName(model, keys, row.ids))
    if (without.length === 0) return []
    const named =
      without.length > mostNamedGaps ? `${without.length} of the ${rows.length} rows` : without.join('; ')
    return [named === '' ? `No figure for ${label}.` : `No figure for ${label}: ${named}.`]
  })
}

/** How many rows the row clauses make. */
function rowsAskedFor(model: CatalogueModel, query: Query, idsOf: IdsOf): number {
  const sizes = query.rows.map(row => {
    if (row.k === 'members') return new Set(idsOf(row.of)).size
    if (row.k !== 'periods') return new Set(row.ids).size
    const { from, to } = monthsAt(model, query.time, null)
    const months = monthsOf[row.grain]
    return Math.max(0, Math.floor((to + 1) / months) - Math.ceil(from / months))
  })
  return query.zip ? Math.min(...sizes) : sizes.reduce((product, size) => product * size, 1)
}
