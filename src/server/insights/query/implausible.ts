import type { Expr, Query, Row, SetOf } from '../../../contract/query.ts'
import type { Catalogue, FigureFlag } from '../catalogue-shape.ts'
import type { QueryOptions } from '../warehouse.ts'
import type { Months } from './check-cell.ts'
import type { DataModel } from './data-model.ts'
import { dimOf } from './dim-of.ts'
import { type IdsOf, monthsAt, readsOf } from './reads.ts'
import { type QueryWarehouse, runQuery } from './run-query.ts'

interface Parts {
  model: DataModel
  catalogue: Catalogue
  warehouse: QueryWarehouse
}

/** A country whose place in an order would rest on a figure that looks implausible. */
export interface LeftOut {
  country: string
  /** The flag's text, and that it has no place. */
  note: string
}

/** A query in which no such country has a place in the order of its rows, nor among the first of a set. */
export interface PlausibleQuery {
  query: Query
  /** Left out of the rows. */
  rows: LeftOut[]
  /** Left out of the sets that take the first of an order. */
  sets: LeftOut[]
}

/**
 * Takes countries with an implausible figure out of what is put in order. Under `latest` the year of each is looked up. Rows of
 * periods keep theirs: the caution names the year.
 */
export async function plausibleQuery(
  parts: Parts,
  query: Query,
  idsOf: IdsOf,
  options?: QueryOptions,
): Promise<PlausibleQuery> {
  const suspectsIn = (by: Expr) => suspects(parts, query, { by, idsOf }, options)
  const sets: LeftOut[] = []
  const cleaned = async (set: SetOf): Promise<SetOf> => {
    if ('a' in set) {
      const [a, b] = await Promise.all([cleaned(set.a), cleaned(set.b)])
      return { ...set, a, b }
    }
    if (set.k === 'where') return { ...set, of: await cleaned(set.of) }
    if (set.k !== 'top' || dimOf(set) !== 'country') return set
    const found = await suspectsIn(set.by)
    sets.push(...found)
    return { ...set, of: without(await cleaned(set.of), found) }
  }
  const { country } = query.cut
  const cut = country ? { ...query.cut, country: await cleaned(country) } : query.cut
  const isOrdered = query.order !== null && !query.rows.some(row => row.k === 'periods')
  const ordered = isOrdered && query.order ? await suspectsIn(query.order.by) : []
  const left: LeftOut[] = []
  const rows = await Promise.all(
    query.rows.map(async (row): Promise<Row> => {
      if (row.k !== 'members' || dimOf(row.of) !== 'country') return row
      const known = idsOf(row.of)
      left.push(...ordered.filter(one => known.includes(one.country)))
      return { k: 'members', of: without(await cleaned(row.of), left) }
    }),
  )
  return { query: { ...query, cut, rows }, rows: left, sets }
}

const without = (of: SetOf, left: readonly LeftOut[]): SetOf => {
  const ids = left.map(({ country }) => country)
  return ids.length === 0 ? of : { k: 'except', a: of, b: { k: 'ids', dim: 'country', ids } }
}

/** The countries at which an expression rests on an implausible figure of their own. */
async function suspects(
  { model, catalogue, warehouse }: Parts,
  query: Query,
  { by, idsOf }: { by: Expr; idsOf: IdsOf },
  options?: QueryOptions,
): Promise<LeftOut[]> {
  const reads = readsOf(model, idsOf)
  const months = monthsAt(model, query.time, null, by)
  const flagsAt = (country: string, at: Months): FigureFlag[] => {
    const place = { countries: [country], segments: [], months: at }
    const read = reads(by, place).filter(
      ({ countries }) => countries.length === 1 && countries[0] === country,
    )
    return flagged(catalogue, country).filter(flag =>
      read.some(one => one.measure.id === flag.measure && overlaps(flag, one.months)),
    )
  }
  const all = new Set(catalogue.flags.filter(isImplausible).map(({ country }) => country))
  const possible = [...all].filter(country => flagsAt(country, months).length > 0)
  if (possible.length === 0) return []
  const yearOf =
    query.time.k === 'latest' ? await yearsFound(model, warehouse, query, by, possible, options) : null
  return possible.flatMap(country => {
    const year = yearOf?.get(country)
    if (yearOf && year === undefined) return []
    const at = typeof year === 'number' ? { from: 12 * year, to: 12 * year + 11 } : months
    const [flag] = flagsAt(country, at)
    return flag ? [{ country, note: `${flag.text} It has no place in the order.` }] : []
  })
}

const isImplausible = ({ kind }: FigureFlag) => kind === 'implausible'
const flagged = (catalogue: Catalogue, country: string) =>
  catalogue.flags.filter(flag => isImplausible(flag) && flag.country === country)
const overlaps = ({ fromYear, toYear }: FigureFlag, { from, to }: Months) =>
  Math.floor(from / 12) <= toYear && Math.floor(to / 12) >= fromYear

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
