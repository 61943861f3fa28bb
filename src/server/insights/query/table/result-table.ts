import type { Query, SetOf } from '../../../../contract/query.ts'
import type { Cell, Column, Table } from '../../../../contract/result.ts'
import type { Catalogue, Measure } from '../../catalogue-shape.ts'
import type { TableDraft } from '../../engine/engine-run.ts'
import { joined } from '../../engine/scope.ts'
import { type Span, spanOf } from '../../engine/spans.ts'
import type { Months } from '../check-cell.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'
import type { IdsOf } from '../reads.ts'
import type { QueryRows } from '../run-query.ts'
import { periodName } from '../sql/windows.ts'
import { memberKeys } from '../stats/series-of-rows.ts'
import type { StatRows } from '../stats/stat-table.ts'
import { statisticsOf } from '../stats/statistics-of-rows.ts'
import { cautionsOf } from './cautions.ts'
import { coverageOf, gapNotes } from './coverage-notes.ts'
import { keyCells, keyColumns, rowName, totalCells } from './key-columns.ts'
import { type ResultPlaces, resultPlaces } from './result-places.ts'
import { type ShortWords, shortWords } from './short-words.ts'
import { usedFigures } from './used-figures.ts'
import { type ColumnGroup, valueColumns } from './value-columns.ts'

/** What a table of a query needs beside its rows. */
export interface TableParts {
  model: CatalogueModel
  catalogue: Catalogue
  /** The query that was run, and the one that was asked where figures that look implausible were left out. */
  query: Query
  asked?: Query
  rows: QueryRows
  /** Members of the sets of the query that was run. */
  idsOf: IdsOf
  /** Cautions that were found before, which come first. */
  flags?: readonly string[]
  /** How far what was asked has figures; without it, of the rows. */
  coverage?: Table['coverage']
}

/** The table of a query's rows, and that of its statistic where it asks one. */
export function draftsOf(parts: TableParts): [TableDraft, ...TableDraft[]] {
  const { model, catalogue, query, rows, idsOf } = parts
  const places = resultPlaces(model, query, rows, idsOf)
  const words = shortWords(model)
  const groups = valueColumns({ ...parts, places, words })
  const used = usedFigures(model, catalogue, query, rows, places, idsOf)
  const spans = spansShown(query, rows, places)
  const labels = groups.map(({ column }) => column.label)
  const behind = {
    measures: used.measures,
    spans,
    basis: basisOf(used.measures),
  }
  const main: TableDraft = {
    ...behind,
    role: 'main',
    countries: used.countries.map(({ iso3 }) => iso3),
    title: titleOf(parts.asked ?? query, words, labels, spans),
    columns: [...keyColumns(rows.keys), ...groups.flatMap(({ columns }) => columns)],
    rows: cellsOf(model, rows, groups),
    origins: originsOf(
      groups.map(({ column }) => column),
      catalogue,
    ),
    coverage: parts.coverage ?? coverageOf(model, query, rows, idsOf),
    flags: [...(parts.flags ?? []), ...gapNotes(model, rows, labels)],
    cautions: cautionsOf(model, catalogue, query, used),
    ...(rows.total ? { hasTotal: true } : {}),
  }
  if (!query.stat) return [main]
  // Cautions about the figures stand at the table of the figures.
  const lastYear = Math.floor(places.whole.months.to / 12)
  const stat = statisticsOf(query.stat, { ...statRows(model, rows, groups), lastYear })
  return [main, { ...behind, ...stat, countries: [], cautions: [] }]
}

function cellsOf(model: CatalogueModel, { keys, rows, total }: QueryRows, groups: ColumnGroup[]): Cell[][] {
  const all = rows.map(row => [
    ...keyCells(model, keys, row.ids),
    ...groups.flatMap(({ cells }) => cells(row, 'row')),
  ])
  if (!total) return all
  const whole = { ids: [], values: total, years: total.map(() => null) }
  return [...all, [...totalCells(keys), ...groups.flatMap(({ cells }) => cells(whole, 'total'))]]
}

function statRows(
  model: CatalogueModel,
  { keys, rows }: QueryRows,
  groups: ColumnGroup[],
): Omit<StatRows, 'lastYear'> {
  const members = memberKeys(keys)
  return {
    keys,
    rows,
    columns: groups.map(({ column: { label, unit, decimals }, type }) => ({
      ...{ label, unit, decimals: decimals ?? type.decimals, type },
    })),
    memberColumns: keyColumns(members),
    memberCells: ids => keyCells(model, members, ids),
    memberName: ids => rowName(model, members, ids),
  }
}

function basisOf(measures: readonly Measure[]): string[] {
  const kinds = new Set(measures.map(({ kind }) => kind))
  const parts = [
    ...(kinds.has('panel') ? ['sums over rows of the panel'] : []),
    ...(kinds.has('figure') ? ['figures as published'] : []),
  ]
  return parts.length > 0 ? [`Rests on ${joined(parts)}.`] : []
}

/** The months of the cells shown; where rows were taken from more, of all. */
function spansShown({ time, take }: Query, { rows }: QueryRows, places: ResultPlaces): Span[] {
  const cells = rows.flatMap(row => row.values.flatMap((_, at) => places.at(row, at)?.months ?? []))
  const isPart = take !== null && time.k !== 'latest'
  const all: Months[] = cells.length > 0 && !isPart ? cells : [places.whole.months]
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
