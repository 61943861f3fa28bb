import { typePx } from './chart-layout.ts'
import { endLabelLinePx, endLabelLines, endLabelMaxPx } from './end-label-lines.ts'
import { toneText } from './palette.ts'
import type { PanelData, PanelSeries } from './panel-data.ts'
import { line, type PanelFrame, text } from './panel-frame.ts'
import type { UnitScale } from './scale-unit.ts'
import { spreadLabels } from './spread-labels.ts'
import type { SvgNode } from './svg-node.ts'
import { textWidth } from './text-width.ts'

/** Several labels may have to move apart; then their threads need room. */
const gapPx = (count: number): number => (count > 2 ? 20 : 12)

/** Room the labels need at the right of the plot. */
export function endLabelsWidth(data: PanelData, unit: UnitScale, width: number, isNarrow: boolean): number {
  const maxPx = endLabelMaxPx(width, isNarrow)
  const widths = data.series.flatMap(series =>
    endLabelLines(series, unit, maxPx).map(part => textWidth(part, typePx, true)),
  )
  return Math.max(0, ...widths) + gapPx(data.series.length)
}

/** A series and the point its label belongs to. */
export interface SeriesEnd {
  readonly series: PanelSeries
  readonly x: number
  readonly y: number
}

/** Names the series at their ends, moved apart where they would touch, with a thread where one moved far. */
export function drawEndLabels(
  frame: PanelFrame,
  ends: readonly SeriesEnd[],
  unit: UnitScale,
  top: number,
  bottom: number,
): SvgNode[] {
  const maxPx = endLabelMaxPx(frame.width, frame.isNarrow)
  const blocks = ends.map(end => endLabelLines(end.series, unit, maxPx))
  const middles = spreadLabels(
    ends.map((end, index) => ({ wanted: end.y, height: (blocks[index]?.length ?? 1) * endLabelLinePx })),
    top,
    bottom,
  )
  const edge = Math.max(...ends.map(end => end.x), 0)
  const widest = Math.max(0, ...blocks.flat().map(part => textWidth(part, typePx, true)))
  const x = Math.min(edge + gapPx(frame.layout.data.series.length), frame.width - widest)
  return ends.flatMap((end, index) => {
    const lines = blocks[index] ?? []
    const middle = middles[index] ?? end.y
    const fill = toneText(frame.colours, end.series.tone)
    const first = middle - ((lines.length - 1) * endLabelLinePx) / 2
    const labels = lines.map((part, at) => text(x, first + at * endLabelLinePx, part, { fill, isBold: true }))
    const isFar = Math.abs(middle - end.y) > 5 || end.x < edge - 1
    const thread = isFar ? [line(end.x + 5, end.y, x - 3, middle, frame.colours['line-strong'])] : []
    return [...thread, ...labels]
  })
}
