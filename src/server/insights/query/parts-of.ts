import type { Cut, Query, SetOf } from '../../../contract/query.ts'

/** A part of a query: an object with a `k`, or a list or object around such parts. */
export type Part = object

interface Kinds {
  measure: { id: string }
  rank: { among: SetOf }
  members: { of: SetOf }
  groups: { ids: string[] }
  departments: { ids: string[] }
  span: { from: string; to: string }
}
export const is = <K extends keyof Kinds>(part: Part, kind: K): part is Part & { k: K } & Kinds[K] =>
  'k' in part && part.k === kind

/** All parts of a query with how many others they stand in. */
export function* partsOf(part: Part, depth = 0): Generator<{ part: Part; depth: number }> {
  if (!Array.isArray(part)) yield { part, depth }
  const inner = 'k' in part ? depth + 1 : depth
  for (const value of Object.values(part))
    if (typeof value === 'object' && value !== null) yield* partsOf(value, inner)
}

/** Every set that a query names as a whole, those inside expressions and conditions too. */
export function setsOf(query: Query): SetOf[] {
  return [...partsOf(query)].flatMap(({ part }): SetOf[] => {
    if ('cut' in part) return Object.values(part.cut as Cut)
    if ('whole' in part) return Object.values(part.whole as Cut)
    if (is(part, 'rank')) return [part.among]
    return is(part, 'members') ? [part.of] : []
  })
}
