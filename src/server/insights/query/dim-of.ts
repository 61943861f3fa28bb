import type { Dim, SetOf } from '../../../contract/query.ts'

/** The dimension of the members of a set: that of its first part. */
export const dimOf = (set: SetOf): Dim => ('dim' in set ? set.dim : dimOf('a' in set ? set.a : set.of))
