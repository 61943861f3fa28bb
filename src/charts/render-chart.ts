import type { Chart } from '../contract/chart.ts'
import type { Table } from '../contract/result.ts'
import { drawBarsPanel } from './bars-panel.ts'
import { type ChartLayout, layoutChart, type PanelLayout } from './chart-layout.ts'
import { drawColumnsPanel } from './columns-panel.ts'
import { panelUnit } from './end-label-lines.ts'
import { endLabelsWidth } from './end-labels.ts'
import { drawLinePanel } from './line-panel.ts'
import { type ChartColours, type ChartTheme, chartColours } from './palette.ts'
import { type ChartStop, type PanelDrawing, type PanelFrame, text } from './panel-frame.ts'
import { drawStackedColumns, drawStackedRows } from './stacked-panel.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { textWidth } from './text-width.ts'
import { drawTileMapPanel } from './tile-map-panel.ts'
import { axisWidth, type ValueAxis, valueAxis } from './value-axis.ts'

/** A chart as drawn: its picture, its size in pixels, and what a pointer or the arrow keys can stop at, in order. */
export interface Drawing {
  readonly svg: SvgNode
  readonly width: number
  readonly height: number
  readonly stops: readonly ChartStop[]
}

export interface DrawOptions {
  /** Pixels; the drawing is laid out for this width, never scaled. */
  readonly width: number
  readonly theme: ChartTheme
}

const leastWidth = 240

/** Draws a chart's figures from its table. The title, source and footer are the caller's; the file form adds them. */
export function renderChart(chart: Chart, table: Table, options: DrawOptions): Drawing {
  const layout = layoutChart(chart, table, Math.max(leastWidth, Math.round(options.width)))
  const colours = chartColours(options.theme)
  const axes = layout.panels.map(panel =>
    hasAxis(panel) ? valueAxis(panel, layout.width, baselineOf(panel)) : null,
  )
  const bounds = plotBounds(layout, axes)
  const drawn = layout.panels.map((panel, index) => {
    const isBanded = bounds.isBanded || panel.drawn !== 'line'
    const frame: PanelFrame = {
      layout: panel,
      width: layout.width,
      isNarrow: layout.isNarrow,
      colours,
      ...bounds,
      isBanded,
    }
    return drawPanel(frame, axes[index] ?? null)
  })
  const nodes = drawn.flatMap((panel, index) => [
    ...panelTitle(layout.panels[index], axes[index] ?? null, colours),
    ...panel.nodes,
  ])
  const { width, height } = layout
  const root = svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
    [svg('title', {}, [chart.title]), svg('desc', {}, [chart.summary]), ...nodes],
  )
  return { svg: root, width, height, stops: joinedStops(layout, drawn) }
}

const hasAxis = (panel: PanelLayout): boolean => panel.drawn === 'line' || panel.drawn === 'columns'

/** Bars and columns stand on 0 whatever was wished: a cut bar lies about sizes. */
const baselineOf = (panel: PanelLayout): number | null =>
  panel.drawn === 'columns' ? 0 : panel.panel.baseline

/** Panels with axes share their left and right edge, so that the same year stands below itself. */
function plotBounds(layout: ChartLayout, axes: readonly (ValueAxis | null)[]) {
  const left = Math.max(0, ...axes.map(axis => (axis ? axisWidth(axis) : 0)))
  const rights = layout.panels.map(panel => {
    if (panel.drawn !== 'line' && panel.drawn !== 'stacked') return hasAxis(panel) ? 4 : 0
    return endLabelsWidth(panel.data, panelUnit(panel.data, panel.panel.unit), layout.width, layout.isNarrow)
  })
  const right = layout.width - Math.max(0, ...rights)
  return { left, right, isBanded: layout.panels.some(panel => panel.drawn === 'columns') }
}

function drawPanel(frame: PanelFrame, axis: ValueAxis | null): PanelDrawing {
  switch (frame.layout.drawn) {
    case 'line':
      return axis ? drawLinePanel(frame, axis) : { nodes: [], stops: [] }
    case 'columns':
      return axis ? drawColumnsPanel(frame, axis) : { nodes: [], stops: [] }
    case 'bars':
      return drawBarsPanel(frame)
    case 'stacked':
      return drawStackedColumns(frame)
    case 'stacked_rows':
      return drawStackedRows(frame)
    case 'tile_map':
      return drawTileMapPanel(frame)
  }
}

function panelTitle(
  panel: PanelLayout | undefined,
  axis: ValueAxis | null,
  colours: ChartColours,
): SvgNode[] {
  if (!panel || panel.title === null) return []
  const y = panel.top - 16
  const caption = axis ? axis.unit.caption : ''
  const hasCaption = !['', '%', 'index'].includes(caption)
  const words = hasCaption ? withoutUnit(panel.title, panel.panel.unit) : panel.title
  const title = text(0, y, words, { fill: colours.ink, isBold: true, sizePx: 13 })
  if (!hasCaption || words.includes(caption)) return [title]
  return [title, text(textWidth(words, 13, true) + 8, y, caption, { fill: colours.muted })]
}

/** 'Volume, pieces' → 'Volume': the caption beside it says the unit, with its scale. */
function withoutUnit(title: string, unit: string): string {
  const end = title.length - unit.length
  return title.endsWith(unit) && /[,(] ?$/.test(title.slice(0, end))
    ? title.slice(0, end).replace(/[\s,(]+$/, '')
    : title
}

/** Panels over the same times answer together: one stop tells the figures of all of them. */
function joinedStops(layout: ChartLayout, drawn: readonly PanelDrawing[]): readonly ChartStop[] {
  const [first] = drawn
  const isShared = layout.panels.every(panel => hasAxis(panel) && panel.data.isTime)
  const labels = JSON.stringify(first?.stops.map(stop => stop.label))
  if (
    !first ||
    !isShared ||
    drawn.some(panel => JSON.stringify(panel.stops.map(stop => stop.label)) !== labels)
  ) {
    return drawn.flatMap(panel => panel.stops)
  }
  return first.stops.map((stop, index) => {
    const same = drawn.flatMap(panel => panel.stops[index] ?? [])
    return {
      ...stop,
      y: 0,
      height: layout.height,
      values: same.flatMap(one => one.values),
      dots: same.flatMap(one => one.dots),
    }
  })
}
