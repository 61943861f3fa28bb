import type { Cond, Expr, Periods, SetOf } from '../../../../contract/query.ts'
import type { DataModel } from '../data-model.ts'

/** The expressions directly inside one that are evaluated at its own cell, or at one that moves with it. */
function inside(of: Expr): { at: Expr[]; moves: boolean } {
  const stay = (...at: Expr[]) => ({ at, moves: true })
  switch (of.k) {
    case 'measure':
    case 'number':
      return stay()
    case 'calc':
      return stay(of.a, of.b)
    case 'effect':
      return stay(...of.factors)
    case 'when':
      return { at: sides(of.test), moves: isRelative(of.over.time) }
    case 'fold':
      return {
        at: of.by ? [of.of, of.by] : [of.of],
        moves: of.over.k === 'members' || isRelative(of.over.time),
      }
    case 'at':
      return { at: [of.of], moves: of.time === null || isRelative(of.time) }
    default:
      return stay(of.of)
  }
}

const isRelative = (time: { k: string; to?: string | null }) =>
  time.k === 'shift' || time.k === 'since' || ((time.k === 'last' || time.k === 'ytd') && time.to === null)

/** The expressions that a condition compares. */
export function sides(of: Cond): Expr[] {
  switch (of.k) {
    case 'compare':
      return [of.a, of.b]
    case 'and':
    case 'or':
      return [...sides(of.a), ...sides(of.b)]
    case 'not':
      return sides(of.of)
    case 'known':
      return [of.of]
  }
}

/** Whether the value of an expression depends on the time of its cell. */
export function usesCellTime(of: Expr, model: DataModel): boolean {
  // The prices of `real` are those of the cell's year.
  if (of.k === 'measure' || of.k === 'real') return true
  // How many periods there are moves with the cell, whatever is evaluated at them.
  if ((of.k === 'fold' && of.over.k === 'periods') || of.k === 'when')
    return isRelative((of.over as Periods).time)
  const { at, moves } = inside(of)
  return moves && at.some(expr => usesCellTime(expr, model))
}

/** The greatest maximum age, in years, of the measures under an expression; 0 where there is none. */
export function maxAgeOf(of: Expr, model: DataModel): number {
  if (of.k !== 'measure') return Math.max(0, ...inside(of).at.map(expr => maxAgeOf(expr, model)))
  const measure = model.measure(of.id)
  return measure?.rules.maxAgeYears ?? 0
}

/** Whether a set needs figures to be known. */
export function isDynamic(of: SetOf): boolean {
  if (of.k === 'where' || of.k === 'top') return true
  return 'a' in of && (isDynamic(of.a) || isDynamic(of.b))
}
