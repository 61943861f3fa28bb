import { formatNumber, missing } from './format.ts'
import { smallestOfNear } from './near-figures.ts'
import type { PanelData, PanelSeries } from './panel-data.ts'
import { scaleUnit, type UnitScale } from './scale-unit.ts'
import { textWidth, wrapped } from './text-width.ts'

export const endLabelLinePx = 15
const labelPx = 12

/** A figure for a place where the unit is already said, with '%' kept: scaled by itself, or as another one is. */
export function shortFigure(value: number | null, series: PanelSeries, scaledAs?: number): string {
  const { unit, decimals } = series.column
  return formatNumber(value, unit?.startsWith('%') ? '%' : null, decimals, {
    compact: true,
    signed: unit === 'points',
    ...(scaledAs !== undefined && { scaledAs }),
  })
}

/** The last figure of a series and where it stands. */
export function lastFigure(series: PanelSeries): { index: number; value: number } | null {
  for (let index = series.values.length - 1; index >= 0; index--) {
    const value = series.values[index]
    if (value !== null && value !== undefined) return { index, value }
  }
  return null
}

/**
 * The one scale in which a panel with an axis writes its figures. Those near each other have the scale of the smallest,
 * and three significant figures wherever fewer would not tell two of them apart.
 */
export function panelUnit(data: PanelData, unit: string): UnitScale {
  const sizes = data.series.flatMap(series => series.values.filter(value => value !== null).map(Math.abs))
  const smallest = Math.min(...sizes.filter(size => size > 0), Number.POSITIVE_INFINITY)
  const near = smallestOfNear(sizes)
  const scale = (isFine: boolean) =>
    scaleUnit(near ?? Math.max(...sizes, 0), unit, data.series[0]?.column.decimals ?? null, {
      smallest,
      isFine,
    })
  if (near !== null) return scale(true)
  const coarse = scale(false)
  const differ = new Set(sizes)
  return new Set([...differ].map(size => coarse.write(size))).size < differ.size ? scale(true) : coarse
}

/** The lines of a series' label: name and last figure, on one line where they fit. */
export function endLabelLines(series: PanelSeries, unit: UnitScale, maxPx: number): string[] {
  const last = lastFigure(series)
  const figure = last ? unit.write(last.value) : missing
  if (series.endLabel === '') return [figure]
  const whole = `${series.endLabel} ${figure}`
  if (textWidth(whole, labelPx, true) <= maxPx) return [whole]
  const name = wrapped(series.endLabel, maxPx, labelPx, 2, true)
  const ending = `${name.at(-1) ?? ''} ${figure}`
  return textWidth(ending, labelPx, true) <= maxPx ? [...name.slice(0, -1), ending] : [...name, figure]
}

/** Widest that a label may be. */
export const endLabelMaxPx = (width: number, isNarrow: boolean): number =>
  isNarrow ? Math.max(84, width * 0.3) : width * 0.26

/** Height of all labels of a panel, one below the other. */
export function endLabelsHeight(data: PanelData, unit: string, width: number, isNarrow: boolean): number {
  const maxPx = endLabelMaxPx(width, isNarrow)
  const scale = panelUnit(data, unit)
  const lines = data.series.map(series => endLabelLines(series, scale, maxPx).length)
  return lines.reduce((sum, count) => sum + count, 0) * endLabelLinePx
}
