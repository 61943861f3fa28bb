import { type Cut, dims, type Query, type SetOf } from '../../../contract/query.ts'
import type { QueryOptions } from '../warehouse.ts'
import { membersOf } from './check-cell.ts'
import type { DataModel } from './data-model.ts'
import { setsOf } from './parts-of.ts'
import type { IdsOf } from './reads.ts'
import { type QueryWarehouse, runQuery } from './run-query.ts'
import { isDynamic } from './sql/leaves.ts'

/** Members of every set of a query; those that need figures are asked for, each once. */
export async function membersOfSets(
  model: DataModel,
  warehouse: QueryWarehouse,
  query: Query,
  options?: QueryOptions,
): Promise<IdsOf> {
  const key = (set: SetOf) => JSON.stringify(set)
  const asked = new Map(setsOf(query).flatMap(set => (isDynamic(set) ? [[key(set), set] as const] : [])))
  const found = await Promise.all(
    [...asked].map(async ([id, set]) => {
      const { rows } = await runQuery(model, warehouse, membersQuery(query, set), options)
      return [id, rows.map(row => row.ids[0] ?? '')] as const
    }),
  )
  const known = new Map(found)
  return set => known.get(key(set)) ?? membersOf(model, set).within
}

/** A row for each member of a set at the query's own cut and time; of a set of the cut, with what that set sees of it. */
function membersQuery(query: Query, set: SetOf): Query {
  const own = dims.find(dim => query.cut[dim] === set)
  const seen = dims.filter(dim => own === undefined || isSeen(query.cut, dim, own))
  const cut: Cut = Object.fromEntries(seen.map(dim => [dim, query.cut[dim]]))
  return {
    ...query,
    ...{ show: [{ as: null, of: { k: 'number', value: 1, unit: null } }], rows: [{ k: 'members', of: set }] },
    ...{ cut, zip: false, where: null, order: null, take: null, total: false, stat: null },
  }
}

const isSeen = (cut: Cut, dim: keyof Cut, own: keyof Cut): boolean => {
  const set = cut[dim]
  return set !== undefined && dim !== own && (!isDynamic(set) || dims.indexOf(dim) < dims.indexOf(own))
}
