import { keyLabel, keyRowPx, keyRows, typePx } from './chart-layout.ts'
import { toneFill } from './palette.ts'
import { type PanelFrame, text } from './panel-frame.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { truncated } from './text-width.ts'

const swatchPx = 10

/** The names of the series with their colours, in flowing lines: for rows, where no label fits at an end. */
export function drawKey(frame: PanelFrame, top: number): SvgNode[] {
  const { data } = frame.layout
  return keyRows(data, frame.width).flatMap((row, at) =>
    row.flatMap(([index, x]) => {
      const series = data.series[index]
      if (!series) return []
      const y = top + (at + 0.5) * keyRowPx
      const fill = toneFill(frame.colours, series.tone)
      const label = truncated(keyLabel(data, index), frame.width - x - swatchPx - 8, typePx)
      return [
        svg('rect', { x, y: y - swatchPx / 2, width: swatchPx, height: swatchPx, rx: 2, fill }),
        text(x + swatchPx + 6, y, label, { fill: frame.colours['ink-2'] }),
      ]
    }),
  )
}
