import type { Dim, Expr, Fold } from '../../../contract/query.ts'
import type { MeasureRules } from '../measure-rules.ts'
import {
  isLike,
  isPercent,
  isPoints,
  kindOf,
  percent,
  points,
  pure,
  times,
  type Unit,
  unitOf,
  unitOfNumber,
} from './units.ts'

/** What the values of an expression are at a cell. */
export interface ValueType {
  unit: Unit
  kind: MeasureRules['kind']
  decimals: number
  changeAs: MeasureRules['changeAs']
  mayBeNegative: boolean
  /** True for numbers without a unit: they take that of what they meet. */
  bare: boolean
  /** The number, where it is one as it is written. */
  number: number | null
  /** Figures of surveys stay what they are, whatever they are multiplied by. */
  nature: MeasureRules['nature'] | null
  /** How figures of several years or countries became one here; null where there was one, or where it makes no difference. */
  overYears: MeasureRules['fold']['time'] | null
  overCountries: MeasureRules['fold']['country'] | null
  /** The dimensions of its cell that it depends on. */
  dims: ReadonlySet<Dim>
  /** Why there is no figure of it at any cell; null where there may be one. */
  empty: string | null
}

const plain: ValueType = {
  ...{ unit: pure, kind: 'rate', decimals: 2, changeAs: 'percent', mayBeNegative: false, bare: false },
  ...{ number: null, nature: null, overYears: null, overCountries: null, dims: new Set(), empty: null },
}

export function numberType(value: number, unit: Unit | null): ValueType {
  const decimals = Number.isInteger(value) ? 0 : 2
  return {
    ...plain,
    unit: unit ?? pure,
    bare: unit === null,
    number: value,
    decimals,
    mayBeNegative: value < 0,
  }
}

/** A value of a unit that is neither amount nor rate of its own: a position, a year, a count. */
export const ofUnit = (of: ValueType, unit: Unit, more: Partial<ValueType> = {}): ValueType => ({
  ...plain,
  ...{ unit, kind: kindOf(unit), decimals: decimalsOf(unit), dims: of.dims, empty: of.empty },
  ...more,
})

const decimalsOf = (unit: Unit): number => {
  const kind = kindOf(unit)
  if (kind === 'amount' || kind === 'count') return 0
  return kind === 'share' ? 1 : 2
}

const changeIn = (unit: Unit, mayBeNegative: boolean): ValueType['changeAs'] => {
  if (isPercent(unit)) return 'points'
  return mayBeNegative || isPoints(unit) ? 'difference' : 'percent'
}

const natures = ['survey', 'flow', 'stock'] as const
/** What two values make together, but for their units. */
const both = (a: ValueType, b: ValueType) => ({
  nature: natures.find(nature => a.nature === nature || b.nature === nature) ?? null,
  dims: new Set([...a.dims, ...b.dims]),
  empty: a.empty ?? b.empty,
  bare: a.bare && b.bare,
  number: null,
})

export function sumType(a: ValueType, b: ValueType, op: '+' | '-', isPart: boolean): ValueType {
  const [main, other] = a.bare || (isPoints(a.unit) && isPercent(b.unit)) ? [b, a] : [a, b]
  const gap = op === '-' && isPercent(a.unit) && isPercent(b.unit) && !a.bare && !b.bare
  const text = gap ? points : main.unit.text === other.unit.text || other.bare ? main.unit.text : null
  const mayBeNegative = (op === '-' && !isPart) || a.mayBeNegative || b.mayBeNegative
  return {
    ...main,
    ...both(a, b),
    unit: { powers: main.unit.powers, text },
    decimals: Math.max(a.decimals, b.decimals),
    changeAs: changeIn(main.unit, mayBeNegative),
    mayBeNegative,
    overYears: a.overYears ?? b.overYears,
    overCountries: a.overCountries ?? b.overCountries,
  }
}

export function productType(a: ValueType, b: ValueType, op: '*' | '/'): ValueType {
  const sign = op === '*' ? 1 : -1
  const unit = times(factorUnit(a, b), factorUnit(b, a), sign)
  const mayBeNegative = a.mayBeNegative || b.mayBeNegative
  const shared = {
    ...both(a, b),
    mayBeNegative,
    overYears: op === '/' && a.overYears === 'sum' ? null : (a.overYears ?? b.overYears),
    overCountries: [a, b].some(({ overCountries }) => overCountries === 'median')
      ? ('median' as const)
      : (a.overCountries ?? b.overCountries),
  }
  const main = b.bare ? a : a.bare && op === '*' ? b : null
  if (main && isLike(main.unit, unit)) {
    const decimals = op === '/' ? Math.max(main.decimals, 2) : main.decimals
    return { ...main, ...shared, decimals }
  }
  const named = isPercent(unit) ? percent : unit
  return {
    ...{ ...plain, unit: named, kind: kindOf(named), decimals: decimalsOf(named) },
    ...{ changeAs: changeIn(named, mayBeNegative), ...shared },
  }
}

const factorUnit = (of: ValueType, other: ValueType): Unit =>
  of.bare && of.number !== null ? unitOfNumber(of.number, other.unit) : of.unit

export const absType = (of: ValueType): ValueType => ({
  ...of,
  ...{ mayBeNegative: false, changeAs: changeIn(of.unit, false), number: null },
})

/** Whether values in it make sense as a total over places, or over time. */
export const addsOverPlaces = ({ kind }: ValueType) => kind === 'amount' || kind === 'count'
export const addsOverTime = (type: ValueType) => addsOverPlaces(type) && type.nature === 'flow'

export function changeType(of: ValueType, as: Extract<Expr, { k: 'change' }>['as']): ValueType {
  switch (as) {
    case 'percent':
      return ofUnit(of, percent, { kind: 'rate', mayBeNegative: true, changeAs: 'points' })
    case 'cagr':
      return ofUnit(
        of,
        { ...percent, text: '% a year' },
        { kind: 'rate', mayBeNegative: true, changeAs: 'points' },
      )
    case 'times':
      return ofUnit(of, { powers: new Map(), text: 'times' })
    case 'points':
      return ofUnit(of, unitOf(points), { mayBeNegative: true, changeAs: 'difference' })
    case 'difference': {
      if (isPercent(of.unit)) return changeType(of, 'points')
      return { ...of, mayBeNegative: true, changeAs: 'difference', nature: of.nature && 'flow' }
    }
  }
}

export function foldType(of: ValueType, how: Fold, counted: string): ValueType {
  if (how === 'count')
    return ofUnit({ ...of, empty: null }, { powers: new Map(), text: counted }, { decimals: 0 })
  const isSpread = how === 'sd'
  const decimals =
    how === 'mean' || isSpread ? Math.max(of.decimals, of.kind === 'share' ? 1 : 0) : of.decimals
  const unit = how === 'chain' ? percent : of.unit
  return { ...of, unit, decimals, mayBeNegative: of.mayBeNegative && !isSpread, overYears: null, bare: false }
}
