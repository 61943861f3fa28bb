import { type Dim, dims } from '../../../../contract/query.ts'
import type { BaseMeasure } from '../data-model.ts'
import type { Window } from './naive-time.ts'
import type { PanelColumn, RawRows } from './raw-rows.ts'

/** One point of the data: members by dimension, where it is restricted, and a window of months. */
export interface Cell extends Window {
  sets: Partial<Record<Dim, readonly string[]>>
}

export type Value = number | null

/** The base measures at cells, from raw rows; each cell is worked out once. */
export function baseValues(raw: RawRows): (measure: BaseMeasure, cell: Cell) => Value {
  const known = new Map<string, Value>()
  return (measure, cell) => {
    const key = [measure.id, cell.from, cell.to, ...dims.map(dim => cell.sets[dim]?.join() ?? '*')].join('|')
    let value = known.get(key)
    if (value === undefined) {
      value = measure.store === 'panel' ? panelAt(raw, measure, cell) : figuresAt(raw, measure, cell)
      known.set(key, value)
    }
    return value
  }
}

function panelAt({ model, panel }: RawRows, measure: BaseMeasure, cell: Cell): Value {
  if (cell.to < cell.from || cell.from < model.panel.from || cell.to > model.panel.to) return null
  const sets = {
    country: cell.sets.country ?? model.everywhere,
    segment: cell.sets.segment ?? model.members.segment,
    brand: cell.sets.brand ?? model.members.brand,
    channel: cell.sets.channel ?? model.members.channel,
  }
  if (measure.rules.fold.country === 'none' && sets.country.length !== 1) return null
  if (measure.rules.fold.segment === 'none' && new Set(sets.segment.map(model.volumeUnit)).size !== 1)
    return null
  return panel.sum(measure.column as PanelColumn, sets, cell.from, cell.to)
}

function figuresAt(raw: RawRows, measure: BaseMeasure, cell: Cell): Value {
  if (cell.to < cell.from || cell.from % 12 !== 0 || cell.to % 12 !== 11) return null
  const countries = cell.sets.country ?? raw.model.everywhere
  if (countries.length === 1) return overYears(raw, measure, countries[0] as string, cell)
  if (measure.rules.fold.country === 'weighted') return weightedOver(raw, measure, countries, cell)
  const values = countries
    .map(country => overYears(raw, measure, country, cell))
    .filter(value => value !== null)
  if (!areEnough(values.length, countries.length)) return null
  switch (measure.rules.fold.country) {
    case 'sum':
      return sum(values)
    case 'median':
      return median(values)
    default:
      return null
  }
}

/** Countries without a weight, or without a value, have no part; they count as countries without a value. */
function weightedOver(raw: RawRows, measure: BaseMeasure, countries: readonly string[], cell: Cell): Value {
  const weight = raw.model.measure(measure.rules.weight ?? '')
  if (weight?.k !== 'base') throw new Error(`${measure.id} has no weight`)
  let [weighed, weights, count] = [0, 0, 0]
  for (const country of countries) {
    const value = overYears(raw, measure, country, cell)
    const by = overYears(raw, weight, country, cell)
    if (value === null || by === null) continue
    weighed += value * by
    weights += by
    count += 1
  }
  return areEnough(count, countries.length) && weights !== 0 ? weighed / weights : null
}

/** At least 60%, and at least one. */
const areEnough = (count: number, of: number) => count > 0 && 10 * count >= 6 * of

/** One country's figure of a window of whole years. */
function overYears(raw: RawRows, measure: BaseMeasure, country: string, { from, to }: Window): Value {
  const values: number[] = []
  for (let year = from / 12; year <= (to - 11) / 12; year += 1) {
    const value = raw.figure(measure.column, country, year)
    if (value === undefined) return null
    values.push(value)
  }
  if (values.length === 1) return values[0] as number
  switch (measure.rules.fold.time) {
    case 'sum':
      return sum(values)
    case 'mean':
      return sum(values) / values.length
    case 'last':
      return values.at(-1) as number
    case 'chain':
      return chain(values)
    default:
      return null
  }
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Rates in per cent, one after the other. */
export const chain = (rates: readonly number[]) =>
  100 * (rates.reduce((product, rate) => product * (1 + rate / 100), 1) - 1)

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}
