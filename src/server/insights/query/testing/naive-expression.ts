import type { Cond, Cut, Dim, Expr, Periods, SetOf, Time } from '../../../../contract/query.ts'
import { type DataModel, lastYearOf } from '../data-model.ts'
import { dimOf } from '../dim-of.ts'
import { type baseValues, type Cell, chain, median, sum, type Value } from './naive-base.ts'
import { maxAgeUnder, readsTheTime } from './naive-latest.ts'
import { periodsIn, resolveTime, windowOf, yearWindow } from './naive-time.ts'

export type Truth = boolean | null

/** What expressions and conditions are worth at a cell. `idsOf` gives a set's members: sets know nothing of the cell. */
export interface Evaluator {
  value(of: Expr, cell: Cell): Value
  truth(test: Cond, valueAt: (of: Expr) => Value): Truth
  /** The newest year's value, and the year; null where the expression does not depend on the cell's time. */
  newest(of: Expr, cell: Cell, within: number | null): { value: Value; year: number | null }
}

type BaseValues = ReturnType<typeof baseValues>

export function evaluatorOf(
  model: DataModel,
  base: BaseValues,
  idsOf: (set: SetOf) => readonly string[],
  slack = 0,
): Evaluator {
  const elsewhere = (cell: Cell, cut: Cut, time: Time | null): Cell => {
    const sets = { ...cell.sets }
    for (const [dim, set] of Object.entries(cut)) sets[dim as Dim] = idsOf(set)
    return { sets, ...windowAt(cell, time) }
  }
  const memberOf = (cell: Cell, dim: Dim, id: string): Cell => ({
    ...cell,
    sets: { ...cell.sets, [dim]: [id] },
  })
  const periodsOf = (cell: Cell, over: Periods): Cell[] =>
    periodsIn(windowAt(cell, over.time), over.grain).map(({ from, to }) => ({ sets: cell.sets, from, to }))

  function value(of: Expr, cell: Cell): Value {
    switch (of.k) {
      case 'measure': {
        const measure = model.measure(of.id)
        if (!measure) throw new Error(`no measure ${of.id}`)
        return measure.k === 'base' ? base(measure, cell) : value(measure.of, cell)
      }
      case 'number':
        return of.value
      case 'calc':
        return calc(of.op, value(of.a, cell), value(of.b, cell))
      case 'fn':
        return fn(of.fn, value(of.of, cell))
      case 'at': {
        const { cut, time } = of
        if (time?.k !== 'latest') return value(of.of, elsewhere(cell, cut, time))
        return newest(of.of, elsewhere(cell, cut, null), time.within).value
      }
      case 'share':
        return ratio(value(of.of, cell), value(of.of, elsewhere(cell, of.whole, null)), 100)
      case 'change':
        return change(of, cell)
      case 'index': {
        const [b, a] = [value(of.of, cell), value(of.of, elsewhere(cell, {}, of.base))]
        return isAboveZero(a) && isAboveZero(b) ? 100 * (b / a) : null
      }
      case 'real':
        return real(of, cell)
      case 'fold':
        return fold(of, cell)
      case 'when':
        return when(of, cell)
      case 'rank':
        return rank(of, cell)
      case 'concentration':
        return concentration(of, cell)
      case 'effect':
        return effect(of, cell)
    }
  }

  function change({ of, from, as }: Extract<Expr, { k: 'change' }>, cell: Cell): Value {
    const earlier = elsewhere(cell, {}, from)
    const [b, a] = [value(of, cell), value(of, earlier)]
    if (a === null || b === null) return null
    if (as === 'difference' || as === 'points') return b - a
    if (!(a > 0 && b > 0)) return null
    if (as === 'times') return b / a
    if (as === 'percent') return 100 * (b / a - 1)
    const months = cell.from - earlier.from
    return months > 0 ? 100 * ((b / a) ** (12 / months) - 1) : null
  }

  function real({ of, base: priceYear }: Extract<Expr, { k: 'real' }>, cell: Cell): Value {
    const nominal = value(of, cell)
    const year = Math.floor(cell.from / 12)
    const target = Math.floor(windowOf(priceYear).from / 12)
    const [country, ...others] = cell.sets.country ?? model.everywhere
    if (nominal === null || Math.floor(cell.to / 12) !== year || country === undefined || others.length > 0)
      return null
    let prices = 1
    for (let at = Math.min(year, target) + 1; at <= Math.max(year, target); at += 1) {
      const rate = value(
        { k: 'measure', id: 'inflation_cpi' },
        { sets: { country: [country] }, ...yearWindow(at) },
      )
      if (rate === null) return null
      prices *= 1 + rate / 100
    }
    return year >= target ? ratio(nominal, prices, 1) : nominal * prices
  }

  function fold({ of, over, how, by }: Extract<Expr, { k: 'fold' }>, cell: Cell): Value {
    const isTimes = over.k === 'periods'
    const cells = isTimes
      ? periodsOf(cell, over)
      : idsOf(over.of).map(id => memberOf(cell, dimOf(over.of), id))
    const all = cells.map(one => value(of, one))
    const values = all.filter(one => one !== null)
    if (how === 'count') return values.length
    if (isTimes && values.length < all.length) return null
    if (how === 'weighted') {
      const weights = cells.map(one => value(by as Expr, one))
      if (isTimes && weights.includes(null)) return null
      const pairs = all.flatMap((one, at) => {
        const weight = weights[at] ?? null
        return one === null || weight === null ? [] : [{ product: one * weight, weight }]
      })
      return ratio(sum(pairs.map(pair => pair.product)), sum(pairs.map(pair => pair.weight)), 1)
    }
    return values.length > 0 ? folded(how, values) : null
  }

  function when({ test, over, find }: Extract<Expr, { k: 'when' }>, cell: Cell): Value {
    const hits = periodsOf(cell, over).filter(at => truth(test, of => value(of, at)) === true)
    if (find === 'count') return hits.length
    const hit = find === 'first' ? hits[0] : hits.at(-1)
    return hit ? Math.floor(hit.from / 12) : null
  }

  function rank({ of, among, end }: Extract<Expr, { k: 'rank' }>, cell: Cell): Value {
    const dim = dimOf(among)
    const own = value(of, cell)
    if (own === null || cell.sets[dim]?.length !== 1) return null
    const others = idsOf(among)
      .filter(id => id !== cell.sets[dim]?.[0])
      .map(id => value(of, memberOf(cell, dim, id)))
    return 1 + others.filter(one => compare(one, end === 'high' ? '>' : '<', own, slack)).length
  }

  function concentration({ of, dim, how, n }: Extract<Expr, { k: 'concentration' }>, cell: Cell): Value {
    const everyone = dim === 'country' ? model.everywhere : model.members[dim]
    const parts = (cell.sets[dim] ?? everyone).flatMap(id => {
      const part = value(of, memberOf(cell, dim, id))
      return part !== null && part > 0 ? [{ id, part }] : []
    })
    const whole = sum(parts.map(({ part }) => part))
    const shares = parts
      .filter(({ id }) => id !== model.residualBrand)
      .map(({ part }) => 100 * (part / whole))
    if (shares.length === 0) return null
    if (how === 'hhi') return sum(shares.map(share => share * share))
    return sum(shares.sort((a, b) => b - a).slice(0, n ?? 1))
  }

  function effect({ factors, pick, from }: Extract<Expr, { k: 'effect' }>, cell: Cell): Value {
    const earlier = elsewhere(cell, {}, from)
    const now = factors.map(factor => value(factor, cell))
    const then = factors.map(factor => value(factor, earlier))
    if (!now.every(isAboveZero) || !then.every(isAboveZero)) return null
    const v = now.reduce((a, b) => a * b, 1)
    const w = then.reduce((a, b) => a * b, 1)
    const mean = v === w ? v : (v - w) / Math.log(v / w)
    return mean * Math.log((now[pick - 1] as number) / (then[pick - 1] as number))
  }

  function truth(test: Cond, valueAt: (of: Expr) => Value): Truth {
    switch (test.k) {
      case 'compare':
        return compare(valueAt(test.a), test.op, valueAt(test.b), slack)
      case 'known':
        return valueAt(test.of) !== null
      case 'not': {
        const inner = truth(test.of, valueAt)
        return inner === null ? null : !inner
      }
      default: {
        const [a, b] = [truth(test.a, valueAt), truth(test.b, valueAt)]
        const decisive = test.k === 'or'
        if (a === decisive || b === decisive) return decisive
        return a === null || b === null ? null : !decisive
      }
    }
  }

  function newest(of: Expr, cell: Cell, within: number | null): { value: Value; year: number | null } {
    if (!readsTheTime(model, of)) return { value: value(of, cell), year: null }
    const last = lastYearOf(model)
    const first = last - (within ?? maxAgeUnder(model, of))
    for (let year = last; year >= first; year -= 1) {
      const found = value(of, { sets: cell.sets, ...yearWindow(year) })
      if (found !== null) return { value: found, year }
    }
    return { value: null, year: null }
  }

  return { value, truth, newest }
}

function windowAt(cell: Cell, time: Time | null): { from: number; to: number } {
  if (time === null) return { from: cell.from, to: cell.to }
  if (time.k === 'latest') throw new Error('latest is no window of a cell')
  return resolveTime(time, cell)
}

function calc(op: string, a: Value, b: Value): Value {
  if (a === null || b === null) return null
  if (op === '+') return a + b
  if (op === '-') return a - b
  if (op === '*') return a * b
  return ratio(a, b, 1)
}

const ratio = (a: Value, b: Value, times: number): Value =>
  a === null || b === null || b === 0 ? null : times * (a / b)

function fn(name: string, of: Value): Value {
  if (of === null) return null
  if (name === 'abs') return Math.abs(of)
  if (name === 'exp') return of > 700 ? null : Math.exp(of)
  return of > 0 ? Math.log(of) : null
}

const isAboveZero = (value: Value): value is number => value !== null && value > 0

/** Greater and smaller by more than the slack, a part of the value; below 0 what is nearly equal is both. */
function compare(a: Value, op: string, b: Value, slack: number): Truth {
  if (a === null || b === null) return null
  const by = slack * Math.max(1, Math.abs(b))
  if (op === '<') return a < b - by
  if (op === '<=') return a <= b - by
  if (op === '=') return Math.abs(a - b) <= Math.max(0, -by)
  return op === '>=' ? a >= b + by : a > b + by
}

function folded(how: string, values: readonly number[]): Value {
  switch (how) {
    case 'sum':
      return sum(values)
    case 'mean':
      return sum(values) / values.length
    case 'median':
      return median(values)
    case 'min':
      return Math.min(...values)
    case 'max':
      return Math.max(...values)
    case 'sd':
      return deviation(values)
    case 'first':
      return values[0] as number
    case 'last':
      return values.at(-1) as number
    case 'chain':
      return chain(values)
    default:
      throw new Error(`no fold ${how}`)
  }
}

function deviation(values: readonly number[]): Value {
  if (values.length < 2) return null
  const mean = sum(values) / values.length
  return Math.sqrt(sum(values.map(value => (value - mean) ** 2)) / (values.length - 1))
}
