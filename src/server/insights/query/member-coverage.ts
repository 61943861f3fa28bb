import type { Query } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import type { QueryOptions } from '../warehouse.ts'
import type { BaseMeasure } from './data-model.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import { type IdsOf, type Read, readsOf } from './reads.ts'
import type { QueryRows, QueryWarehouse } from './run-query.ts'
import { rowName } from './table/key-columns.ts'
import type { ResultPlaces } from './table/result-places.ts'
import { shortWords } from './table/short-words.ts'

/** How far the countries that values are of have figures: said of values over several countries only. */
export interface MemberCoverage {
  /** For a query of one value. */
  coverage: Table['coverage']
  /** For rows that are groups of countries, a sentence each. */
  notes: string[]
}

interface Parts {
  model: CatalogueModel
  warehouse: QueryWarehouse
}

/** Beyond this many rows the sentences would hide the table. */
const mostNotes = 6
const nothing: MemberCoverage = { coverage: null, notes: [] }

/** Looks up which countries have a figure of each stored measure under the values, where values are of several countries. */
export async function memberCoverage(
  parts: Parts,
  query: Query,
  rows: QueryRows,
  { places, idsOf }: { places: ResultPlaces; idsOf: IdsOf },
  options?: QueryOptions,
): Promise<MemberCoverage> {
  const { model } = parts
  const reads = readsOf(model, idsOf)
  const cells = rows.rows.flatMap(row =>
    query.show.flatMap(({ as, of }, at): CellReads[] => {
      const place = row.values[at] === null ? null : places.at(row, at)
      const read = place ? reads(of, place).filter(({ countries }) => countries.length > 1) : []
      const column = query.show.length > 1 ? (as ?? shortWords(model).label(of)) : ''
      return read.length > 0 ? [{ name: [column, rowName(model, rows.keys, row.ids)], read }] : []
    }),
  )
  if (cells.length === 0) return nothing
  const has = await figuresOf(
    parts,
    cells.flatMap(({ read }) => read),
    options,
  )
  const counted = cells.map(({ name, read }) => {
    const of = new Set(read.flatMap(one => one.countries))
    const missing = [...of].filter(iso3 => read.some(one => one.countries.includes(iso3) && !has(one, iso3)))
    const names = missing.map(iso3 => model.nameOf('country', iso3))
    return { name: name.filter(part => part !== '').join(', '), of: of.size, names }
  })
  if (rows.keys.length === 0) {
    const [least] = counted.toSorted((a, b) => b.names.length - a.names.length)
    if (!least) return nothing
    const held = least.of - least.names.length
    return { coverage: { held, of: least.of, what: 'countries', missing: least.names }, notes: [] }
  }
  const incomplete = counted.filter(({ names }) => names.length > 0)
  const notes = incomplete.map(
    ({ name, of, names }) =>
      `${name}: ${of - names.length} of ${of} countries have figures; none for ${names.join(', ')}.`,
  )
  const more = `${notes.length} of the ${counted.length} figures are of groups in which some countries have none.`
  return { coverage: null, notes: notes.length > mostNotes ? [more] : notes }
}

/** What a value over several countries reads; its column, where there are several, and its row. */
interface CellReads {
  name: [column: string, row: string]
  read: Read[]
}

/** Whether a country has what a read needs of it: a figure in each year; of the panel, that it is one of its countries. */
async function figuresOf(
  { model, warehouse }: Parts,
  reads: readonly Read[],
  options?: QueryOptions,
): Promise<(read: Read, iso3: string) => boolean> {
  const neededBy = ({ store, id, rules }: BaseMeasure) =>
    store === 'panel' ? [] : rules.fold.country === 'weighted' && rules.weight ? [id, rules.weight] : [id]
  const columns = [...new Set(reads.flatMap(({ measure }) => neededBy(measure)))]
  const years = reads.flatMap(({ months }) => [Math.floor(months.from / 12), Math.floor(months.to / 12)])
  const places = columns.map((_, at) => `$${at + 1}`).join(', ')
  const figures =
    columns.length === 0
      ? []
      : (
          await warehouse.query(
            `SELECT DISTINCT indicator, iso3, year FROM figures WHERE indicator IN (${places}) AND year BETWEEN ${Math.min(...years)} AND ${Math.max(...years)}`,
            columns,
            options,
          )
        ).rows
  const known = new Set(figures.map(row => row.join(' ')))
  return ({ measure, months }, iso3) => {
    if (measure.store === 'panel') return model.everywhere.includes(iso3)
    for (let year = Math.floor(months.from / 12); year <= Math.floor(months.to / 12); year += 1)
      if (neededBy(measure).some(id => !known.has([id, iso3, year].join(' ')))) return false
    return true
  }
}
