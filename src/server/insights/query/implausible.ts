import type { Expr, Query, SetOf } from '../../../contract/query.ts'
import type { Catalogue, FigureFlag } from '../catalogue-shape.ts'
import type { QueryOptions } from '../warehouse.ts'
import type { Months } from './check-cell.ts'
import type { RowIds } from './compile.ts'
import type { DataModel } from './data-model.ts'
import { dimOf } from './dim-of.ts'
import { extremesIn, withSets } from './extremes.ts'
import { type IdsOf, monthsAt, type Place, readsOf } from './reads.ts'
import { type QueryRows, type QueryWarehouse, runQuery } from './run-query.ts'
import { resultPlaces } from './table/result-places.ts'

interface Parts {
  model: DataModel
  catalogue: Catalogue
  warehouse: QueryWarehouse
}

/** A query in which no figure that looks implausible has a place in an order, a set of the first, a rank or an extreme. */
export interface PlausibleQuery {
  query: Query
  /** Rows that have no place in the order. */
  without: RowIds[]
  /** The flags of what is left out, and that it is. */
  notes: string[]
}

/** What a country's figure is doubted for where it is used. */
interface Suspect {
  country: string
  flag: FigureFlag
}

/**
 * Takes what rests on an implausible figure out of the order of rows, out of sets that take the first, and out of ranks and
 * extremes over countries. Under `latest` the year of each is looked up.
 */
export async function plausibleQuery(
  parts: Parts,
  query: Query,
  idsOf: IdsOf,
  options?: QueryOptions,
): Promise<PlausibleQuery> {
  const doubts = doubtsOf(parts, idsOf)
  const extremes = extremesIn(query, parts.model)
  const suspects = await Promise.all(
    extremes.map(({ by, months }) => suspectsIn(parts, query, { by, months, doubts }, options)),
  )
  const cleaned = withSets(
    query,
    new Map(extremes.map(({ node }, at) => [node, (of: SetOf) => without(of, suspects[at] ?? [])])),
  )
  const inSets = suspects
    .flatMap((list, at) => list.filter(({ country }) => idsOf(extremes[at]?.of as SetOf).includes(country)))
    .map(({ flag }) => flag)
  const { rows, flags } = await rowsInDoubt(parts, query, { idsOf, doubts }, options)
  const all = new Set([...inSets, ...flags])
  const notes = [...all].map(({ text }) => `${text} It has no place in the order.`)
  return { query: cleaned, without: rows, notes: [...new Set(notes)] }
}

/** Finished rows of which a column rests on an implausible figure: a statistic over the rows goes without them. */
export function rowsApart(
  { model, catalogue }: Parts,
  query: Query,
  rows: QueryRows,
  idsOf: IdsOf,
): { rows: RowIds[]; notes: string[] } {
  const doubts = doubtsOf({ model, catalogue }, idsOf)
  const places = resultPlaces(model, query, rows, idsOf)
  const found = rows.rows.flatMap(row =>
    query.show.flatMap(({ of }, at) => {
      const place = places.at(row, at)
      const flag = place && doubts(of, place)[0]
      return flag ? [{ ids: row.ids, note: `${flag.text} It is left out of the statistic.` }] : []
    }),
  )
  return { rows: found.map(({ ids }) => ids), notes: [...new Set(found.map(({ note }) => note))] }
}

/** The flags of the implausible figures of a place's own country that an expression rests on there. */
type Doubts = (of: Expr, place: Place) => FigureFlag[]

function doubtsOf({ model, catalogue }: Pick<Parts, 'model' | 'catalogue'>, idsOf: IdsOf): Doubts {
  const reads = readsOf(model, idsOf)
  const all = catalogue.flags.filter(isImplausible)
  return (of, place) => {
    const [country, ...more] = place.countries
    const flags = all.filter(flag => flag.country === country)
    if (more.length > 0 || flags.length === 0) return []
    const read = reads(of, place).filter(one => one.countries.length === 1 && one.countries[0] === country)
    return flags.filter(flag =>
      read.some(one => one.measure.id === flag.measure && overlaps(flag, one.months)),
    )
  }
}

const isImplausible = ({ kind }: FigureFlag) => kind === 'implausible'
const overlaps = ({ fromYear, toYear }: FigureFlag, { from, to }: Months) =>
  Math.floor(from / 12) <= toYear && Math.floor(to / 12) >= fromYear

const without = (of: SetOf, left: readonly Suspect[]): SetOf => {
  const ids = left.map(({ country }) => country)
  return ids.length === 0 ? of : { k: 'except', a: of, b: { k: 'ids', dim: 'country', ids } }
}

/** The rows whose place in the order would rest on an implausible figure. */
async function rowsInDoubt(
  parts: Parts,
  query: Query,
  { idsOf, doubts }: { idsOf: IdsOf; doubts: Doubts },
  options?: QueryOptions,
): Promise<{ rows: RowIds[]; flags: FigureFlag[] }> {
  const nothing = { rows: [], flags: [] }
  if (!query.order || query.rows.length === 0) return nothing
  const { by } = query.order
  const months = monthsAt(parts.model, query.time, null, by)
  const listed = query.rows.flatMap(row =>
    row.k === 'members' && dimOf(row.of) === 'country' ? [row.of] : [],
  )
  const countries = [...listed, ...(query.cut.country ? [query.cut.country] : [])].flatMap(idsOf)
  const mayDoubt = countries.some(
    country => doubts(by, { countries: [country], segments: [], months }).length > 0,
  )
  if (!mayDoubt) return nothing
  const probe: Query = { ...query, show: [{ as: null, of: by }], take: null, total: false, stat: null }
  const found = await runQuery(parts.model, parts.warehouse, probe, options)
  const places = resultPlaces(parts.model, probe, found, idsOf)
  const at = found.keys.indexOf('country')
  const inDoubt = found.rows.flatMap(row => {
    // What depends on no year is the same in all of them.
    const own = at < 0 ? countries : row.ids.slice(at, at + 1)
    const place = places.at(row, 0) ?? { countries: own, segments: [], months }
    const [flag] = doubts(by, place)
    return flag ? [{ ids: row.ids, flag }] : []
  })
  return { rows: inDoubt.map(({ ids }) => ids), flags: inDoubt.map(({ flag }) => flag) }
}

/** The countries at which an expression rests on an implausible figure of their own. */
async function suspectsIn(
  { model, catalogue, warehouse }: Parts,
  query: Query,
  { by, months, doubts }: { by: Expr; months: Months | null; doubts: Doubts },
  options?: QueryOptions,
): Promise<Suspect[]> {
  const during = months ?? monthsAt(model, query.time, null, by)
  const at = (country: string, time: Months) =>
    doubts(by, { countries: [country], segments: [], months: time })
  const all = new Set(catalogue.flags.filter(isImplausible).map(({ country }) => country))
  const possible = [...all].filter(country => at(country, during).length > 0)
  if (possible.length === 0) return []
  const isFound = months === null && query.time.k === 'latest'
  const yearOf = isFound ? await yearsFound(model, warehouse, query, by, possible, options) : null
  return possible.flatMap(country => {
    const year = yearOf?.get(country)
    if (yearOf && year === undefined) return []
    const time = typeof year === 'number' ? { from: 12 * year, to: 12 * year + 11 } : during
    const [flag] = at(country, time)
    return flag ? [{ country, flag }] : []
  })
}

/** The year that `latest` finds for an expression at each country that has a value; null where it depends on no year. */
async function yearsFound(
  model: DataModel,
  warehouse: QueryWarehouse,
  query: Query,
  by: Expr,
  countries: readonly string[],
  options?: QueryOptions,
): Promise<Map<string, number | null>> {
  const { country: _, ...cut } = query.cut
  const of: SetOf = { k: 'ids', dim: 'country', ids: [...countries] }
  const probe: Query = {
    ...query,
    ...{ show: [{ as: null, of: by }], rows: [{ k: 'members', of }], cut, zip: false },
    ...{ where: null, order: null, take: null, total: false, stat: null },
  }
  const { rows } = await runQuery(model, warehouse, probe, options)
  return new Map(rows.map(({ ids: [id = ''], years: [year = null] }) => [id, year]))
}
