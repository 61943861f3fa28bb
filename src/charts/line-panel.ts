import { line as linePath } from 'd3-shape'
import { lastFigure } from './end-label-lines.ts'
import { drawEndLabels } from './end-labels.ts'
import { toneFill } from './palette.ts'
import type { PanelSeries } from './panel-data.ts'
import type { PanelDrawing, PanelFrame } from './panel-frame.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { drawXLabels, xPlaces } from './time-axis.ts'
import { timeStops } from './time-stops.ts'
import { drawValueAxis, type ValueAxis } from './value-axis.ts'

/** Markers are drawn on each figure up to this many; a longer line has one at its end. */
const mostMarkers = 16

/** Lines over time: a missing figure is a gap, a figure between two gaps is a dot. */
export function drawLinePanel(frame: PanelFrame, axis: ValueAxis): PanelDrawing {
  const places = xPlaces(frame)
  const { series } = frame.layout.data
  const ends = series.flatMap(one => {
    const last = lastFigure(one)
    return last ? [{ series: one, x: places[last.index] ?? 0, y: axis.y(last.value) }] : []
  })
  // The first series is drawn last, so that what the answer is about lies on top.
  const marks = series.toReversed().flatMap(one => drawSeries(frame, axis, one, places))
  return {
    nodes: [
      ...drawValueAxis(frame, axis),
      ...drawXLabels(frame, axis.bottom),
      ...marks,
      ...drawEndLabels(frame, ends, axis.unit, axis.top - 10, axis.bottom + 8),
    ],
    stops: timeStops(frame, axis),
  }
}

function drawSeries(
  frame: PanelFrame,
  axis: ValueAxis,
  series: PanelSeries,
  places: readonly number[],
): SvgNode[] {
  const stroke = toneFill(frame.colours, series.tone)
  const path = linePath<number | null>()
    .defined(value => value !== null)
    .x((_, index) => Math.round((places[index] ?? 0) * 100) / 100)
    .y(value => Math.round(axis.y(value ?? 0) * 100) / 100)
  const d = path([...series.values]) ?? ''
  const isLong = series.values.length > mostMarkers
  const end = lastFigure(series)?.index
  const markers = series.values.flatMap((value, index) => {
    if (value === null) return []
    const isAlone = (series.values[index - 1] ?? null) === null && (series.values[index + 1] ?? null) === null
    if (isLong && !isAlone && index !== end) return []
    const at = { cx: places[index] ?? 0, cy: axis.y(value) }
    return [svg('circle', { ...at, r: 3, fill: frame.colours.card, stroke, 'stroke-width': 2 })]
  })
  const line = svg('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': isLong ? 2 : 2.4,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  })
  return d === '' ? markers : [line, ...markers]
}
