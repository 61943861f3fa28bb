/**
 * Smoothing of the level (alpha) and of the trend (gamma), 0 to 1; phi: what is left of the trend after a
 * period.
 */
export type Damping = { alpha: number; gamma: number; phi: number }

/** Where the smoothing stands after the last value. */
export type TrendState = { level: number; trend: number; phi: number }

/**
 * Damped-trend exponential smoothing in its error-correction form (Gardner and McKenzie 1985, 'Forecasting
 * trends in time series', Management Science 31, eqs. 1 to 3): e = y − (S + φT); S = S + φT + αe; T = φT +
 * αγe. `visit` sees S and T after each value, with the sum of squares of e so far.
 */
export function smooth(
  values: readonly number[],
  start: { level: number; trend: number },
  { alpha, gamma, phi }: Damping,
  visit: (index: number, level: number, trend: number, squares: number) => void,
): void {
  let { level, trend } = start
  let squares = 0
  for (let t = 0; t < values.length; t++) {
    const damped = phi * trend
    const expected = level + damped
    const error = (values[t] as number) - expected
    level = expected + alpha * error
    trend = damped + alpha * gamma * error
    squares += error * error
    visit(t, level, trend, squares)
  }
}

/** Their eq. 4: S + (φ + φ² + … + φʰ) T for h = 1 … `horizon`. */
export function project({ level, trend, phi }: TrendState, horizon: number): number[] {
  let at = level
  let step = trend
  return Array.from({ length: horizon }, () => {
    step *= phi
    at += step
    return at
  })
}

const ALPHAS = [0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1]
const GAMMAS = [0, 0.05, 0.15, 0.35, 0.7, 1]
/** The range of practice: below 0.8 the trend is gone at once, above 0.98 it is hardly damped. */
const PHIS = [0.8, 0.88, 0.94, 0.98]
const CANDIDATES: readonly Damping[] = ALPHAS.flatMap(alpha =>
  GAMMAS.flatMap(gamma => PHIS.map(phi => ({ alpha, gamma, phi }))),
)

/** The smoothing that was chosen, and where it stands. */
export type FittedTrend = TrendState & Damping

/** Smoothings that differ by rounding alone are equal, and the first is taken. */
const CLEARLY_LESS = 1 - 1e-9

/**
 * The state after each of the values from number `from` on, each with the smoothing that had the smallest
 * squared one-step errors up to there: state `i` knows the first `from + i` values only. A smoothing looks
 * back only, so one pass over the series serves all origins.
 */
export function fitDampedTrend(values: readonly number[], from: number): FittedTrend[] {
  const start = startOf(values, from)
  const least = new Float64Array(values.length + 1).fill(Number.POSITIVE_INFINITY)
  const best: FittedTrend[] = []
  const later = values.slice(1)
  for (const damping of CANDIDATES)
    smooth(later, start, damping, (index, level, trend, squares) => {
      const known = index + 2
      if (known < from || squares >= (least[known] as number) * CLEARLY_LESS) return
      least[known] = squares
      best[known - from] = { level, trend, ...damping }
    })
  return best
}

const FIRST_CHANGES = 4

/** The first value, and the mean of the first few changes as its trend. */
function startOf(values: readonly number[], from: number): { level: number; trend: number } {
  const changes = Math.min(FIRST_CHANGES, from - 1)
  const level = values[0] as number
  return { level, trend: ((values[changes] as number) - level) / changes }
}
