import type { PanelData, PanelSeries, PanelX } from './panel-data.ts'

/**
 * The rows of a ranked panel by size: largest first, or smallest first where the table is in that order;
 * 'All others' and rows without a figure come last.
 */
export function rankedData(data: PanelData): PanelData {
  const sizes = data.xs.map((_, index) => sizeAt(data, index))
  const ranked = data.xs
    .flatMap((x, index) => (isOthers(x) ? [] : [sizes[index] ?? null]))
    .filter(v => v !== null)
  const isAscending = ranked.length > 2 && isRising(ranked)
  const place = (index: number): number => {
    const size = sizes[index] ?? null
    if (size === null) return Number.POSITIVE_INFINITY
    if (isOthers(data.xs[index])) return Number.MAX_VALUE
    return isAscending ? size : -size
  }
  const order = data.xs.map((_, index) => index).toSorted((a, b) => compare(place(a), place(b)) || a - b)
  return {
    ...data,
    xs: order.map(index => data.xs[index] as PanelX),
    series: data.series.map(series => ({
      ...series,
      values: order.map(index => series.values[index] ?? null),
    })),
  }
}

/** The series that have a bar in a row: all of them, or where each has rows of its own, those that speak here. */
export function rowSeries(data: PanelData, row: number): readonly PanelSeries[] {
  if (data.series.every(series => !series.isPartial)) return data.series
  const speaking = data.series.filter(series => series.values[row] !== null)
  return speaking.length > 0 ? speaking : data.series.slice(0, 1)
}

/** 'All others' is no competitor: it stands last and takes the quiet colour. */
export const isOthers = (x: PanelX | undefined): boolean => /^(all )?others?$/i.test(x?.label ?? '')

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

const isRising = (sizes: readonly number[]): boolean =>
  sizes.every((size, index) => index === 0 || size >= (sizes[index - 1] ?? size)) && sizes[0] !== sizes.at(-1)

function sizeAt(data: PanelData, index: number): number | null {
  for (const series of data.series) {
    const value = series.values[index]
    if (value !== null && value !== undefined) return value
  }
  return null
}
