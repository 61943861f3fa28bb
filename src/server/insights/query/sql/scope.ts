import type { Cut, Dim, SetOf } from '../../../../contract/query.ts'
import type { Window } from './windows.ts'

/** The members of one dimension that a cell has: exactly one (SQL of its id), or those that a SELECT gives. */
export type Part = { k: 'one'; id: string } | { k: 'set'; select: string; size: string }

/** Where a cell is. A dimension that is missing is not restricted. */
export interface Place {
  parts: Partial<Record<Dim, Part>>
}

/** A cell with its window; `latest` looks for its own year. */
export interface Scope extends Place {
  time: Window
}
export interface LatestScope extends Place {
  time: { k: 'latest'; within: number | null }
}

export const isLatest = (scope: Scope | LatestScope): scope is LatestScope => 'k' in scope.time

export const withPart = <S extends Place>(scope: S, dim: Dim, part: Part): S => ({
  ...scope,
  parts: { ...scope.parts, [dim]: part },
})

/** ' AND column = …' for a restricted dimension, else nothing. */
export function within(part: Part | undefined, column: string): string {
  if (!part) return ''
  return part.k === 'one' ? ` AND ${column} = ${part.id}` : ` AND ${column} IN (${part.select})`
}

/** Sets as SQL; what expressions need of them. */
export interface SetSql {
  /** A place with the sets of a cut in it. */
  cutOf<P extends Place>(cut: Cut, place: P): P
  setOf(of: SetOf): { dim: Dim; part: Part }
  /** The SELECT of the ids that a part of a cell has; without one, of all. */
  membersOf(dim: Dim, part: Part | undefined): string
}
