import { isDeepStrictEqual } from 'node:util'
import {
  type Cond,
  type Cut,
  type Dim,
  dims,
  type Expr,
  type Periods,
  type SetOf,
  type Time,
} from '../../../contract/query.ts'
import type { Names } from './names.ts'

/** The dimensions of its cell that a value depends on. */
export function dimsOf(of: Expr, names: Names): ReadonlySet<Dim> {
  switch (of.k) {
    case 'measure':
      return new Set(names.isPanel(of.id) ? dims : ['country'])
    case 'number':
      return new Set()
    case 'calc':
      return new Set([...dimsOf(of.a, names), ...dimsOf(of.b, names)])
    case 'at': {
      const inner = dimsOf(of.of, names)
      return new Set([...inner].filter(dim => of.cut[dim] === undefined))
    }
    case 'fold': {
      const inner = dimsOf(of.of, names)
      const folded = of.over.k === 'members' ? dimOfSet(of.over.of) : null
      return new Set([...inner].filter(dim => dim !== folded))
    }
    case 'concentration': {
      const inner = dimsOf(of.of, names)
      return new Set([...inner].filter(dim => dim !== of.dim))
    }
    case 'when':
      return condDims(of.test, names)
    case 'effect':
      return new Set(of.factors.flatMap(factor => [...dimsOf(factor, names)]))
    default:
      return dimsOf(of.of, names)
  }
}

function condDims(of: Cond, names: Names): ReadonlySet<Dim> {
  if (of.k === 'compare') return new Set([...dimsOf(of.a, names), ...dimsOf(of.b, names)])
  if (of.k === 'known') return dimsOf(of.of, names)
  return of.k === 'not'
    ? condDims(of.of, names)
    : new Set([...condDims(of.a, names), ...condDims(of.b, names)])
}

export function dimOfSet(of: SetOf): Dim {
  if ('dim' in of) return of.dim
  return dimOfSet('a' in of ? of.a : of.of)
}

/** The unit of a value where a number beside it has none of its own. */
export function unitOf(of: Expr, names: Names): string | null {
  switch (of.k) {
    case 'measure':
      return names.unit(of.id)
    case 'number':
      return of.unit
    case 'share':
      return '%'
    case 'concentration':
      return of.how === 'top' ? '%' : null
    case 'change':
      if (of.as === 'percent' || of.as === 'cagr') return '%'
      return of.as === 'difference' ? unitOf(of.of, names) : of.as
    case 'calc':
      return of.op === '+' || of.op === '-' ? (unitOf(of.a, names) ?? unitOf(of.b, names)) : null
    case 'fold':
    case 'at':
    case 'fn':
    case 'real':
      return unitOf(of.of, names)
    default:
      return null
  }
}

const isFixed = (time: Time | null): boolean =>
  time !== null && (time.k === 'span' || ((time.k === 'last' || time.k === 'ytd') && time.to !== null))

/** Whether a value does not depend on the time of its cell. */
export function hasOwnTime(of: Expr): boolean {
  switch (of.k) {
    case 'measure':
      return false
    case 'number':
      return true
    case 'at':
      return isFixed(of.time) || hasOwnTime(of.of)
    case 'calc':
      return hasOwnTime(of.a) && hasOwnTime(of.b)
    case 'fold':
      return (of.over.k === 'periods' && isFixed(of.over.time)) || hasOwnTime(of.of)
    case 'when':
      return isFixed(of.over.time)
    case 'effect':
    case 'change':
    case 'index':
      return false
    default:
      return hasOwnTime(of.of)
  }
}

/** Amounts come to something; rates, prices and shares stand at something. */
export function isAmount(of: Expr, names: Names): boolean {
  switch (of.k) {
    case 'measure':
      return names.isAmount(of.id)
    case 'at':
    case 'real':
    case 'fn':
      return isAmount(of.of, names)
    case 'fold':
      return of.how !== 'count' && isAmount(of.of, names)
    case 'calc':
      return (of.op === '+' || of.op === '-') && isAmount(of.a, names)
    default:
      return false
  }
}

/** 'were' after it, not 'was'. */
export const isPlural = (of: Expr, names: Names): boolean => {
  if (of.k === 'measure') return names.isPlural(of.id)
  return (of.k === 'at' || of.k === 'real' || of.k === 'change') && isPlural(of.of, names)
}

/** What a value is above the mean of the periods around it, in per cent; null for another expression. */
export function aboveMeanOf(of: Expr): { of: Expr; over: Periods } | null {
  const parts = of.k === 'calc' && of.op === '*' && of.b.k === 'calc' && of.b.op === '-' ? of.b : null
  const ratio = parts?.a.k === 'calc' && parts.a.op === '/' ? parts.a : null
  const isLessOne = parts?.b.k === 'number' && parts.b.value === 1
  if (!ratio || !isLessOne || ratio.b.k !== 'fold' || ratio.b.how !== 'mean') return null
  const { over } = ratio.b
  return over.k === 'periods' && isDeepStrictEqual(ratio.a, ratio.b.of) ? { of: ratio.a, over } : null
}

/** The year of which a chain of growth rates makes 100, and the rate; null for another expression. */
export function chainIndexOf(of: Expr): { of: Expr; base: string } | null {
  const sum = of.k === 'calc' && of.op === '/' && of.a.k === 'calc' && of.a.op === '+' ? of.a : null
  if (sum?.b.k !== 'fold' || sum.b.how !== 'chain' || sum.b.over.k !== 'periods') return null
  const { time } = sum.b.over
  return time.k === 'since' ? { of: sum.b.of, base: String(Number(time.from.slice(0, 4)) - 1) } : null
}

/** Without some dimensions. */
export function cutWithout(cut: Cut, without: readonly Dim[]): Cut {
  const left = { ...cut }
  for (const dim of without) delete left[dim]
  return left
}

/** What is divided and by what, where a calculation is one in per cent of the other: `100 '%' * a / b`. */
export function percentageOf({ a, op, b }: Extract<Expr, { k: 'calc' }>): { of: Expr; whole: Expr } | null {
  const isHundred = (of: Expr) => of.k === 'number' && of.value === 100 && of.unit === '%'
  if (op === '/' && a.k === 'calc' && a.op === '*' && isHundred(a.a)) return { of: a.b, whole: b }
  return op === '*' && isHundred(a) && b.k === 'calc' && b.op === '/' ? { of: b.a, whole: b.b } : null
}
