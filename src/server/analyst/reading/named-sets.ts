import type { Dim, SetOf } from '../../../contract/query.ts'
import type { Sem, SemOf } from './sem.ts'

/** One member of a dimension, by name. */
export function oneOf(dim: Dim, id: string): SemOf<'set'> {
  const of: SetOf = { k: 'ids', dim, ids: [id] }
  return { c: 'set', dim, of, group: null, name: true }
}

/** A group of countries or a department, by name. */
export function bundleOf(dim: Dim, id: string): Sem {
  return { c: 'set', dim, of: { k: 'in', dim, id }, group: id, name: true }
}
