import type { Period } from '../../../../contract/plan.ts'
import type { Query, SetOf } from '../../../../contract/query.ts'
import type { Cell, Column, Table } from '../../../../contract/result.ts'
import type { Catalogue, Measure } from '../../catalogue-shape.ts'
import type { Months } from '../check-cell.ts'
import type { RowIds } from '../compile.ts'
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
import type { TableDraft } from './result-of-drafts.ts'
import { type ResultPlaces, resultPlaces } from './result-places.ts'
import { joined, type ShortWords, shortWords } from './short-words.ts'
import { type UsedFigures, usedFigures } from './used-figures.ts'
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
  /** Ids of rows that a statistic goes without. */
  apart?: readonly RowIds[]
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
  const span = spanShown(query, rows, places)
  const labels = groups.map(({ column }) => column.label)
  const behind = {
    measures: used.measures,
    period: span && periodOf(span),
  }
  const basis = basisOf(used.measures)
  const cautions = () => [...limitedData(used.countries), ...cautionsOf(model, catalogue, query, used)]
  const main: TableDraft = {
    ...behind,
    role: 'main',
    computed: basis,
    title: titleOf(parts.asked ?? query, words, labels, span),
    columns: [...keyColumns(rows.keys), ...groups.flatMap(({ columns }) => columns)],
    rows: cellsOf(model, rows, groups),
    origins: originsOf(
      groups.map(({ column }) => column),
      catalogue,
    ),
    coverage: parts.coverage ?? coverageOf(model, query, rows, idsOf),
    flags: [...(parts.flags ?? []), ...gapNotes(model, rows, labels), ...(span ? cautions() : [])],
    ...(rows.total ? { hasTotal: true } : {}),
  }
  if (!query.stat) return [main]
  // Cautions about the figures stand at the table of the figures.
  const lastYear = Math.floor(places.whole.months.to / 12)
  const apart = new Set(parts.apart?.map(ids => ids.join('\n')))
  const kept = { ...rows, rows: rows.rows.filter(({ ids }) => !apart.has(ids.join('\n'))) }
  const stat = statisticsOf(query.stat, { ...statRows(model, kept, groups), lastYear })
  return [main, { ...behind, ...stat, computed: [...basis, ...stat.computed] }]
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

const limitedData = (countries: UsedFigures['countries']) =>
  countries
    .filter(country => country.limitedData)
    .map(({ name }) => `${name}: limited data, not one of the 52 countries covered in full.`)

function basisOf(measures: readonly Measure[]): string[] {
  const kinds = new Set(measures.map(({ kind }) => kind))
  const parts = [
    ...(kinds.has('panel') ? ['sums over rows of the panel'] : []),
    ...(kinds.has('figure') ? ['figures as published'] : []),
  ]
  return parts.length > 0 ? [`Rests on ${joined(parts)}.`] : []
}

/** The months of the cells shown; where rows were taken from more, of all. */
function spanShown({ time, take }: Query, { rows }: QueryRows, places: ResultPlaces): Span | null {
  const cells = rows.flatMap(row => row.values.flatMap((_, at) => places.at(row, at)?.months ?? []))
  const isPart = take !== null && time.k !== 'latest'
  const all: Months[] = cells.length > 0 && !isPart ? cells : [places.whole.months]
  const [from, to] = [Math.min(...all.map(one => one.from)), Math.max(...all.map(one => one.to))]
  return to < from ? null : spanOf(periodName('month', from), periodName('month', to))
}

/** 'Value sales (US$), beer, ECOWAS, 2025'. */
function titleOf(query: Query, words: ShortWords, labels: readonly string[], span: Span | null): string {
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

/** A closed run of months, 'YYYY-MM' to 'YYYY-MM', with the label of its cell: '2025', '2025-03' or '2025-01–2025-03'. */
interface Span {
  from: string
  to: string
  label: string
}

/** Labels follow from the ends: a year, several years, a month, or a run of months. */
function spanOf(from: string, to: string): Span {
  if (from === to) return { from, to, label: from }
  if (isWholeYears({ from, to })) {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
    return { from, to, label: first === last ? first : `${first}–${last}` }
  }
  return { from, to, label: `${from}–${to}` }
}

/** For a table's footer. */
const periodOf = ({ from, to }: Span): Period =>
  isWholeYears({ from, to })
    ? { from: from.slice(0, 4), to: to.slice(0, 4), grain: 'year', name: null }
    : { from, to, grain: 'month', name: null }

const isWholeYears = ({ from, to }: Pick<Span, 'from' | 'to'>) => from.endsWith('-01') && to.endsWith('-12')
