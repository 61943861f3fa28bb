import type { Ask, Cut, Expr, Query, SetOf } from '../../../contract/query.ts'
import type { Catalogue, CatalogueModel } from '../../insights/insights.ts'
import { checkQuery } from '../../insights/insights.ts'

/** Whose figures a country's figure is put beside. */
const peers: SetOf = { k: 'in', dim: 'country', id: 'africa' }

/** What a column of a query of context is, in its order. */
export type ContextColumn = 'before' | 'rank' | 'count'

/** What the columns of a query of context are. */
export function contextColumns({ show }: Query): ContextColumn[] {
  return show.map(({ of }) => (of.k === 'rank' ? 'rank' : of.k === 'fold' ? 'count' : 'before'))
}

/**
 * The ask with one query more where it asks a single figure of a country at a time of its own: the same a year before, and its place
 * among the countries of Africa. The figure's own query stays as it is. Under the latest year nothing is added: each column would
 * find a year of its own.
 */
export function withContext(
  ask: Ask,
  { catalogue, model }: { catalogue: Catalogue; model: CatalogueModel },
): Ask {
  const [query, ...more] = ask.queries
  const [shown, ...others] = query?.show ?? []
  const country = query && singleCountry(query)
  if (!query || !shown || !country || more.length + others.length > 0) return ask
  const isFigure = shown.of.k === 'measure' && query.time.k === 'span' && query.stat === null
  if (!isFigure || !catalogue.group('africa')?.members.includes(country)) return ask
  const cut: Cut = { ...query.cut, country: { k: 'ids', dim: 'country', ids: [country] } }
  const found = contextsOf({ ...query, cut, rows: [], order: null, total: false }, shown.of).find(
    one => checkQuery(model, one).length === 0,
  )
  return found ? { queries: [query, found] } : ask
}

/** The country that a query is of, as what it is restricted to or as its only row; null where there are several. */
function singleCountry({ rows, cut, where, take }: Query): string | null {
  const [row, ...more] = rows
  if (more.length > 0 || where || take) return null
  const set = row === undefined ? cut.country : row.k === 'members' ? row.of : undefined
  return set?.k === 'ids' && set.dim === 'country' && set.ids.length === 1 ? (set.ids[0] ?? null) : null
}

/** From the most that can be said to the least: what local money was a year before can be said, its place among others cannot. */
function contextsOf(query: Query, of: Expr): Query[] {
  const before: Expr = { k: 'at', of, cut: {}, time: { k: 'shift', by: -1, grain: 'year' } }
  const rank: Expr = { k: 'rank', of, among: peers, end: 'high' }
  const count: Expr = { k: 'fold', of, over: { k: 'members', of: peers }, how: 'count', by: null }
  const showing = (...columns: Expr[]): Query => ({
    ...query,
    show: columns.map(one => ({ as: null, of: one })),
  })
  return [showing(before, rank, count), showing(before)]
}
