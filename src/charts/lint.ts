import type { Chart, Panel } from '../contract/chart.ts'
import type { Table } from '../contract/result.ts'
import { africaTiles } from './africa-tiles.ts'
import { seriesFaults } from './lint-series.ts'
import { readPanel } from './panel-data.ts'

const longestTitle = 120
const mostLines = 7

/**
 * Every rule a chart breaks, a sentence each; empty for a chart fit to show.
 * What the drawing itself guarantees (ranked bars in order, gaps left open, one axis a panel) is not asked again here.
 */
export function lintChart(chart: Chart, table: Table): string[] {
  if (chart.table !== table.id) return [`The chart names table ${chart.table}, not ${table.id}.`]
  const faults = [...wordFaults(chart, table), ...footerFaults(chart, table)]
  if (chart.panels.length === 0) faults.push('There is no panel.')
  if (chart.panels.length > 1 && chart.panels.some(panel => !panel.title)) {
    faults.push('Where there are several panels each needs a title.')
  }
  for (const panel of chart.panels) faults.push(...panelFaults(panel, table), ...seriesFaults(panel, table))
  return [...new Set(faults)]
}

const years = (text: string): string[] => text.match(/\b(?:19|20)\d\d\b/g) ?? []

/** The title and subtitle together say measure, place and period. */
function wordFaults(chart: Chart, table: Table): string[] {
  const faults: string[] = []
  const said = `${chart.title} ${chart.subtitle}`
  if (chart.title.trim() === '') faults.push('The title is empty.')
  if (chart.title.length > longestTitle) faults.push(`The title is longer than ${longestTitle} characters.`)
  if (chart.subtitle.trim() === '') faults.push('The subtitle is empty.')
  if (chart.summary.trim() === '') faults.push('The summary for those who do not see the chart is empty.')
  if (chart.reason.trim() === '') faults.push('The reason for this form is empty.')
  const period = table.period ? years(`${table.period.from} ${table.period.to}`) : []
  if (period.length > 0 && !years(said).some(year => period.includes(year))) {
    faults.push('Title and subtitle do not say the period.')
  }
  if (!saysMeasure(chart, table, said)) faults.push('Title and subtitle do not say the measure.')
  if (!saysPlace(chart, table, said)) faults.push('Title and subtitle do not say the place.')
  return faults
}

const plain = (text: string): string => text.toLocaleLowerCase('en-GB')

/** A word of the drawn columns' names or of their units is in the title or subtitle. */
function saysMeasure(chart: Chart, table: Table, said: string): boolean {
  const names = chart.panels.flatMap(panel => [
    panel.unit,
    panel.title ?? '',
    ...panel.series.flatMap(
      series => table.columns.find(column => column.key === series.column)?.label ?? [],
    ),
  ])
  const words = names.flatMap(name => plain(name).match(/\p{L}{3,}|[\p{Sc}%]/gu) ?? [])
  return words.length === 0 || words.some(word => plain(said).includes(word))
}

/** Names of the table's title ('Diapers, Ghana, 2025') are said, or stand on the chart as its rows or series. */
function saysPlace(chart: Chart, table: Table, said: string): boolean {
  const names = (table.title.match(/(?<!^)(?<=[\s,(])\p{Lu}[\p{L}’'-]{2,}/gu) ?? []).map(plain)
  if (names.length === 0) return true
  const labels = chart.panels.flatMap(panel => [
    ...panel.series.map(series => series.label),
    ...readPanel(panel, table).xs.map(x => x.label),
  ])
  const shown = plain(`${said} ${labels.join(' ')}`)
  return names.some(name => shown.includes(name))
}

function footerFaults(chart: Chart, table: Table): string[] {
  const faults: string[] = []
  if (!/\p{L}{3,}/u.test(chart.footer)) faults.push('The footer names no source.')
  if (table.period && years(chart.footer).length === 0) faults.push('The footer names no period.')
  if (table.modelled && !chart.modelled) faults.push('The chart hides that its figures are modelled.')
  return faults
}

/** What each form of panel asks of its figures. */
function panelFaults(panel: Panel, table: Table): string[] {
  const xColumn = table.columns.find(column => column.key === panel.x)
  if (!xColumn) return [`There is no column ${panel.x} for the x axis.`]
  const data = readPanel(panel, table)
  const faults: string[] = []
  if (xColumn.kind === 'number') faults.push('The x axis is a number column.')
  if (panel.unit.trim() === '') faults.push('The panel has no unit.')
  if (panel.kind !== 'line' && panel.kind !== 'tile_map' && panel.baseline !== 0) {
    faults.push('Bars, columns and shares stand on 0.')
  }
  if (panel.kind === 'line') {
    if (xColumn.kind !== 'period') faults.push('A line needs time on its x axis.')
    if (data.xs.length < 2) faults.push('A line needs two periods.')
    if (panel.series.length > mostLines) faults.push(`More than ${mostLines} lines cannot be told apart.`)
    if (panel.unit === 'index' && panel.baseline !== 100) faults.push('An index is drawn from 100.')
  }
  if (panel.kind === 'bars' && xColumn.kind === 'period')
    faults.push('Bars rank names; time belongs to columns.')
  if (panel.kind === 'tile_map')
    faults.push(
      ...mapFaults(
        panel,
        data.xs.map(x => x.key),
      ),
    )
  return faults
}

const countries: ReadonlySet<string> = new Set(africaTiles.map(tile => tile.iso3))

function mapFaults(panel: Panel, codes: readonly string[]): string[] {
  const foreign = codes.filter(code => !countries.has(code))
  const faults = panel.series.length === 1 ? [] : ['A map shows one series.']
  return foreign.length === 0 ? faults : [...faults, `The map has no tile for ${foreign.join(', ')}.`]
}
