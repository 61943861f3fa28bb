import { type Cond, type Cut, dims, type Expr, type Query, type SetOf } from '../../../contract/query.ts'
import type { QueryOptions } from '../warehouse.ts'
import { membersOf } from './check-cell.ts'
import type { DataModel } from './data-model.ts'
import type { IdsOf } from './reads.ts'
import { type QueryWarehouse, runQuery } from './run-query.ts'
import { isDynamic, sides } from './sql/leaves.ts'

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

/** Every set that a query names, those inside expressions and conditions too. */
export function setsOf(query: Query): SetOf[] {
  const ofCut = (cut: Cut): SetOf[] => Object.values(cut).flatMap(set => [set, ...inSet(set)])
  const inSet = (set: SetOf): SetOf[] => {
    if ('a' in set) return [...inSet(set.a), ...inSet(set.b)]
    if (set.k === 'where') return [...inSet(set.of), ...inCond(set.test)]
    return set.k === 'top' ? [...inSet(set.of), ...inExpr(set.by)] : []
  }
  const inCond = (of: Cond): SetOf[] => sides(of).flatMap(inExpr)
  const inExpr = (of: Expr): SetOf[] => {
    switch (of.k) {
      case 'measure':
      case 'number':
        return []
      case 'calc':
        return [...inExpr(of.a), ...inExpr(of.b)]
      case 'effect':
        return of.factors.flatMap(inExpr)
      case 'when':
        return inCond(of.test)
      case 'at':
        return [...ofCut(of.cut), ...inExpr(of.of)]
      case 'share':
        return [...ofCut(of.whole), ...inExpr(of.of)]
      case 'rank':
        return [of.among, ...inSet(of.among), ...inExpr(of.of)]
      case 'fold': {
        const over = of.over.k === 'members' ? [of.over.of, ...inSet(of.over.of)] : []
        return [...over, ...inExpr(of.of), ...(of.by ? inExpr(of.by) : [])]
      }
      default:
        return inExpr(of.of)
    }
  }
  return [
    ...query.rows.flatMap(row => (row.k === 'members' ? [row.of, ...inSet(row.of)] : [])),
    ...ofCut(query.cut),
    ...query.show.flatMap(({ of }) => inExpr(of)),
    ...(query.where ? inCond(query.where) : []),
    ...(query.order ? inExpr(query.order.by) : []),
  ]
}
