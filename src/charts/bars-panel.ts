import { type Bar, type BarsLayout, barsLayout, rowBars, valueGapPx } from './bars-layout.ts'
import { barRowPx, barsTopPx, hasKey, keyHeight, typePx } from './chart-layout.ts'
import { drawKey } from './key.ts'
import { toneFill } from './palette.ts'
import { type ChartStop, line, type PanelDrawing, type PanelFrame, text } from './panel-frame.ts'
import { isOthers } from './ranked-data.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { wrapped } from './text-width.ts'
import { wholeFigure } from './time-stops.ts'

/** Ranked bars from 0 with their figures at the ends: names at the left, negative figures to the other side. */
export function drawBarsPanel(frame: PanelFrame): PanelDrawing {
  const { layout, width, colours } = frame
  const { data } = layout
  const top = layout.top + barsTopPx + keyHeight(hasKey(layout), data, width)
  const rowPx = barRowPx(data)
  const plan = barsLayout(frame)
  const { labelsPx, x } = plan
  const nodes: SvgNode[] = hasKey(layout) ? drawKey(frame, layout.top + barsTopPx) : []
  const stops: ChartStop[] = []
  data.xs.forEach((name, row) => {
    const middle = top + (row + 0.5) * rowPx
    const bars = rowBars(frame, row)
    const lines = wrapped(name.label, labelsPx, typePx, 2)
    const isQuiet = isOthers(name) || bars.every(bar => bar.value === null)
    lines.forEach((part, at) => {
      const y = middle + (at - (lines.length - 1) / 2) * 14
      nodes.push(text(0, y, part, { fill: isQuiet ? colours.muted : colours['ink-2'] }))
    })
    const thick = bars.length > 1 ? 12 : 18
    bars.forEach((bar, at) => {
      const y = middle + (at - (bars.length - 1) / 2) * 15
      nodes.push(...drawBar(frame, bar, plan, y, thick, isOthers(name)))
    })
    stops.push({
      label: name.label,
      values: bars.map(({ series, value }) => ({
        // A series that is this very row says what it measures instead of its name twice.
        label: series.label === name.label ? series.column.label : series.label,
        text: wholeFigure(value, series.column),
        tone: series.tone,
      })),
      x: 0,
      y: middle - rowPx / 2,
      width,
      height: rowPx,
      dots: [],
    })
  })
  nodes.push(line(x(0), top, x(0), top + data.xs.length * rowPx, colours['line-strong']))
  return { nodes, stops }
}

function drawBar(
  frame: PanelFrame,
  bar: Bar,
  { x, write }: BarsLayout,
  middle: number,
  thick: number,
  isRest: boolean,
): SvgNode[] {
  const { colours } = frame
  const zero = x(0)
  if (bar.value === null) return [text(zero + valueGapPx, middle, write(bar), { fill: colours.faint })]
  const end = x(bar.value)
  const fill = toneFill(colours, isRest ? 'rest' : bar.series.tone)
  const shape = svg('path', { d: barPath(zero, end, middle - thick / 2, thick), fill })
  const isNegative = bar.value < 0
  const at = end + (isNegative ? -valueGapPx : valueGapPx)
  const style = { fill: colours.ink, isBold: true, anchor: isNegative ? 'end' : 'start' } as const
  return [shape, text(at, middle, write(bar), style)]
}

/** From the zero line to `end`, its far corners rounded. */
function barPath(zero: number, end: number, y: number, thick: number): string {
  const away = end >= zero ? 1 : -1
  const radius = Math.min(3, Math.abs(end - zero))
  const r = (value: number) => Math.round(value * 100) / 100
  return [
    `M${r(zero)} ${r(y)}`,
    `H${r(end - away * radius)}`,
    `Q${r(end)} ${r(y)} ${r(end)} ${r(y + radius)}`,
    `V${r(y + thick - radius)}`,
    `Q${r(end)} ${r(y + thick)} ${r(end - away * radius)} ${r(y + thick)}`,
    `H${r(zero)}Z`,
  ].join('')
}
