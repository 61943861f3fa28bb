import { keyHeight, stackRowPx, typePx } from './chart-layout.ts'
import { panelUnit, shortFigure } from './end-label-lines.ts'
import { drawEndLabels } from './end-labels.ts'
import { drawKey } from './key.ts'
import { type ChartColours, toneFill } from './palette.ts'
import type { PanelSeries } from './panel-data.ts'
import { type ChartStop, type PanelDrawing, type PanelFrame, text } from './panel-frame.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { textWidth, truncated } from './text-width.ts'
import { bandPx, drawXLabels, xPlaces } from './time-axis.ts'
import { wholeFigure } from './time-stops.ts'

const seamPx = 1.5

interface Part {
  readonly series: PanelSeries
  readonly value: number
  /** Fractions of the whole. */
  readonly from: number
  readonly to: number
}

/** The parts of one x. Shares in % are parts of 100, or of their sum where rounding takes it past. */
function partsAt(frame: PanelFrame, index: number): Part[] {
  const { series } = frame.layout.data
  const sizes = series.map(one => Math.max(0, one.values[index] ?? 0))
  const sum = sizes.reduce((a, b) => a + b, 0)
  const whole = frame.layout.panel.unit.startsWith('%') ? Math.max(100, sum) : sum
  if (whole === 0) return []
  let at = 0
  return series.flatMap((one, index_) => {
    const size = sizes[index_] ?? 0
    if (size === 0) return []
    const from = at / whole
    at += size
    return [{ series: one, value: size, from, to: at / whole }]
  })
}

/** Shares over time: a column of parts for each period, the parts named beside the last. */
export function drawStackedColumns(frame: PanelFrame): PanelDrawing {
  const { layout, colours } = frame
  const top = layout.top + 4
  const bottom = layout.top + layout.height - 26
  const places = xPlaces(frame)
  const columnPx = Math.min(bandPx(frame) * 0.78, 64)
  const nodes: SvgNode[] = []
  places.forEach((place, index) => {
    for (const part of partsAt(frame, index)) {
      const y = bottom - part.to * (bottom - top)
      const height = Math.max(0.5, (part.to - part.from) * (bottom - top) - seamPx)
      const fill = toneFill(colours, part.series.tone)
      nodes.push(svg('rect', { x: place - columnPx / 2, y, width: columnPx, height, rx: 1.5, fill }))
      const figure = shortFigure(part.value, part.series)
      if (height >= 15 && textWidth(figure, 11) <= columnPx - 4) {
        nodes.push(text(place, y + height / 2, figure, partText(colours, part.series)))
      }
    }
  })
  const last = lastWithParts(frame, places.length)
  const ends = partsAt(frame, last).map(part => ({
    series: { ...part.series, values: [part.value] },
    x: (places[last] ?? 0) + columnPx / 2,
    y: bottom - ((part.from + part.to) / 2) * (bottom - top),
  }))
  return {
    nodes: [
      ...nodes,
      ...drawXLabels(frame, bottom),
      ...drawEndLabels(frame, ends, panelUnit(layout.data, layout.panel.unit), top, bottom + 12),
    ],
    stops: places.map((place, index) => ({
      ...stopOf(frame, index),
      x: place - bandPx(frame) / 2,
      y: layout.top,
      width: bandPx(frame),
      height: layout.height,
    })),
  }
}

function lastWithParts(frame: PanelFrame, count: number): number {
  for (let index = count - 1; index > 0; index--) if (partsAt(frame, index).length > 0) return index
  return 0
}

/** Shares over names: a row of parts for each, the parts named above. */
export function drawStackedRows(frame: PanelFrame): PanelDrawing {
  const { layout, width, colours } = frame
  const { data } = layout
  const top = layout.top + keyHeight(true, data, width)
  const isOne = data.xs.length === 1
  const most = width * (frame.isNarrow ? 0.32 : 0.26)
  const labelsPx = isOne
    ? 0
    : Math.min(most, Math.max(...data.xs.map(x => textWidth(x.label, typePx)), 0)) + 12
  const nodes = drawKey(frame, layout.top)
  const stops: ChartStop[] = []
  data.xs.forEach((name, row) => {
    const y = top + row * stackRowPx
    if (!isOne) {
      const label = truncated(name.label, labelsPx - 12, typePx)
      nodes.push(text(0, y + stackRowPx / 2, label, { fill: colours['ink-2'] }))
    }
    for (const part of partsAt(frame, row)) {
      const x = labelsPx + part.from * (width - labelsPx)
      const wide = Math.max(0.5, (part.to - part.from) * (width - labelsPx) - seamPx)
      const fill = toneFill(colours, part.series.tone)
      nodes.push(svg('rect', { x, y: y + 5, width: wide, height: stackRowPx - 10, rx: 1.5, fill }))
      const figure = shortFigure(part.value, part.series)
      if (textWidth(figure, 11) + 6 <= wide) {
        nodes.push(text(x + wide / 2, y + stackRowPx / 2, figure, partText(colours, part.series)))
      }
    }
    stops.push({ ...stopOf(frame, row), x: 0, y, width, height: stackRowPx })
  })
  return { nodes, stops }
}

/** Figures on a part stand in the card's colour on strong tones and in ink on light ones. */
function partText(colours: ChartColours, series: PanelSeries) {
  return { fill: colours[`${series.tone}-on`], anchor: 'middle', sizePx: 11 } as const
}

function stopOf(frame: PanelFrame, index: number) {
  const { data } = frame.layout
  return {
    label: data.xs[index]?.label ?? '',
    values: data.series.map(series => ({
      label: series.label,
      text: wholeFigure(series.values[index] ?? null, series.column),
      tone: series.tone,
    })),
    dots: [],
  }
}
