import { formatNumber } from './format.ts'
import type { ChartStop, PanelFrame } from './panel-frame.ts'
import { bandPx, xPlaces } from './time-axis.ts'
import type { ValueAxis } from './value-axis.ts'

/** One stop for each x of a panel with axes, with every series' figure, whole. */
export function timeStops(frame: PanelFrame, axis: ValueAxis): ChartStop[] {
  const { data, top, height } = frame.layout
  const places = xPlaces(frame)
  const band = data.xs.length === 1 ? frame.right - frame.left : bandPx(frame)
  return data.xs.map((x, index) => {
    const place = places[index] ?? 0
    const from = Math.max(0, place - band / 2)
    return {
      label: x.label,
      values: data.series.map(series => ({
        label: series.label,
        text: wholeFigure(series.values[index] ?? null, series.column),
        tone: series.tone,
      })),
      x: from,
      y: top,
      width: Math.min(frame.width, place + band / 2) - from,
      height,
      dots: data.series.flatMap(series => {
        const value = series.values[index] ?? null
        return value === null ? [] : [{ x: place, y: axis.y(value), tone: series.tone }]
      }),
    }
  })
}

/** As a tooltip says it: scaled, with its whole unit. */
export const wholeFigure = (
  value: number | null,
  column: { unit: string | null; decimals: number | null },
): string => formatNumber(value, column.unit, column.decimals, { compact: true, withUnit: true })
