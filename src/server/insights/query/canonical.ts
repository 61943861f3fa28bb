import type { Query, Row } from '../../../contract/query.ts'

/**
 * The one form of queries that say the same: ids of sets sorted and once each, no negative zero, no dimension
 * without a set. Rows listed by id keep the order they were asked in, and under `zip` their repeats too, since
 * they pair up.
 */
export function canonicalQuery(query: Query): Query {
  const zip = query.zip && query.rows.length > 0
  return { ...tidy({ ...query, rows: [] }), rows: query.rows.map(row => tidyRow(row, zip)), zip }
}

function tidyRow(row: Row, zip: boolean): Row {
  const inOrder = (ids: string[]) => (zip ? [...ids] : [...new Set(ids)])
  if ('ids' in row) return { ...row, ids: inOrder(row.ids) }
  if (row.k === 'members' && row.of.k === 'ids')
    return { ...row, of: { ...row.of, ids: inOrder(row.of.ids) } }
  return tidy(row)
}

/** Works on any node of a query: what is unordered in it is put in order. */
function tidy<T>(node: T): T {
  if (node === 0) return 0 as T
  if (Array.isArray(node)) return node.map(tidy) as T
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).filter(([, value]) => value !== undefined)
  const made = Object.fromEntries(entries.map(([key, value]) => [key, tidy(value)]))
  return (isIds(made) ? { ...made, ids: [...new Set(made.ids)].sort() } : made) as T
}

const isIds = (node: object): node is { k: 'ids'; ids: string[] } => 'k' in node && node.k === 'ids'
