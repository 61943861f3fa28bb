import type { Query, SetOf } from '../../../../contract/query.ts'
import type { Column, Table } from '../../../../contract/result.ts'
import type { Catalogue, Measure } from '../../catalogue-shape.ts'
import { finishedTable, type TableDraft } from '../../engine/engine-run.ts'
import { joined } from '../../engine/scope.ts'
import { type Span, spanOf } from '../../engine/spans.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'
import type { IdsOf, Months } from '../reads.ts'
import type { QueryRows } from '../run-query.ts'
import { periodName } from '../sql/windows.ts'
import { cautionsOf } from './cautions.ts'
import { coverageOf } from './coverage-notes.ts'
import { keyCells, keyColumns, totalCells } from './key-columns.ts'
import { type ResultPlaces, resultPlaces } from './result-places.ts'
import { type ShortWords, shortWords } from './short-words.ts'
import { usedFigures } from './used-figures.ts'
import { valueColumns } from './value-columns.ts'

/** What a table of a query needs beside its rows. */
export interface TableParts {
  model: CatalogueModel
  catalogue: Catalogue
  query: Query
  rows: QueryRows
  /** Members of the query's sets. */
  idsOf: IdsOf
  /** Sentences about rows that were left out before. */
  leftOut?: readonly string[]
}

/** The table of a query's rows, in the shape of the contract. */
export const tableOf = (parts: TableParts, id: string, role: string): Table =>
  finishedTable(parts.catalogue, draftOf(parts, role), id)

export function draftOf(parts: TableParts, role: string): TableDraft {
  const { model, catalogue, query, rows, idsOf } = parts
  const places = resultPlaces(model, query, rows, idsOf)
  const words = shortWords(model)
  const groups = valueColumns({ ...parts, places, words })
  const used = usedFigures(model, catalogue, query, rows, places, idsOf)
  const total = rows.total && {
    ids: [],
    values: rows.total,
    years: query.show.map(() => null),
  }
  const shows = spansShown(rows, places)
  return {
    role,
    title: titleOf(
      query,
      words,
      groups.map(({ columns }) => columns[0]?.label ?? ''),
      shows,
    ),
    columns: [...keyColumns(rows.keys), ...groups.flatMap(({ columns }) => columns)],
    rows: [
      ...rows.rows.map(row => [
        ...keyCells(model, rows.keys, row.ids),
        ...groups.flatMap(({ cells }) => cells(row, 'row')),
      ]),
      ...(total ? [[...totalCells(rows.keys), ...groups.flatMap(({ cells }) => cells(total, 'total'))]] : []),
    ],
    measures: used.measures,
    origins: originsOf(
      groups.flatMap(({ columns }) => columns),
      catalogue,
    ),
    countries: used.countries.map(({ iso3 }) => iso3),
    spans: shows,
    coverage: coverageOf(model, query, rows, idsOf),
    flags: [...(parts.leftOut ?? [])],
    cautions: cautionsOf(model, catalogue, query, used),
    ...(total ? { hasTotal: true } : {}),
  }
}

/** The months of the cells shown, from the first to the last. */
function spansShown({ rows }: QueryRows, places: ResultPlaces): Span[] {
  const cells = rows.flatMap(row => row.values.flatMap((_, at) => places.at(row, at)?.months ?? []))
  const all: Months[] = cells.length > 0 ? cells : [places.whole.months]
  const [from, to] = [Math.min(...all.map(one => one.from)), Math.max(...all.map(one => one.to))]
  return to < from ? [] : [spanOf(periodName('month', from), periodName('month', to))]
}

/** 'Value sales (US$), beer, ECOWAS, 2025'. */
function titleOf(
  query: Query,
  words: ShortWords,
  labels: readonly string[],
  [span]: readonly Span[],
): string {
  const rows = query.rows.flatMap((row): SetOf[] => (row.k === 'members' ? [row.of] : []))
  const named = query.rows.flatMap(row => {
    if (row.k !== 'groups' && row.k !== 'departments') return []
    return words.set({ k: 'ids', dim: row.k === 'groups' ? 'country' : 'segment', ids: row.ids })
  })
  const cut = [query.cut.segment, query.cut.brand, query.cut.channel, query.cut.country]
  const places = [...cut.flatMap(set => set ?? []), ...rows].map(words.set)
  return [joined(labels), ...places, ...named, span?.label ?? ''].filter(part => part !== '').join(', ')
}

/** Where each column that is a computed measure comes from. */
const originsOf = (columns: readonly Column[], catalogue: Catalogue): Record<string, Measure[]> =>
  Object.fromEntries(
    columns.flatMap(({ measure, of = [] }) =>
      measure === null ? [] : [[measure, of.flatMap(id => catalogue.measure(id) ?? [])]],
    ),
  )
