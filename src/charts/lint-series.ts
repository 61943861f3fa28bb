import type { Panel, Series } from '../contract/chart.ts'
import type { Column, Table } from '../contract/result.ts'
import { cellText, readPanel, seriesRows } from './panel-data.ts'

/** How far shares may be from 100 by rounding alone, in points. */
const roundingPoints = 1

/** Faults of the series of a panel: their figures, units, names, colours and, where stacked, their sum. */
export function seriesFaults(panel: Panel, table: Table): string[] {
  const faults = panel.series.flatMap(series => oneSeriesFaults(panel, series, table))
  if (panel.series.length === 0) faults.push('The panel has no series.')
  const labels = panel.series.map(series => series.label)
  if (labels.some(label => label.trim() === '')) faults.push('A series has no label.')
  if (new Set(labels).size < labels.length) faults.push('Two series have the same label.')
  return [...faults, ...colourFaults(panel), ...stackFaults(panel, table)]
}

function oneSeriesFaults(panel: Panel, series: Series, table: Table): string[] {
  const column = table.columns.find(one => one.key === series.column)
  if (!column) return [`There is no column ${series.column}.`]
  if (column.kind !== 'number') return [`Column ${column.key} holds no numbers.`]
  const faults: string[] = []
  if (column.unit !== null && column.unit !== panel.unit) {
    faults.push(
      `Series ${series.label} is in ${column.unit}, its panel in ${panel.unit}: two units are two panels.`,
    )
  }
  const { where } = series
  if (where && !table.columns.some(one => one.key === where.column)) {
    return [...faults, `There is no column ${where.column} to choose rows by.`]
  }
  const rows = seriesRows(series, table)
  const index = table.columns.indexOf(column)
  if (!rows.some(row => typeof row[index] === 'number')) faults.push(`Series ${series.label} has no figure.`)
  const xIndex = table.columns.findIndex(one => one.key === panel.x)
  const keys = rows.map(row => cellText(row[xIndex]))
  if (new Set(keys).size < keys.length)
    faults.push(`Series ${series.label} has two figures for one place on the x axis.`)
  return faults
}

/** Lines, layers and groups differ in colour; rows of a ranking may share one. */
function colourFaults(panel: Panel): string[] {
  if (panel.kind === 'bars' || panel.kind === 'tile_map') return []
  const tones = panel.series.map(series => series.tone)
  return new Set(tones).size < tones.length ? ['Two series of a panel have the same colour.'] : []
}

/** Only what adds up is stacked: shares of one whole, or sizes; never rates, prices, indices or negative figures. */
function stackFaults(panel: Panel, table: Table): string[] {
  if (panel.kind !== 'stacked') return []
  const data = readPanel(panel, table)
  if (data.series.some(series => !isAdditive(series.column))) {
    return ['A measure that does not add up is stacked.']
  }
  const faults: string[] = []
  data.xs.forEach((x, index) => {
    const parts = data.series.map(series => series.values[index]).filter(v => v !== null && v !== undefined)
    if (parts.some(part => part < 0)) faults.push(`A part of ${x.label} is negative.`)
    const sum = parts.reduce((a, b) => a + b, 0)
    if (panel.unit.startsWith('%') && parts.length > 0 && Math.abs(sum - 100) > roundingPoints) {
      faults.push(`The shares of ${x.label} add up to ${sum.toFixed(1)}%.`)
    }
  })
  return faults
}

const isAdditive = ({ unit }: Column): boolean =>
  unit === null ||
  unit.startsWith('%') ||
  !(/ (a|per) /.test(unit) || /^(points|index|times|per )/.test(unit))
