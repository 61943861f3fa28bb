import { formatPeriod } from '../../../charts/format-period.ts'
import type { Chart, Panel, Series, Tone } from '../../../contract/chart.ts'
import type { Table } from '../../../contract/result.ts'
import type { ResultSet } from '../claims/result-set.ts'
import { textOf } from '../claims/result-set.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What a chart says besides its figures. */
export interface ChartWords {
  title: string
  /** What is shown; unit and period are added. */
  shows: string
  reason: string
  summary: string
}

const tones: readonly Tone[] = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']

export function chartOf(results: ResultSet, table: Table, panels: Panel[], words: ChartWords): Chart {
  const period = table.period ? formatPeriod(table.period) : ''
  const sources = table.sources
    .map(id => results.sources.find(source => source.id === id))
    .filter(source => source !== undefined)
  const names = sources.map(source => (source.modelled ? source.name : `${source.name}, ${source.licence}`))
  const units = [...new Set(panels.map(panel => panel.unit))].filter(unit => unit !== '')
  return {
    id: `chart-${table.id}-${panels[0]?.series[0]?.column ?? ''}`,
    table: table.id,
    title: capital(words.title).slice(0, 120),
    subtitle: [words.shows, units.join(' and '), period].filter(Boolean).join(' · '),
    panels,
    reason: words.reason,
    summary: words.summary,
    footer: [...names, period].filter(Boolean).join(' · '),
    modelled: table.modelled,
  }
}

const unitOf = (table: Table, key: string) => table.columns.find(column => column.key === key)?.unit ?? ''
const labelOf = (table: Table, key: string) => table.columns.find(column => column.key === key)?.label ?? key

function oneSeries(table: Table, column: string, tone: Tone, label?: string): Series {
  return { label: label ?? labelOf(table, column), column, where: null, tone }
}

/** Sizes over time as columns. */
export function columnsPanel(
  table: Table,
  key: string,
  title: string | null,
  tone: Tone = 'c1',
  x = 'period',
): Panel {
  return {
    kind: 'columns',
    title,
    unit: unitOf(table, key),
    x,
    series: [oneSeries(table, key, tone, title ?? undefined)],
    baseline: 0,
  }
}

export function linePanel(table: Table, key: string, title: string | null, tone: Tone = 'c2'): Panel {
  return {
    kind: 'line',
    title,
    unit: unitOf(table, key),
    x: 'period',
    series: [oneSeries(table, key, tone, title ?? undefined)],
    baseline: unitOf(table, key) === 'index' ? 100 : null,
  }
}

/** Bars ranked by size, one a row. */
export function barsPanel(table: Table, key: string, x: string): Panel {
  return {
    kind: 'bars',
    title: null,
    unit: unitOf(table, key),
    x,
    series: [oneSeries(table, key, 'c1')],
    baseline: 0,
  }
}

export function tileMapPanel(table: Table, key: string): Panel {
  return {
    kind: 'tile_map',
    title: null,
    unit: unitOf(table, key),
    x: 'iso3',
    series: [oneSeries(table, key, 'c1')],
    baseline: null,
  }
}

/** The values of a text column in their order of first appearance. */
export function membersOf(table: Table, key: string): string[] {
  const names = table.rows.map((_, row) => textOf(table, row, key)).filter(name => name !== null)
  return [...new Set(names)]
}

const isRest = (name: string) => /^all others$/i.test(name)

/** One line for each member of a text column; seven at most, the first seven of the table. */
export function linesPanel(table: Table, key: string, by: string, members?: readonly string[]): Panel {
  const names = (members ?? membersOf(table, by)).slice(0, 6)
  const series = names.map(
    (name, i): Series => ({
      label: name,
      column: key,
      where: { column: by, equals: name },
      tone: tones[i] ?? 'rest',
    }),
  )
  return {
    kind: 'line',
    title: null,
    unit: unitOf(table, key),
    x: 'period',
    series,
    baseline: unitOf(table, key) === 'index' ? 100 : null,
  }
}

/** Shares of one whole over time, stacked to 100; null where there are more parts than colours. */
export function stackedPanel(table: Table, key: string, by: string): Panel | null {
  const names = membersOf(table, by)
  const own = names.filter(name => !isRest(name))
  if (own.length > tones.length || names.length < 2) return null
  const series = names.map((name): Series => {
    const tone = isRest(name) ? 'rest' : (tones[own.indexOf(name)] ?? 'rest')
    return { label: name, column: key, where: { column: by, equals: name }, tone }
  })
  return { kind: 'stacked', title: null, unit: unitOf(table, key), x: 'period', series, baseline: 0 }
}
