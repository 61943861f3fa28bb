import type { Ask, Cut, Query } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import type { CatalogueModel } from '../../insights/insights.ts'
import { checkQuery } from '../../insights/insights.ts'
import { queryColumn, textOf } from '../claims/result-set.ts'

/**
 * The latest figures of the countries that were named and have none at the time asked for; null where all have one, or where
 * none were named. `table`: the rows of the first query.
 */
export function latestInstead(
  { queries }: Ask,
  table: Table | undefined,
  model: CatalogueModel,
): Query | null {
  const [query] = queries
  const [shown] = query?.show ?? []
  if (!query || !shown || !table || shown.of.k !== 'measure' || query.time.k !== 'span') return null
  if (query.where || query.take || query.stat) return null
  const missing = namedIn(query).filter(id => !hasFigure(table, id))
  if (missing.length === 0) return null
  const country = { k: 'ids', dim: 'country', ids: missing } as const
  const { country: _, ...cut } = query.cut
  const own: Cut = missing.length === 1 ? { ...cut, country } : cut
  const instead: Query = {
    ...{ ...query, show: [shown], time: { k: 'latest', within: null }, cut: own, order: null, total: false },
    rows: missing.length === 1 ? [] : [{ k: 'members', of: country }],
  }
  return checkQuery(model, instead).length === 0 ? instead : null
}

/** The countries named in a query whose rows are countries, or nothing else than one. */
function namedIn({ rows, cut }: Query): readonly string[] {
  const [row, ...more] = rows
  if (more.length > 0) return []
  const set = row === undefined ? cut.country : row.k === 'members' && row.of
  return set && set.k === 'ids' && set.dim === 'country' ? set.ids : []
}

/** A country alone has the only row. */
function hasFigure(table: Table, id: string): boolean {
  const at = table.columns.findIndex(({ key }) => queryColumn.test(key))
  const isNamed = table.columns.some(({ key }) => key === 'iso3')
  return table.rows.some((cells, row) => {
    const isOf = !isNamed || textOf(table, row, 'iso3') === id
    return isOf && cells[at] !== null
  })
}
