import type { Dim, Row, SetOf } from '../../../contract/query.ts'

/** The dimension of the members of a set: that of its first part. */
export const dimOf = (set: SetOf): Dim => ('dim' in set ? set.dim : dimOf('a' in set ? set.a : set.of))

/** The dimension whose members or sets of members a row clause has; null for periods. */
export function dimOfRow(row: Row): Dim | null {
  if (row.k === 'members') return dimOf(row.of)
  if (row.k === 'periods') return null
  return row.k === 'groups' ? 'country' : 'segment'
}
