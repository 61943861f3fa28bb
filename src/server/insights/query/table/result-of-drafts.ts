import type { Period } from '../../../../contract/plan.ts'
import type { Cell, Column, Result, Source, Table } from '../../../../contract/result.ts'
import { panelSourceId, sourceId } from '../../catalogue.ts'
import type { Catalogue, Measure } from '../../catalogue-shape.ts'

/** A table of a query before it has its id, its sources and its cautions in order. */
export interface TableDraft {
  role: string
  title: string
  columns: Column[]
  rows: Cell[][]
  /** The measures behind it: they give sources and the label of modelled data. */
  measures: Measure[]
  /** What its rows speak of, for the footer; null where it has none. */
  period: Period | null
  coverage?: Table['coverage']
  /** What was selected, and how it was put together. */
  computed: string[]
  /** The most important first: beyond twelve they are left out. */
  flags: string[]
  /** Measures behind each column that is a computed measure, by its id. */
  origins?: Record<string, Measure[]>
  /** Set where the last row is the total of all. */
  hasTotal?: boolean
}

/** More cautions than this on one table would hide the table. */
const maxFlags = 12

/** Tables t1, t2 … in the order of their drafts, with the sources that they cite. */
export function resultOf(catalogue: Catalogue, asked: readonly TableDraft[], dataVersion: string): Result {
  const drafts = asked.map(draft => ({
    ...draft,
    measures: draft.measures.flatMap(measure => measuresBehind(catalogue, measure)),
  }))
  const series = new Map<string, Set<string>>()
  for (const measure of drafts.flatMap(({ measures }) => measures)) {
    const id = measureSource(measure)
    const details = series.get(id) ?? new Set<string>()
    if (seriesOf(measure) !== '') details.add(seriesOf(measure))
    series.set(id, details)
  }
  return {
    tables: drafts.map((draft, at) => finishedTable(catalogue, draft, `t${at + 1}`)),
    sources: catalogue.sources.flatMap(source => withSeries(source, series.get(source.id))),
    method: [],
    data_version: dataVersion,
  }
}

/** A figure a person rests on the population too. */
function measuresBehind(catalogue: Catalogue, measure: Measure): Measure[] {
  const population = catalogue.measure('population')
  const isPerCapita = measure.rules.parts?.includes('population')
  return isPerCapita && population ? [measure, population] : [measure]
}

function finishedTable(catalogue: Catalogue, draft: TableDraft, id: string): Table {
  return {
    ...{ id, role: draft.role, title: draft.title, columns: draft.columns },
    rows: draft.rows.map(row => row.map(settled)),
    sources: [...new Set(draft.measures.map(measureSource))],
    ...{ period: draft.period, coverage: draft.coverage ?? null },
    modelled: draft.measures.some(measure => measure.kind === 'panel'),
    flags: [...new Set(draft.flags)].slice(0, maxFlags),
    computed: draft.computed,
    origins: {
      ...Object.fromEntries(
        draft.measures.map(measure => [measure.id, measuresBehind(catalogue, measure).map(originOf)]),
      ),
      ...Object.fromEntries(
        Object.entries(draft.origins ?? {}).map(([id, measures]) => [id, measures.map(originOf)]),
      ),
    },
    ...(draft.hasTotal ? { total: true } : {}),
  }
}

const originOf = (measure: Measure) => ({ source: measureSource(measure), series: seriesOf(measure) })

const seriesOf = (measure: Measure) => (measure.kind === 'figure' ? measure.detail : '')

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
