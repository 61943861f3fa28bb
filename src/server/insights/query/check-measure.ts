import { type Dim, dims } from '../../../contract/query.ts'
import {
  type Cell,
  commonLength,
  isSeveralYears,
  isWholeYears,
  lengthOf,
  type Months,
  membersAt,
  printMonths,
} from './check-cell.ts'
import type { ValueType } from './check-type.ts'
import type { BaseMeasure, QueryMeasure } from './data-model.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import {
  localCurrency,
  moneyIn,
  percent,
  readUnit,
  times,
  type Unit,
  unitOf,
  volumeUnit,
  withAtom,
} from './units.ts'

/** What is wrong with a stored measure at a cell: a rule of the language, and the correction. */
interface MeasureFault {
  rule: 3 | 4 | 5 | 6
  message: string
}

/** 'Access to electricity'; the measure's id where it has no name. */
export const titleOf = (model: CatalogueModel, id: string): string => capital(phraseOf(model, id))
export const phraseOf = (model: CatalogueModel, id: string): string => model.facts(id)?.phrase ?? id
const capital = (text: string) => (text[0]?.toUpperCase() ?? '') + text.slice(1)

/** The type of a stored measure at a cell. */
export function measureType(model: CatalogueModel, measure: BaseMeasure, cell: Cell): ValueType {
  const { rules, store } = measure
  const { kind, nature, changeAs, mayBeNegative, fold } = rules
  const isCompounded = isSeveralYears(cell.time) && fold.time === 'chain'
  return {
    ...{
      unit: isCompounded ? percent : unitAt(model, measure, cell),
      kind,
      nature,
      changeAs,
      mayBeNegative,
      bare: false,
      number: null,
    },
    decimals: model.facts(measure.id)?.decimals ?? 2,
    overYears: isSeveralYears(cell.time) ? fold.time : null,
    overCountries: membersAt(model, cell, 'country').least > 1 ? fold.country : null,
    dims: new Set<Dim>(store === 'panel' ? dims : ['country']),
    empty: emptyAt(model, measure, cell),
  }
}

/** The unit of a measure where the segments of the cell have one unit of volume, or one country its money. */
export function unitAt(model: CatalogueModel, measure: QueryMeasure, cell: Cell): Unit {
  const read = readUnit(measure.unit)
  const per = measure.k === 'base' ? measure.rules.per : undefined
  const unit = per ? { ...times(read, unitOf(per), -1), text: read.text } : read
  const [volume, ...others] = unitsAt(model, cell)
  const ofVolume = volume && others.length === 0 ? withAtom(unit, volumeUnit, volume) : unit
  const countries = membersAt(model, cell, 'country').sets.flat()
  const [currency, ...more] = new Set(countries.map(model.currencyOf))
  return currency && more.length === 0 ? withAtom(ofVolume, localCurrency, moneyIn(currency)) : ofVolume
}

/** The units in which the segments that the cell may have are sold. */
export function unitsAt(model: CatalogueModel, cell: Cell): string[] {
  const segments = membersAt(model, cell, 'segment').sets.flat()
  return [...new Set(segments.map(id => model.volumeUnit(id) ?? ''))].sort()
}

/** Faults of rules 3 to 6 that hold whatever the figures are. */
export function measureFaults(model: CatalogueModel, measure: BaseMeasure, cell: Cell): MeasureFault[] {
  const { id, rules, store } = measure
  const title = titleOf(model, id)
  const faults: MeasureFault[] = []
  if (store === 'figures' && !isWholeYears(cell.time.first) && !isWholeYears(cell.time.last))
    faults.push({
      rule: 6,
      message: `${title} is available by year: ask a calendar year, or rows of years.`,
    })
  else if (rules.fold.time === 'none' && isSeveralYears(cell.time))
    faults.push({
      rule: 3,
      message: `${title} comes from surveys of single years: ask one year, the latest, or a row for each year.`,
    })
  if (rules.fold.country === 'none' && membersAt(model, cell, 'country').least > 1)
    faults.push({ rule: 4, message: `${title} has no value over several countries: ${insteadOf(measure)}.` })
  const mixed = rules.fold.segment === 'none' && store === 'panel' ? mixedUnits(model, cell) : null
  if (mixed)
    faults.push({
      rule: 5,
      message: `${mixed.join(' and ')} do not add up: ask value in US$, or the volume of each segment.`,
    })
  return faults
}

const insteadOf = ({ store, id }: BaseMeasure) =>
  store === 'panel'
    ? 'ask each country, or value in US$'
    : `ask each country, or the median: fold(${id}, over country …, median)`

/** The units of a cell whose segments are sold in several, whatever the figures are; null where there may be one. */
function mixedUnits(model: CatalogueModel, cell: Cell): string[] | null {
  const { sets, exact } = membersAt(model, cell, 'segment')
  for (const set of sets) {
    const units = [...new Set(set.map(id => model.volumeUnit(id) ?? ''))].sort()
    if (exact && units.length > 1) return units
  }
  return null
}

/** Says which figures there are where there is none at any window of the cell. */
function emptyAt(model: CatalogueModel, { id, store }: BaseMeasure, { time }: Cell): string | null {
  const years = model.facts(id)?.years ?? model.years
  const available: Months =
    store === 'panel' ? model.panel : { from: 12 * years.from, to: 12 * years.to + 11 }
  const length = commonLength(time) ?? Math.min(lengthOf(time.first), lengthOf(time.last))
  const all = time.first.from >= available.from && time.last.to <= available.to
  const some =
    time.last.to - length + 1 >= available.from &&
    time.first.from + length - 1 <= available.to &&
    length <= lengthOf(available)
  if (time.every ? all : some) return null
  return `${titleOf(model, id)} is available for ${printMonths(available)}`
}
