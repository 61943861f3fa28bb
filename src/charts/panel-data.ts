import type { Panel, Series, Tone } from '../contract/chart.ts'
import type { Cell, Column, Table } from '../contract/result.ts'
import { formatPeriodCell } from './format-period.ts'

export interface PanelX {
  readonly key: string
  readonly label: string
}

export interface PanelSeries {
  readonly label: string
  /** What stands at its end; empty where the panel's title names it already. */
  readonly endLabel: string
  readonly tone: Tone
  readonly column: Column
  /** It has rows of its own and is silent in the others. */
  readonly isPartial: boolean
  /** One for each x, null where there is no figure. */
  readonly values: readonly (number | null)[]
}

/** A panel with its figures taken from the table. */
export interface PanelData {
  readonly xs: readonly PanelX[]
  /** The x axis is time, without a hole: a year or month that has no row is there, with no figure. */
  readonly isTime: boolean
  readonly series: readonly PanelSeries[]
}

const periodPattern = /^\d{4}(-(0[1-9]|1[0-2]))?$/
const longestFill = 400

/** Reads a panel's figures; a column the table does not have gives a series without figures. */
export function readPanel(panel: Panel, table: Table): PanelData {
  const xIndex = table.columns.findIndex(column => column.key === panel.x)
  const xColumn = table.columns[xIndex]
  const rowsOf = panel.series.map(series => seriesRows(series, table))
  const used = new Set(rowsOf.flat())
  const keys = [...new Set(table.rows.filter(row => used.has(row)).map(row => cellText(row[xIndex])))]
  const isTime = xColumn?.kind === 'period' && keys.length > 0 && keys.every(key => periodPattern.test(key))
  const names = panel.kind === 'tile_map' ? placeNames(xIndex, table) : null
  const xs = (isTime ? everyPeriod(keys) : keys).map(key => ({
    key,
    label: names?.get(key) ?? (xColumn?.kind === 'period' ? formatPeriodCell(key) : key),
  }))
  const series = panel.series.flatMap((one, index) => {
    const columnIndex = table.columns.findIndex(column => column.key === one.column)
    const column = table.columns[columnIndex]
    if (!column) return []
    const byX = new Map<string, number | null>()
    for (const row of rowsOf[index] ?? []) {
      const key = cellText(row[xIndex])
      const value = row[columnIndex]
      if (!byX.has(key)) byX.set(key, figureOf(value))
    }
    return [
      {
        label: one.label,
        endLabel: one.label,
        tone: one.tone,
        column,
        isPartial: one.where !== null,
        values: xs.map(({ key }) => byX.get(key) ?? null),
      },
    ]
  })
  return { xs, isTime, series }
}

/** Below this a figure is 0 to the eye, and near the end of what a number can hold scales break. */
const leastFigure = 1e-9

function figureOf(value: Cell | undefined): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return Math.abs(value) < leastFigure ? 0 : value
}

/** Country names by code, from the table's first other text column. */
function placeNames(xIndex: number, table: Table): Map<string, string> {
  const nameIndex = table.columns.findIndex((column, index) => index !== xIndex && column.kind === 'text')
  return new Map(table.rows.map(row => [cellText(row[xIndex]), cellText(row[nameIndex] ?? row[xIndex])]))
}

/** The rows a series speaks for. */
export function seriesRows(series: Series, table: Table): readonly (readonly Cell[])[] {
  const { where } = series
  if (where === null) return table.rows
  const index = table.columns.findIndex(column => column.key === where.column)
  return index === -1 ? [] : table.rows.filter(row => cellText(row[index]) === where.equals)
}

export const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell)

/** From the first to the last year or month, none left out: a gap in the data must be a gap on the axis. */
function everyPeriod(keys: readonly string[]): readonly string[] {
  const sorted = keys.toSorted()
  const first = sorted[0] ?? ''
  const last = sorted.at(-1) ?? ''
  if (first.length !== last.length) return sorted
  const isMonth = first.length === 7
  const number = (key: string) => Number(key.slice(0, 4)) * 12 + (isMonth ? Number(key.slice(5)) - 1 : 0)
  const step = isMonth ? 1 : 12
  const count = (number(last) - number(first)) / step + 1
  if (count > longestFill) return sorted
  return Array.from({ length: count }, (_, index) => {
    const at = number(first) + index * step
    const year = String(Math.floor(at / 12)).padStart(4, '0')
    return isMonth ? `${year}-${String((at % 12) + 1).padStart(2, '0')}` : year
  })
}
