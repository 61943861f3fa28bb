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
  /** Every span that was read, for the cautions. */
  spans: Span[]
  /** What the rows speak of, for the footer; without it all that was read. */
  shows?: Span[]
  coverage?: Table['coverage']
  computed?: string[]
  /** What was selected, in place of the usual words. */
  basis?: string[]
  flags?: string[]
  /** In place of the cautions of the measures over all the spans. */
  cautions?: string[]
  /** Set where key players are in it. */
  players?: boolean
  /** Measures behind each column that is a computed measure, by its id. */
  origins?: Record<string, Measure[]>
  /** Set where the last row is the total of all. */
  hasTotal?: boolean
}

/** One plan being run: what reads, and what gathers the result. */
export interface EngineRun {
  catalogue: Catalogue
  ask: Ask
  add(draft: TableDraft): void
  /** A formula or a choice that the reader should know, once. */
  note(sentence: string): void
  /** Runs blocks at the same time; their tables and notes stand in the order of the blocks, whichever ends first. */
  sideBySide(blocks: readonly Block[]): Promise<void>
}

/** Adds tables to the run it is given; where it reads, it answers with a promise. */
export type Block = (run: EngineRun) => unknown

/** Where a run's tables and notes are gathered, in order. */
export interface Gathered {
  drafts: TableDraft[]
  notes: string[]
}

/** More cautions than this on one table would hide the table. */
const maxFlags = 12

export function startRun(catalogue: Catalogue, ask: Ask): { run: EngineRun; gathered: Gathered } {
  return gathering(catalogue, askedOnce(ask))
}

function gathering(catalogue: Catalogue, ask: Ask): { run: EngineRun; gathered: Gathered } {
  const gathered: Gathered = { drafts: [], notes: [] }
  const run: EngineRun = {
    catalogue,
    ask,
    add: draft => void gathered.drafts.push(draft),
    note: sentence => void gathered.notes.push(sentence),
    async sideBySide(blocks) {
      const parts = blocks.map(block => ({ block, part: gathering(catalogue, ask) }))
      await Promise.all(parts.map(({ block, part }) => block(part.run)))
      for (const { part } of parts) {
        gathered.drafts.push(...part.gathered.drafts)
        gathered.notes.push(...part.gathered.notes)
      }
    },
  }
  return { run, gathered }
}

/** Blocks that need the same rows share one query. */
function askedOnce(ask: Ask): Ask {
  const answers = new Map<string, ReturnType<Ask>>()
  return sql => {
    const held = answers.get(sql)
    if (held) return held
    const answer = ask(sql)
    answers.set(sql, answer)
    return answer
  }
}

/** The result of a run that has ended. */
export function resultOf(catalogue: Catalogue, gathered: Gathered, dataVersion: string): Result {
  const { notes } = gathered
  const drafts = gathered.drafts.map(draft => ({
    ...draft,
    measures: draft.measures.flatMap(measure => measuresBehind(catalogue, measure)),
  }))
  const series = new Map<string, Set<string>>()
  const cite = (id: string, detail: string) => {
    const details = series.get(id) ?? new Set<string>()
    if (detail !== '') details.add(detail)
    series.set(id, details)
  }
  for (const { measures, players } of drafts) {
    for (const measure of measures) cite(measureSource(measure), seriesOf(measure))
    if (players) cite(keyPlayersSourceId, '')
  }
  return {
    tables: drafts.map((draft, at) => finishedTable(catalogue, draft, `t${at + 1}`)),
    sources: catalogue.sources.flatMap(source => withSeries(source, series.get(source.id))),
    method: [...new Set(notes)],
    data_version: dataVersion,
  }
}

/** A figure a head rests on the population too. */
function measuresBehind(catalogue: Catalogue, measure: Measure): Measure[] {
  const population = catalogue.measure('population')
  const isPerCapita = measure.rules.parts?.includes('population')
  return isPerCapita && population ? [measure, population] : [measure]
}

export function finishedTable(catalogue: Catalogue, draft: TableDraft, id: string): Table {
  const players = draft.players ? [keyPlayersSourceId] : []
  return {
    ...{ id, role: draft.role, title: draft.title, columns: draft.columns },
    rows: draft.rows.map(row => row.map(settled)),
    sources: [...new Set([...draft.measures.map(measureSource), ...players])],
    period: coveringPeriod(draft.shows ?? draft.spans),
    coverage: draft.coverage ?? null,
    modelled: draft.measures.some(measure => measure.kind === 'panel'),
    flags: [...new Set([...(draft.flags ?? []), ...flagsOf(catalogue, draft)])].slice(0, maxFlags),
    computed: [...(draft.basis ?? basisOf(draft)), ...(draft.computed ?? [])],
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

/** What was selected and how it was put together, for tables of figures and of firms. */
function basisOf({ measures, players, title }: TableDraft): string[] {
  const kinds = new Set(measures.map(({ kind }) => kind))
  if (kinds.size === 2) return [`${title}: sums over rows of the panel, and figures as published.`]
  if (kinds.has('panel')) return [`${title}: sums over rows of the panel.`]
  if (kinds.has('figure')) return [`${title}: figures as published.`]
  return players ? [`${title}: read from public reports.`] : []
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

function flagsOf(catalogue: Catalogue, draft: TableDraft): string[] {
  const { measures, countries, spans, cautions } = draft
  const years = spans.flatMap(span => [yearOf(span.from), yearOf(span.to)])
  if (years.length === 0) return []
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const limited = countries
    .map(iso3 => catalogue.country(iso3))
    .filter(country => country?.limitedData)
    .map(country => `${country?.name}: limited data, not one of the 52 countries covered in full.`)
  // Cautions of single countries would drown a table of a whole continent.
  const places = countries.length > 12 || countries.length === 0 ? [''] : countries
  const usual = () =>
    measures.flatMap(measure => places.flatMap(iso3 => catalogue.flagsFor(measure.id, iso3, from, to)))
  const rates = () => catalogue.exchangeRateCautions(convertedIn(catalogue, draft), from, to)
  return [...limited, ...(cautions ?? [...rates(), ...usual()])]
}

/** Countries whose local currency stands behind figures in US$ that the table shows. */
function convertedIn(catalogue: Catalogue, { measures, columns, countries }: TableDraft): string[] {
  const shown = measures.filter(
    ({ id, converted }) =>
      converted && columns.some(({ measure, unit }) => measure === id || unit?.startsWith('US$')),
  )
  if (shown.length === 0) return []
  const isPanel = shown.every(measure => measure.kind === 'panel')
  return countries.filter(iso3 => !(isPanel && catalogue.country(iso3)?.panelCurrency.code === 'USD'))
}
