import type { Expr, Query } from '../../../../contract/query.ts'
import type { Cell, Column } from '../../../../contract/result.ts'
import type { Catalogue } from '../../catalogue-shape.ts'
import { columnTypes, type ExprType } from '../check.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'
import { type IdsOf, type Place, readsOf } from '../reads.ts'
import type { QueryRow, QueryRows } from '../run-query.ts'
import { periodColumn, printedDecimals, printedUnit, text } from './columns.ts'
import type { ResultPlaces } from './result-places.ts'
import type { ShortWords } from './short-words.ts'

/** What a query's columns are made with. */
export interface ColumnParts {
  model: CatalogueModel
  catalogue: Catalogue
  query: Query
  rows: QueryRows
  places: ResultPlaces
  idsOf: IdsOf
  words: ShortWords
}

/** Columns that belong together: a value, and beside it its unit or year where rows differ. */
export interface ColumnGroup {
  /** The column of the values. */
  column: Column
  type: ExprType
  columns: Column[]
  cells: (row: QueryRow, place: 'row' | 'total') => Cell[]
}

/** The column of each expression shown: c1, c2 …, with u1 and y1 for the unit and the year of a row where they differ. */
export function valueColumns(parts: ColumnParts): ColumnGroup[] {
  const { query, rows } = parts
  const showsYears = yearsShown(rows)
  const types = columnTypes(parts.model, query)
  return query.show.map(({ as, of }, at): ColumnGroup => {
    const type = types[at] as ExprType
    const unitAt = unitsOf(parts, of, type)
    const printed = rows.rows.map(row => unitAt(parts.places.at(row, at)))
    const units = new Set(printed.filter((_, row) => rows.rows[row]?.values[at] !== null))
    const unit = units.size <= 1 ? ([...units][0] ?? unitAt(parts.places.whole)) : null
    const { model } = parts
    const measure = of.k === 'measure' ? model.measure(of.id) : undefined
    const segments = parts.places.whole.segments.flatMap(id => parts.catalogue.segment(id) ?? [])
    const column: Column = {
      ...{ key: `c${at + 1}`, label: as ?? parts.words.label(of), kind: 'number' },
      unit: unit === '' ? null : unit,
      decimals: printedDecimals(type.unit, type.decimals, { segments, printed: unit }),
      measure: measure?.id ?? null,
      formula: formulaOf(parts, of),
      of: [...new Set(readsOf(model, parts.idsOf)(of, parts.places.whole).map(read => read.measure.id))],
    }
    const [hasUnits, hasYears] = [units.size > 1, showsYears.includes(at)]
    return {
      column,
      type,
      columns: [
        column,
        ...(hasUnits ? [text(`u${at + 1}`, 'Unit')] : []),
        ...(hasYears ? [periodColumn(`y${at + 1}`, 'Year')] : []),
      ],
      cells: (row, place) => [
        row.values[at] ?? null,
        ...(hasUnits ? [unitAt(place === 'row' ? parts.places.at(row, at) : parts.places.whole)] : []),
        ...(hasYears ? [row.years[at] === null ? null : String(row.years[at])] : []),
      ],
    }
  })
}

/** The columns that need a year beside them: none where `latest` found the same year for all of them. */
function yearsShown({ rows }: QueryRows): number[] {
  const columns = (rows[0]?.years ?? []).map((_, at) => rows.map(row => row.years[at] ?? null))
  const found = columns.map(years => new Set(years.filter(year => year !== null)))
  const all = new Set(found.flatMap(years => [...years]))
  if (all.size <= 1) return []
  const used = columns.flatMap((_, at) => (found[at]?.size ? [at] : []))
  const texts = new Set(used.map(at => columns[at]?.join()))
  // The same years beside every column are said once, beside the last.
  return texts.size === 1 ? used.slice(-1) : used
}

/** The unit of an expression at a cell, with the money of its country and the volume of its segment. */
function unitsOf(
  { model, catalogue, idsOf }: ColumnParts,
  of: Expr,
  { unit: written }: ExprType,
): (place: Place | null) => string | null {
  const isLocal = written.split(' ').some(word => word === 'lcu' || word === 'unit')
  if (!isLocal) return () => printedUnit(written, { segments: [], countries: [] })
  const reads = readsOf(model, idsOf)
  return place => {
    if (!place) return null
    const read = reads(of, place).filter(({ measure }) => /\b(?:lcu|unit)\b/.test(measure.unit))
    const ids = (members: (place: Place) => readonly string[]) => [...new Set(read.flatMap(members))]
    return printedUnit(written, {
      segments: ids(one => one.segments).flatMap(id => catalogue.segment(id) ?? []),
      countries: ids(one => one.countries).flatMap(id => catalogue.country(id) ?? []),
    })
  }
}

/** How a value came to be: of a published figure nothing, of the panel its sum, of anything else its words. */
function formulaOf({ model, catalogue, words }: ColumnParts, of: Expr): string | null {
  if (of.k !== 'measure') return words.formula(of)
  const measure = model.measure(of.id)
  if (measure?.k === 'derived') return words.formula(of)
  const known = catalogue.measure(of.id)
  return measure?.store === 'panel' ? `Sum over the rows selected. ${known?.detail ?? ''}`.trim() : null
}
