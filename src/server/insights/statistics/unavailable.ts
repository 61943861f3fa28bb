/**
 * Why a statistic cannot be computed. `too_short`: fewer than `need` values. `gap`: a value is missing or not
 * finite. `constant`: no variation to explain. `not_positive`: a zero or a negative where a logarithm or a
 * ratio is taken. `negative`: a factor below zero. `rank_deficient`: an explaining series is a sum of the
 * others. `lengths_differ`: the series do not pair. `never`: the target lies the other way. `out_of_range`:
 * the change would pass −100%.
 */
export type Unavailable = { kind: 'unavailable'; why: Reason; need?: number }

export type Reason =
  | 'too_short'
  | 'gap'
  | 'constant'
  | 'not_positive'
  | 'negative'
  | 'rank_deficient'
  | 'lengths_differ'
  | 'never'
  | 'out_of_range'

export const unavailable = (why: Reason, need?: number): Unavailable =>
  need === undefined ? { kind: 'unavailable', why } : { kind: 'unavailable', why, need }

/** Figures in their order; null where there is none. */
export type Series = readonly (number | null)[]

const isFigure = (value: number | null): value is number => value !== null && Number.isFinite(value)

/** The series as plain numbers; refused when shorter than `need` or with a gap. */
export function complete(series: Series, need: number): number[] | Unavailable {
  if (series.length < need) return unavailable('too_short', need)
  const figures = series.filter(isFigure)
  return figures.length === series.length ? figures : unavailable('gap')
}

/**
 * Several series as columns of equal length; refused as `complete` refuses, and when their lengths differ.
 */
export function completeColumns(columns: readonly Series[], need: number): number[][] | Unavailable {
  const length = columns[0]?.length ?? 0
  if (columns.some(column => column.length !== length)) return unavailable('lengths_differ')
  const figures: number[][] = []
  for (const column of columns) {
    const values = complete(column, need)
    if (!Array.isArray(values)) return values
    figures.push(values)
  }
  return figures
}
