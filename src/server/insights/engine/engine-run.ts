import type { Period } from '../../../contract/plan.ts'
import type { Cell, Column, Result, Source, Table } from '../../../contract/result.ts'
import { keyPlayersSourceId, panelSourceId, sourceId } from '../catalogue.ts'
import type { Catalogue, Measure } from '../catalogue-shape.ts'
import { coveringPeriod, type Span, yearOf } from './spans.ts'

/** Reads the warehouse; rows are objects by column name. */
export type Ask = (sql: string) => Promise<Record<string, Cell>[]>

export interface TableDraft {
  role: string
  title: string
  columns: Column[]
  rows: Cell[][]
  /** The measures behind it: they give sources, flags and the label of modelled data. */
  measures: Measure[]
  /** Countries whose cautions matter here, ISO3. */
  countries: string[]
  spans: Span[]
  coverage?: Table['coverage']
  computed?: string[]
  flags?: string[]
  /** Set where key players are in it. */
  players?: boolean
}

/** One plan being run: what reads, and what gathers the result. */
export interface EngineRun {
  catalogue: Catalogue
  ask: Ask
  add(draft: TableDraft): Table
  /** A formula or a choice that the reader should know, once. */
  note(sentence: string): void
  result(dataVersion: string): Result
}

/** More cautions than this on one table would hide the table. */
const maxFlags = 8

export function startRun(catalogue: Catalogue, ask: Ask): EngineRun {
  const tables: Table[] = []
  const method: string[] = []
  const series = new Map<string, Set<string>>()
  const citeSource = (id: string, detail: string) => {
    const details = series.get(id) ?? new Set<string>()
    if (detail !== '') details.add(detail)
    series.set(id, details)
  }
  return {
    catalogue,
    ask,
    note: sentence => {
      if (!method.includes(sentence)) method.push(sentence)
    },
    add(draft) {
      for (const measure of draft.measures)
        citeSource(measureSource(measure), measure.kind === 'figure' ? measure.detail : '')
      if (draft.players) citeSource(keyPlayersSourceId, '')
      const table: Table = {
        id: `t${tables.length + 1}`,
        role: draft.role,
        title: draft.title,
        columns: draft.columns,
        rows: draft.rows.map(row => row.map(settled)),
        sources: [
          ...new Set([...draft.measures.map(measureSource), ...(draft.players ? [keyPlayersSourceId] : [])]),
        ],
        period: coveringPeriod(draft.spans) as Period | null,
        coverage: draft.coverage ?? null,
        modelled: draft.measures.some(measure => measure.kind === 'panel'),
        flags: [...new Set([...(draft.flags ?? []), ...flagsOf(catalogue, draft)])].slice(0, maxFlags),
        computed: draft.computed ?? [],
      }
      tables.push(table)
      return table
    },
    result: dataVersion => ({
      tables,
      sources: catalogue.sources.flatMap(source => withSeries(source, series.get(source.id))),
      method,
      data_version: dataVersion,
    }),
  }
}

const measureSource = (measure: Measure) =>
  measure.kind === 'panel' ? panelSourceId : sourceId(measure.source)

/** Twelve significant digits: the dust of binary fractions is not a figure. */
const settled = (cell: Cell): Cell => {
  if (typeof cell !== 'number') return cell
  if (!Number.isFinite(cell)) return null
  return Number.isInteger(cell) ? cell : Number(cell.toPrecision(12))
}

function withSeries(source: Source, details: Set<string> | undefined): Source[] {
  if (!details) return []
  if (details.size === 0) return [source]
  return [{ ...source, detail: `${source.detail} · ${[...details].join(', ')}` }]
}

function flagsOf(catalogue: Catalogue, { measures, countries, spans }: TableDraft): string[] {
  const years = spans.flatMap(span => [yearOf(span.from), yearOf(span.to)])
  if (years.length === 0) return []
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const limited = countries
    .map(iso3 => catalogue.country(iso3))
    .filter(country => country?.limitedData)
    .map(country => `${country?.name}: limited data, not one of the 52 countries covered in full.`)
  // Cautions of single countries would drown a table of a whole continent.
  const places = countries.length > 12 ? [''] : countries.length === 0 ? [''] : countries
  return [
    ...measures.flatMap(measure => places.flatMap(iso3 => catalogue.flagsFor(measure.id, iso3, from, to))),
    ...limited,
  ]
}
