import type { Dim, Expr, TimeGrain } from '../../../contract/query.ts'
import { type Cell, commonLength, membersAt, type Windows } from './check-cell.ts'
import { titleOf, unitsAt } from './check-measure.ts'
import { addsOverPlaces, addsOverTime, type ValueType } from './check-type.ts'
import { deflator } from './data-model.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import {
  hasCurrency,
  isLike,
  isLocalMoney,
  isPercent,
  isPoints,
  isSaidOf,
  localCurrency,
  textOf,
  type Unit,
  volumeUnit,
} from './units.ts'

/** A rule of the language that does not hold. */
export interface RuleFault {
  /** A row of the table of type rules in docs/query-language.md. */
  rule: number
  /** What is wrong, and what to ask instead. */
  message: string
}

/** Why a query is refused. */
export interface QueryFault extends RuleFault {
  /** The expression or clause, printed. */
  at: string
}

const none: RuleFault[] = []
const fault = (rule: number, message: string): RuleFault[] => [{ rule, message }]

const compounds =
  'Yearly rates are compounded over several years, the other side is not: ask each year, or fold both over the years.'

/** Rules 2 and 3 of two sides that are added or compared. */
export function joinFaults(
  [left, a]: [Expr, ValueType],
  [right, b]: [Expr, ValueType],
  how: 'added' | 'subtracted' | 'compared',
): RuleFault[] {
  const compounded = [a, b].filter(({ overYears }) => overYears === 'chain').length
  const years = compounded === 1 && a.overYears && b.overYears ? fault(3, compounds) : none
  if (a.bare || b.bare || isLike(a.unit, b.unit)) return years
  const isSaid = (one: Expr, unit: Unit, other: Unit) => one.k === 'number' && isSaidOf(unit, other)
  if (isSaid(left, a.unit, b.unit) || isSaid(right, b.unit, a.unit)) return years
  const isGap = [a, b].every(({ unit }) => isPercent(unit) || isPoints(unit))
  if (!isGap) return [...years, ...fault(2, unlike(a.unit, b.unit, how))]
  return how === 'compared'
    ? [...years, ...fault(2, "Percentage points are not per cent: compare points with points, 5 'points'.")]
    : years
}

function unlike(a: Unit, b: Unit, how: string): string {
  const [one, other] = [textOf(a) || 'a plain number', textOf(b) || 'a plain number']
  if (hasCurrency(a) && hasCurrency(b)) return `Money of two countries cannot be ${how}: take both in US$.`
  if (hasCurrency(a) !== hasCurrency(b) && [a, b].some(({ powers }) => powers.has('US$')))
    return `US$ and local currency cannot be ${how}: take both in US$.`
  if (volumes.has(one) && volumes.has(other))
    return `${one} and ${other} cannot be ${how}: take value in US$, or segments sold in one unit.`
  return `${one} and ${other} cannot be ${how}: take two figures in one unit, or divide one by the other.`
}

const volumes = new Set([volumeUnit, 'L', 'kg', 'pieces', 'units'])

/** Rules 3 and 4 of a product or ratio: figures that were added up, times or over figures that were not. */
export function productFaults(a: ValueType, b: ValueType, op: '*' | '/'): RuleFault[] {
  const [years, other] = [a.overYears, b.overYears]
  const places = [a.overCountries, b.overCountries]
  const median =
    op === '*' && places.includes('median') && places.includes('sum')
      ? fault(
          4,
          'A median over countries times their sum means nothing: fold the product over the countries.',
        )
      : none
  if (!years || !other || years === other) return median
  if (years === 'chain' || other === 'chain') return [...median, ...fault(3, compounds)]
  const mixes = op === '*' ? years === 'sum' || other === 'sum' : other === 'sum'
  return mixes ? [...median, ...fault(3, mixed)] : median
}

const mixed =
  'One side is added up over the years, the other is not: ask each year, or fold the whole over the years.'

/** Rules 2 and 5 of values of members put beside each other: not in several currencies or units of volume. */
export function orderFaults(model: CatalogueModel, type: ValueType, dim: Dim, cell: Cell): RuleFault[] {
  if (dim === 'country' && type.unit.powers.has(localCurrency))
    return fault(2, 'Each country has its own local currency: ask US$, or a change in per cent.')
  if (dim === 'segment' && type.unit.powers.has(volumeUnit))
    return fault(5, `${unitsAt(model, cell).join(', ')} cannot be put beside each other: ask value in US$.`)
  return none
}

/** Rule 2 of a part and its whole; a whole of several currencies or units of volume is refused on its own. */
export function shareFaults(part: ValueType, whole: ValueType): RuleFault[] {
  const isRefused = whole.unit.powers.has(localCurrency) || whole.unit.powers.has(volumeUnit)
  if (isLike(part.unit, whole.unit) || isRefused) return none
  if (hasCurrency(part.unit))
    return fault(2, 'Each country has its own local currency: take the share in US$.')
  return fault(2, unlike(part.unit, whole.unit, 'made into a share'))
}

/** Rule 7 of a form of change; `title`: what changes. */
export function changeFaults(
  title: string,
  type: ValueType,
  as: Extract<Expr, { k: 'change' }>['as'],
): RuleFault[] {
  const inPercent = isPercent(type.unit) || isPoints(type.unit)
  if (as === 'difference') return none
  if (as === 'points')
    return inPercent || type.kind === 'index'
      ? none
      : fault(
          7,
          `${title} is not in per cent, so it has no change in points: ask the difference, or per cent.`,
        )
  if (type.mayBeNegative)
    return fault(
      7,
      `${title} may be negative: ask its change ${inPercent ? 'in points' : 'as a difference'}.`,
    )
  return type.changeAs === 'points' && as !== 'times'
    ? fault(7, `${title} is in per cent itself: ask its change in points.`)
    : none
}

/** What is counted, by dimension or grain. */
export const plurals: Record<Dim | TimeGrain, string> = {
  ...{ country: 'countries', segment: 'segments', brand: 'brands', channel: 'channels' },
  ...{ year: 'years', half: 'half-years', quarter: 'quarters', month: 'months' },
}

export const noPeriod = (grain: TimeGrain) =>
  `There is no whole ${grain} in the time: take a longer time or a finer grain.`

/** Rules 3, 4 and 11 of one value from several; `title`: what is folded, `dim`: over its members, null: over periods. */
export function foldFaults(
  title: string,
  { how, by }: Extract<Expr, { k: 'fold' }>,
  type: ValueType,
  dim: Dim | null,
): RuleFault[] {
  switch (how) {
    case 'sum':
      return dim
        ? sumFaults(title, type, dim)
        : type.bare || addsOverTime(type)
          ? none
          : fault(3, overTime(title))
    case 'chain': {
      const unit = textOf(type.unit) || 'plain numbers'
      const message = `Only rates in per cent are compounded, and ${title} is in ${unit}: ask its change in per cent.`
      return isPercent(type.unit) ? none : fault(3, message)
    }
    case 'first':
    case 'last':
      return dim
        ? fault(11, 'The first and the last are by time: fold over periods, or take the lowest or highest.')
        : none
    case 'weighted':
      return by ? none : fault(11, 'A weighted mean needs what it is weighted by: weighted by population.')
    default:
      return none
  }
}

const overTime = (title: string) =>
  `${title} does not add up over time: ask the mean, the last or each period.`

/** Shares of brands or channels add up, though no other shares do. */
function sumFaults(title: string, type: ValueType, dim: Dim): RuleFault[] {
  const isPartShare = type.kind === 'share' && (dim === 'brand' || dim === 'channel')
  if (addsOverPlaces(type) || isPartShare || type.bare) return none
  const weighted = dim === 'country' ? ', or a mean weighted by population or GDP' : ''
  return fault(
    4,
    `${title} does not add up over ${plurals[dim]}: ask for each ${dim}, the median${weighted}.`,
  )
}

/** Rule 8 of real terms of a value at a cell; `phrase`: what is in real terms. */
export function realFaults(
  model: CatalogueModel,
  phrase: string,
  type: ValueType,
  base: string,
  cell: Cell,
): RuleFault[] {
  const { first, last } = cell.time
  const isOverYears = [first, last].every(({ from, to }) => Math.floor(from / 12) !== Math.floor(to / 12))
  const unit = textOf(type.unit) || 'no currency'
  return [
    ...(isLocalMoney(type.unit)
      ? none
      : fault(
          8,
          `Real terms are of local currency, and ${phrase} is in ${unit}: take it in local currency.`,
        )),
    ...(membersAt(model, cell, 'country').least > 1
      ? fault(8, 'Real terms follow the prices of one country: ask each country.')
      : none),
    ...(isOverYears ? fault(8, 'Real terms are of a time within one year: ask each year.') : none),
    ...(base.length === 4 ? none : fault(8, 'Prices are those of a whole year: write base 2020.')),
  ]
}

/** Says for which years there are consumer prices, where there are none up to the year of the prices. */
export function pricesFault(model: CatalogueModel, base: string): string | null {
  const years = model.facts(deflator)?.years ?? model.years
  const year = Number(base.slice(0, 4))
  if (year >= years.from - 1 && year <= years.to) return null
  return `${titleOf(model, deflator)} is available for ${years.from}–${years.to}`
}

/** Rule 10 of what adds up over time: two windows of one length. */
export function lengthFaults(now: ValueType, then: ValueType, at: Windows, from: Windows): RuleFault[] {
  const [length, other] = [commonLength(at), commonLength(from)]
  const adds = addsOverTime(now) || now.overYears === 'chain' || then.overYears === 'chain'
  if (!adds || length === null || other === null || length === other) return none
  return fault(10, `${length} months are compared with ${other}: take two times of one length.`)
}
