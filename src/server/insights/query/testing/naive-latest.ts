import type { Cond, Expr, Time } from '../../../../contract/query.ts'
import type { DataModel } from '../data-model.ts'

/** Whether an expression's value at a cell can differ with the cell's window. */
export function readsTheTime(model: DataModel, of: Expr): boolean {
  const reads = (one: Expr) => readsTheTime(model, one)
  switch (of.k) {
    case 'measure': {
      const measure = model.measure(of.id)
      return measure?.k === 'derived' ? reads(measure.of) : true
    }
    case 'number':
      return false
    case 'at':
      return isRelative(of.time) && reads(of.of)
    case 'fold':
    case 'when':
      if (of.over.k === 'periods') return isRelative(of.over.time)
      return partsOf(of).some(reads)
    case 'real':
      return true
    default:
      return partsOf(of).some(reads)
  }
}

/** Whether a time moves with the cell; none leaves the cell's own. */
function isRelative(time: Time | null): boolean {
  if (time === null) return true
  switch (time.k) {
    case 'last':
    case 'ytd':
      return time.to === null
    case 'since':
    case 'shift':
      return true
    default:
      return false
  }
}

/** The greatest maximum age, in years, of the measures in an expression, sets left aside; 0 without any. */
export function maxAgeUnder(model: DataModel, of: Expr): number {
  if (of.k === 'measure') return model.measure(of.id)?.rules.maxAgeYears ?? 0
  return Math.max(0, ...partsOf(of).map(part => maxAgeUnder(model, part)))
}

/** The expressions an expression is made of, those of its condition too; not those of its sets. */
function partsOf(of: Expr): Expr[] {
  switch (of.k) {
    case 'measure':
    case 'number':
      return []
    case 'calc':
      return [of.a, of.b]
    case 'fold':
      return of.by ? [of.of, of.by] : [of.of]
    case 'when':
      return sidesOf(of.test)
    case 'effect':
      return of.factors
    default:
      return [of.of]
  }
}

/** The expressions of a condition. */
function sidesOf(test: Cond): Expr[] {
  switch (test.k) {
    case 'compare':
      return [test.a, test.b]
    case 'known':
      return [test.of]
    case 'not':
      return sidesOf(test.of)
    default:
      return [...sidesOf(test.a), ...sidesOf(test.b)]
  }
}
