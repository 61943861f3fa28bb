import type { Query } from '../../../../contract/query.ts'
import type { Catalogue, Country, Measure } from '../../catalogue-shape.ts'
import type { BaseMeasure, DataModel } from '../data-model.ts'
import { type IdsOf, type Place, type Read, readsOf } from '../reads.ts'
import type { QueryRows } from '../run-query.ts'
import { sides } from '../sql/leaves.ts'
import type { ResultPlaces } from './result-places.ts'

/** The years of a measure and a country that the values of a table rest on. */
export interface UsedYears {
  from: number
  to: number
}

/** The figures behind a table. */
export interface UsedFigures {
  /** Every stored measure, in the order of use. */
  measures: Measure[]
  /** Years by measure, then by country. */
  years: Map<string, Map<string, UsedYears>>
  countries: Country[]
}

/** What the values of finished rows rest on. Measures of conditions and of the order count among the measures. */
export function usedFigures(
  model: DataModel,
  catalogue: Catalogue,
  query: Query,
  { rows, total }: QueryRows,
  places: ResultPlaces,
  idsOf: IdsOf,
): UsedFigures {
  const reads = readsOf(model, idsOf)
  const years = new Map<string, Map<string, UsedYears>>()
  const order: string[] = []
  const name = ({ id }: BaseMeasure) => void (order.includes(id) || order.push(id))
  const add = ({ measure, countries, months }: Read) => {
    name(measure)
    const [from, to] = [Math.floor(months.from / 12), Math.floor(months.to / 12)]
    const ofMeasure = years.get(measure.id) ?? new Map<string, UsedYears>()
    years.set(measure.id, ofMeasure)
    for (const iso3 of countries) {
      const known = ofMeasure.get(iso3)
      ofMeasure.set(iso3, { from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) })
    }
  }
  for (const [at, { of }] of query.show.entries()) {
    const cells = rows.map(row => (row.values[at] === null ? null : places.at(row, at)))
    const wholes = total?.[at] === undefined || total[at] === null ? [] : [places.whole]
    for (const place of distinct([...cells, ...wholes])) for (const read of reads(of, place)) add(read)
  }
  const beside = [...(query.order ? [query.order.by] : []), ...(query.where ? sides(query.where) : [])]
  for (const of of [...query.show.map(({ of }) => of), ...beside])
    for (const { measure } of reads(of, places.whole)) name(measure)
  const ids = new Set([...years.values()].flatMap(ofMeasure => [...ofMeasure.keys()]))
  return {
    measures: order.flatMap(id => catalogue.measure(id) ?? []),
    years,
    countries: [...ids].flatMap(iso3 => catalogue.country(iso3) ?? []),
  }
}

/** Cells of the same members and months are read once. */
function distinct(places: readonly (Place | null)[]): Place[] {
  const known = new Map<string, Place>()
  for (const place of places) {
    if (!place) continue
    const { countries, segments, months } = place
    const key = [
      countries.join(),
      segments.length === 1 ? segments[0] : segments.length,
      months.from,
      months.to,
    ]
    known.set(key.join('|'), place)
  }
  return [...known.values()]
}
