import type { Chart, Panel } from '../contract/chart.ts'
import type { Table } from '../contract/result.ts'
import { africaColumns, africaRows } from './africa-tiles.ts'
import { endLabelsHeight, shortFigure } from './end-label-lines.ts'
import { isYearOfMonths } from './month-names.ts'
import { type PanelData, readPanel } from './panel-data.ts'
import { rankedData, rowSeries } from './ranked-data.ts'
import { textWidth } from './text-width.ts'

/** How a panel is really drawn: columns over many names become bars, shares over names become rows. */
export type Drawn = 'line' | 'columns' | 'bars' | 'stacked' | 'stacked_rows' | 'tile_map'

export interface PanelLayout {
  readonly panel: Panel
  readonly data: PanelData
  readonly drawn: Drawn
  /** Of the drawing below the panel's own title, in pixels from the top of the chart. */
  readonly top: number
  readonly height: number
  /** Null where the chart's title says it all. */
  readonly title: string | null
}

export interface ChartLayout {
  readonly width: number
  readonly height: number
  readonly isNarrow: boolean
  readonly panels: readonly PanelLayout[]
}

export const typePx = 12
/** Below this a chart is laid out for a phone. */
const narrowPx = 480
const panelTitlePx = 26
const panelGapPx = 20

/** Places of the panels, and the height of the chart before anything is drawn: what a skeleton needs. */
export function layoutChart(chart: Chart, table: Table, width: number): ChartLayout {
  const isNarrow = width < narrowPx
  const hasTitles = chart.panels.length > 1
  const panels: PanelLayout[] = []
  let top = 0
  for (const panel of chart.panels) {
    const read = named(
      readPanel(panel, table),
      (hasTitles && panel.title) || `${chart.title} ${chart.subtitle}`,
    )
    const drawn = drawnAs(panel, read, width)
    const data = drawn === 'bars' && !read.isTime ? rankedData(read) : read
    if (panels.length > 0) top += panelGapPx
    const title = hasTitles ? panel.title : null
    if (title !== null) top += panelTitlePx
    const height = panelHeight(panel, drawn, data, width, isNarrow, hasTitles)
    panels.push({ panel, data, drawn, top, height, title })
    top += height
  }
  return { width, height: Math.ceil(top), isNarrow, panels }
}

/** A single series that the title names needs only its figure at its end. */
function named(data: PanelData, title: string): PanelData {
  const [only] = data.series
  if (!only || data.series.length > 1) return data
  const isSaid = title.toLowerCase().includes(only.label.replace(/ \(.*\)$/, '').toLowerCase())
  return isSaid ? { ...data, series: [{ ...only, endLabel: '' }] } : data
}

function drawnAs(panel: Panel, data: PanelData, width: number): Drawn {
  if (panel.kind === 'stacked') return data.isTime && data.xs.length > 1 ? 'stacked' : 'stacked_rows'
  if (panel.kind !== 'columns' || data.isTime || isYearOfMonths(data.xs.map(x => x.key))) return panel.kind
  const bandPx = (width - 60) / Math.max(1, data.xs.length)
  const longest = Math.max(0, ...data.xs.map(x => textWidth(x.label, typePx)))
  return longest + 8 > bandPx ? 'bars' : 'columns'
}

function panelHeight(
  panel: Panel,
  drawn: Drawn,
  data: PanelData,
  width: number,
  isNarrow: boolean,
  isOneOfMany: boolean,
): number {
  switch (drawn) {
    case 'line': {
      const room = endLabelsHeight(data, panel.unit, width, isNarrow) + 70
      return Math.max(isOneOfMany ? 150 : isNarrow ? 210 : 236, room)
    }
    case 'columns':
      return (isOneOfMany ? 156 : isNarrow ? 210 : 236) + keyHeight(hasKey({ drawn, data }), data, width)
    case 'stacked':
      return Math.max(isNarrow ? 240 : 260, endLabelsHeight(data, panel.unit, width, isNarrow) + 34)
    case 'bars':
      return barsTopPx + keyHeight(hasKey({ drawn, data }), data, width) + data.xs.length * barRowPx(data)
    case 'stacked_rows':
      return keyHeight(true, data, width) + data.xs.length * stackRowPx
    case 'tile_map':
      return tilePitch(width) * africaRows + (isNarrow ? 84 : 0)
  }
}

export const barsTopPx = 6
export const stackRowPx = 38
export const keyRowPx = 22

/** Height of a ranked row: one bar, or a thin one for each of several figures. */
export function barRowPx(data: PanelData): number {
  const perRow = barsPerRow(data)
  return perRow <= 1 ? 30 : perRow * 15 + 14
}

/** How many bars stand in a row at most. */
export function barsPerRow(data: PanelData): number {
  const counts = data.xs.map((_, index) => rowSeries(data, index).length)
  return Math.max(1, ...counts)
}

/** Height of the names above rows of several parts. */
export const keyHeight = (hasKey: boolean, data: PanelData, width: number): number =>
  hasKey ? keyRows(data, width).length * keyRowPx + 8 : 0

/** Distance from one tile to the next. */
export const tilePitch = (width: number): number => Math.min(60, (width + 4) / africaColumns)

/** The names of the parts above shares in rows, flowing left to right: `[series index, x]` by line. */
export function keyRows(data: PanelData, width: number): (readonly [number, number])[][] {
  const lines: [number, number][][] = [[]]
  let x = 0
  data.series.forEach((_, index) => {
    const wide = Math.min(width, textWidth(keyLabel(data, index), typePx) + 36)
    if (x > 0 && x + wide - 18 > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push([index, x])
    x += wide
  })
  return lines
}

/** A part's name; over a single row with its figure too, since small parts have no room for one. */
export function keyLabel(data: PanelData, index: number): string {
  const series = data.series[index]
  if (!series) return ''
  return data.xs.length === 1
    ? `${series.label} ${shortFigure(series.values[0] ?? null, series)}`
    : series.label
}

/** Names of the series stand above the panel, not at their ends. */
export const hasKey = ({ drawn, data }: Pick<PanelLayout, 'drawn' | 'data'>): boolean =>
  drawn === 'stacked_rows' ||
  (drawn === 'columns' && data.series.length > 1) ||
  (drawn === 'bars' && barsPerRow(data) > 1)
