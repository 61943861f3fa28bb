import { typePx } from './chart-layout.ts'
import { shortFigure } from './end-label-lines.ts'
import { formatNumber } from './format.ts'
import { smallestOfNear } from './near-figures.ts'
import type { PanelSeries } from './panel-data.ts'
import type { PanelFrame } from './panel-frame.ts'
import { rowSeries } from './ranked-data.ts'
import { textWidth } from './text-width.ts'

export interface Bar {
  readonly value: number | null
  readonly series: PanelSeries
}

/** How a ranked panel shares its width between names, bars and figures. */
export interface BarsLayout {
  readonly labelsPx: number
  /** Place of a figure; the written figures have room at both ends. */
  readonly x: (value: number) => number
  readonly write: (bar: Bar) => string
}

export const valueGapPx = 8
const labelGapPx = 12
/** Bars that take less of the width than this tell no difference. */
const leastBars = 0.25

export function barsLayout(frame: PanelFrame): BarsLayout {
  const { width, isNarrow } = frame
  const bars = frame.layout.data.xs.flatMap((_, row) => rowBars(frame, row))
  const longest = Math.max(...frame.layout.data.xs.map(x => textWidth(x.label, typePx)), 24)
  const wished = Math.min(width * (isNarrow ? 0.36 : 0.34), longest)
  const rooms = (write: BarsLayout['write']) => ({
    below: roomFor(
      bars.filter(bar => (bar.value ?? 0) < 0),
      write,
    ),
    above:
      roomFor(
        bars.filter(bar => (bar.value ?? 0) >= 0),
        write,
      ) || valueGapPx,
  })
  const near = smallestOfNear(bars.map(bar => Math.abs(bar.value ?? 0))) ?? undefined
  const wholeText = (bar: Bar) => wholeFigureOf(bar, near)
  const shortText = ({ value, series }: Bar) => shortFigure(value, series, near)
  const whole = rooms(wholeText)
  const isTight = wished + labelGapPx + whole.below + whole.above > width * (1 - leastBars)
  const write = isTight ? shortText : wholeText
  const { below, above } = isTight ? rooms(shortText) : whole
  const labelsPx = Math.max(24, Math.min(wished, width * (1 - leastBars) - labelGapPx - below - above))
  const high = Math.max(0, ...bars.map(bar => bar.value ?? 0))
  const low = Math.min(0, ...bars.map(bar => bar.value ?? 0))
  const from = labelsPx + labelGapPx + below
  const extent = high - low || 1
  return { labelsPx, write, x: value => from + ((value - low) / extent) * Math.max(8, width - above - from) }
}

export const rowBars = (frame: PanelFrame, row: number): Bar[] =>
  rowSeries(frame.layout.data, row).map(series => ({ series, value: series.values[row] ?? null }))

const roomFor = (bars: readonly Bar[], write: BarsLayout['write']): number =>
  bars.length === 0 ? 0 : Math.max(...bars.map(bar => textWidth(write(bar), typePx, true))) + valueGapPx

const wholeFigureOf = ({ value, series }: Bar, scaledAs?: number): string =>
  series.column.unit === 'points'
    ? shortFigure(value, series, scaledAs)
    : formatNumber(value, series.column.unit, series.column.decimals, {
        compact: true,
        ...(scaledAs !== undefined && { scaledAs }),
      })
