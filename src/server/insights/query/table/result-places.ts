import type { Dim, Query } from '../../../../contract/query.ts'
import type { Months } from '../check-cell.ts'
import type { DataModel } from '../data-model.ts'
import { dimOf } from '../dim-of.ts'
import { type IdsOf, monthsAt, type Place } from '../reads.ts'
import type { QueryRow, QueryRows } from '../run-query.ts'
import { periodMonths } from '../sql/windows.ts'

/** Keys of row ids that are periods. */
export const periodKeys: readonly string[] = ['year', 'half', 'quarter', 'month']
/** Keys of row ids that stand for several members of a dimension. */
export const bundles: Readonly<Record<string, Dim>> = { group: 'country', department: 'segment' }

/** Where the cells of finished rows are; `latest` has a place only where it found a year. */
export interface ResultPlaces {
  /** The cell of a row and a column. */
  at(row: QueryRow, column: number): Place | null
  /** The whole that a total, or a query without rows, is about. */
  whole: Place
}

export function resultPlaces(
  model: DataModel,
  query: Query,
  { keys, rows }: Pick<QueryRows, 'keys' | 'rows'>,
  idsOf: IdsOf,
): ResultPlaces {
  const own = query.time.k === 'latest' ? null : monthsAt(model, query.time, null)
  const restricted = (dim: 'country' | 'segment') => {
    const set = query.cut[dim]
    if (set) return idsOf(set)
    return dim === 'country' ? model.everywhere : model.members[dim]
  }
  const cut = { country: restricted('country'), segment: restricted('segment') }
  const members = ({ ids }: Pick<QueryRow, 'ids'>, dim: 'country' | 'segment') => {
    const at = keys.findIndex(key => key === dim || bundles[key] === dim)
    const id = ids[at]
    if (id === undefined) return cut[dim]
    return keys[at] === dim ? [id] : (model.sets[dim].get(id) ?? [])
  }
  const periodAt = keys.findIndex(key => periodKeys.includes(key))
  const monthsOf = ({ ids, years }: QueryRow, column: number): Months | null => {
    const [period, year] = [ids[periodAt], years[column]]
    if (period !== undefined) {
      const [from, to] = periodMonths(period)
      return { from, to }
    }
    if (own) return own
    return typeof year === 'number' ? { from: 12 * year, to: 12 * year + 11 } : null
  }
  const all = (dim: 'country' | 'segment') => {
    const clauses = query.rows.flatMap((row): (readonly string[])[] => {
      if (row.k === 'members') return dimOf(row.of) === dim ? [idsOf(row.of)] : []
      return row.k !== 'periods' && bundles[row.k.slice(0, -1)] === dim
        ? row.ids.map(id => model.sets[dim].get(id) ?? [])
        : []
    })
    return clauses.length > 0 ? [...new Set(clauses.flat())] : cut[dim]
  }
  const years = rows.flatMap(row => row.years).filter(year => year !== null)
  const found = { from: 12 * Math.min(...years), to: 12 * Math.max(...years) + 11 }
  return {
    at(row, column) {
      const months = monthsOf(row, column)
      return months && { countries: members(row, 'country'), segments: members(row, 'segment'), months }
    },
    whole: {
      countries: all('country'),
      segments: all('segment'),
      months: own ?? (years.length > 0 ? found : { from: 0, to: -1 }),
    },
  }
}
