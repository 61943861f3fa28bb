import { hasKey, typePx } from './chart-layout.ts'
import { drawKey } from './key.ts'
import { toneFill } from './palette.ts'
import { line, type PanelDrawing, type PanelFrame, text } from './panel-frame.ts'
import { isOthers } from './ranked-data.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { textWidth } from './text-width.ts'
import { bandPx, drawXLabels, xPlaces } from './time-axis.ts'
import { timeStops } from './time-stops.ts'
import { drawValueAxis, type ValueAxis } from './value-axis.ts'

const widestColumnPx = 56

/** Upright bars from the base line, side by side where there are several series, each with its figure where it fits. */
export function drawColumnsPanel(frame: PanelFrame, axis: ValueAxis): PanelDrawing {
  const { data } = frame.layout
  const places = xPlaces(frame)
  const count = Math.max(1, data.series.length)
  const groupPx = Math.min(bandPx(frame) * 0.68, widestColumnPx * count)
  const barPx = groupPx / count
  const base = axis.y(axis.baseline ?? 0)
  const fits = data.series.every(series =>
    series.values.every(
      value => value === null || textWidth(axis.unit.write(value), typePx) <= (bandPx(frame) - 6) / count,
    ),
  )
  const bars = data.series.flatMap((series, at) =>
    series.values.flatMap((value, index): SvgNode[] => {
      if (value === null) return []
      const left = (places[index] ?? 0) - groupPx / 2 + at * barPx + (count > 1 ? 1 : 0)
      const y = axis.y(value)
      const tone = !data.isTime && isOthers(data.xs[index]) ? 'rest' : series.tone
      const bar = column(left, y, barPx - (count > 1 ? 2 : 0), base, toneFill(frame.colours, tone))
      if (!fits) return [bar]
      const above = value >= (axis.baseline ?? 0)
      const style = { fill: frame.colours['ink-2'], anchor: 'middle' } as const
      return [bar, text(left + barPx / 2, y + (above ? -10 : 10), axis.unit.write(value), style)]
    }),
  )
  return {
    nodes: [
      ...drawValueAxis(frame, axis),
      ...bars,
      line(frame.left, base, frame.right, base, frame.colours['line-strong']),
      ...drawXLabels(frame, axis.bottom),
      ...(hasKey(frame.layout) ? drawKey(frame, frame.layout.top) : []),
    ],
    stops: timeStops(frame, axis).map(stop => ({ ...stop, dots: [] })),
  }
}

/** A bar with its far end rounded; a figure of nothing is a hair line on the base. */
function column(x: number, y: number, width: number, base: number, fill: string): SvgNode {
  const height = Math.abs(base - y)
  const radius = Math.min(3, height, width / 2)
  const away = y <= base ? 1 : -1
  const d = [
    `M${round(x)} ${round(base)}`,
    `V${round(y + away * radius)}`,
    `Q${round(x)} ${round(y)} ${round(x + radius)} ${round(y)}`,
    `H${round(x + width - radius)}`,
    `Q${round(x + width)} ${round(y)} ${round(x + width)} ${round(y + away * radius)}`,
    `V${round(base)}Z`,
  ]
  return svg('path', { d: d.join(''), fill })
}

const round = (value: number): number => Math.round(value * 100) / 100
