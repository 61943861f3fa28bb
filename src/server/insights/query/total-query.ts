import type { Query, SetOf } from '../../../contract/query.ts'
import { dimOf } from './dim-of.ts'

/** What the total of a query is, as a query of its own: the rows' sets in the cut. For checking; the SQL keeps the rows' own sets. */
export function totalOf(query: Query): Query {
  const cut = { ...query.cut }
  for (const row of query.rows) {
    if (row.k === 'members') cut[dimOf(row.of)] = row.of
    if (row.k !== 'groups' && row.k !== 'departments') continue
    const dim = row.k === 'groups' ? 'country' : 'segment'
    const sets = row.ids.map((id): SetOf => ({ k: 'in', dim, id }))
    cut[dim] = sets.reduce((a, b) => ({ k: 'or', a, b }))
  }
  return { ...query, rows: [], zip: false, cut, where: null, order: null, take: null, total: false }
}
