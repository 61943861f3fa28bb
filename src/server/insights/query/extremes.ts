import type { Expr, Query, SetOf } from '../../../contract/query.ts'
import type { Months } from './check-cell.ts'
import type { DataModel } from './data-model.ts'
import { dimOf } from './dim-of.ts'
import { monthsAt } from './reads.ts'

type Top = Extract<SetOf, { k: 'top' }>
type Rank = Extract<Expr, { k: 'rank' }>
type Fold = Extract<Expr, { k: 'fold' }>

/** A part of a query that puts countries in an order to take the first of them. */
export interface Extreme {
  node: Top | Rank | Fold
  /** What is put in order, among which countries. */
  by: Expr
  of: SetOf
  /** When it is evaluated; null for the query's own time. */
  months: Months | null
}

/**
 * Sets that take the first, ranks, and the highest or lowest over countries, wherever they stand. Where rows are periods
 * a rank or an extreme is of several times, and its set stays as it is.
 */
export function extremesIn(query: Query, model: DataModel): Extreme[] {
  const isOverTime = query.rows.some(row => row.k === 'periods')
  const found: Extreme[] = []
  const own = query.time.k === 'latest' ? null : monthsAt(model, query.time, null)
  const look = (part: object, months: Months | null): void => {
    const node = part as { k?: string } & Record<string, unknown>
    if (node.k === 'top' && dimOf(part as Top) === 'country') {
      const { by, of } = part as Top
      found.push({ node: part as Top, by, of, months: null })
    }
    if (node.k === 'rank' && !isOverTime && dimOf((part as Rank).among) === 'country') {
      const { of, among } = part as Rank
      found.push({ node: part as Rank, by: of, of: among, months })
    }
    const fold = node.k === 'fold' ? (part as Fold) : null
    if (fold?.over.k === 'members' && ['max', 'min'].includes(fold.how) && !isOverTime)
      if (dimOf(fold.over.of) === 'country') found.push({ node: fold, by: fold.of, of: fold.over.of, months })
    const inner = innerMonths(part, months, model, own)
    for (const value of Object.values(part))
      if (typeof value === 'object' && value !== null) look(value, inner)
  }
  look(query, null)
  return found
}

/** When the parts of a part are evaluated. */
function innerMonths(
  part: object,
  months: Months | null,
  model: DataModel,
  own: Months | null,
): Months | null {
  const { k } = part as { k?: string }
  const at = part as Extract<Expr, { k: 'at' }>
  const fold = part as Fold
  const time = k === 'at' ? at.time : k === 'fold' && fold.over.k === 'periods' ? fold.over.time : null
  return time && time.k !== 'latest' ? monthsAt(model, time, months ?? own) : months
}

/** The query with other sets in those parts. */
export function withSets(query: Query, changed: ReadonlyMap<object, (of: SetOf) => SetOf>): Query {
  const made = <T>(part: T): T => {
    if (Array.isArray(part)) return part.map(made) as T
    if (typeof part !== 'object' || part === null) return part
    const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, made(value)]))
    const change = changed.get(part)
    if (!change) return copy as T
    const node = copy as unknown as Top | Rank | Fold
    if (node.k === 'top') return { ...node, of: change(node.of) } as T
    if (node.k === 'rank') return { ...node, among: change(node.among) } as T
    if (node.over.k !== 'members') return node as T
    return { ...node, over: { ...node.over, of: change(node.over.of) } } as T
  }
  return made(query)
}
