export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((total, value, index) => total + value * (b[index] as number), 0)

/** How much rounding a computation over `values` may leave: below it, two figures are the same figure. */
export const roundingOf = (values: readonly number[]): number =>
  values.length * Number.EPSILON * Math.max(...values.map(Math.abs))

/** A series around its mean: `unit` has mean 0 and length 1, and value = mean + length × unit. */
export type Deviations = { mean: number; length: number; unit: number[] }

/** Null for a series that is constant but for rounding. Scaled first, so that no square overflows. */
export function deviations(values: readonly number[]): Deviations | null {
  const mean = sum(values) / values.length
  const around = values.map(value => value - mean)
  const widest = Math.max(...around.map(Math.abs))
  if (!(widest > roundingOf(values))) return null
  const scaled = around.map(value => value / widest)
  const norm = Math.sqrt(dot(scaled, scaled))
  return { mean, length: widest * norm, unit: scaled.map(value => value / norm) }
}
