import { leastSquares } from './least-squares.ts'
import { tQuantile } from './student-t.ts'
import { completeColumns, type Series, type Unavailable, unavailable } from './unavailable.ts'

/**
 * value: the % change of volume for 1% of price. low, high: the 80% interval of the estimate. n: changes it
 * rests on. apart: periods between the figures of a change, 1 for month on month, 12 for year on year.
 */
export type EstimatedElasticity = {
  kind: 'elasticity'
  source: 'estimated'
  value: number
  standardError: number
  low: number
  high: number
  rSquared: number
  n: number
  apart: number
}

/** The user's own figure, an assumption without an error. */
export type GivenElasticity = { kind: 'elasticity'; source: 'given'; value: number }

export type Elasticity = EstimatedElasticity | GivenElasticity

const LEAST_CHANGES = 12
const COVERAGE = 0.8

/**
 * Least squares of the logarithmic changes of volume on those of price (log-log demand: Schultz 1938; first
 * differences: Stone 1954). Changes over several periods overlap and carry the same error on; the standard
 * error allows for it (Hansen and Hodrick 1980), with the autocorrelations that overlap alone makes. It
 * measures what moved together, not what a price causes.
 */
export function estimateElasticity(
  prices: Series,
  volumes: Series,
  apart: number,
): EstimatedElasticity | Unavailable {
  const columns = completeColumns([prices, volumes], LEAST_CHANGES + apart)
  if (!Array.isArray(columns)) return columns
  if (columns.flat().some(value => value <= 0)) return unavailable('not_positive')
  const [price, volume] = columns.map(column => changes(column.map(Math.log), apart)) as [number[], number[]]
  const fit = leastSquares(volume, [price])
  if (fit.kind === 'unavailable') return fit
  const slope = fit.slopes[0] as { value: number; standardError: number }
  const standardError = slope.standardError * overlap(apart)
  const reach = tQuantile(COVERAGE, fit.n - 2) * standardError
  return {
    kind: 'elasticity',
    source: 'estimated',
    value: slope.value,
    standardError,
    low: slope.value - reach,
    high: slope.value + reach,
    rSquared: fit.rSquared,
    n: fit.n,
    apart,
  }
}

const changes = (values: readonly number[], apart: number): number[] =>
  values.slice(apart).map((value, i) => value - (values[i] as number))

/**
 * By how much overlap widens a standard error: changes over k periods that begin j apart have the part 1 − j / k
 * in common; its square, summed over j from −k to k, is (2k² + 1) / 3k.
 */
const overlap = (k: number): number => Math.sqrt((2 * k * k + 1) / (3 * k))

/**
 * Changes in %. form: `point` multiplies the % by the elasticity, `constant` is (1 + price)^elasticity − 1.
 */
export type PriceScenario = {
  kind: 'scenario'
  form: 'point' | 'constant'
  price: number
  volume: Range
  value: Range
}

/** low, high: those of the elasticity's interval; the same as `expected` for an elasticity that was given. */
export type Range = { expected: number; low: number; high: number }

/**
 * What a change of price does to volume and value at an elasticity. One that was given is taken as users say
 * it, % for % (Marshall 1890); one estimated from logarithms as a constant elasticity, the form it was
 * estimated in.
 * @param price change in %
 */
export function priceScenario(price: number, elasticity: Elasticity): PriceScenario | Unavailable {
  if (!Number.isFinite(price) || !Number.isFinite(elasticity.value)) return unavailable('gap')
  if (price <= -100) return unavailable('out_of_range')
  const form = elasticity.source === 'given' ? 'point' : 'constant'
  const { low, high } =
    elasticity.source === 'given' ? { low: elasticity.value, high: elasticity.value } : elasticity
  const volumes = [elasticity.value, low, high].map(value =>
    form === 'point' ? value * price : Math.expm1(value * Math.log1p(price / 100)) * 100,
  )
  if (volumes.some(volume => volume < -100)) return unavailable('out_of_range')
  const values = volumes.map(volume => ((1 + price / 100) * (1 + volume / 100) - 1) * 100)
  return { kind: 'scenario', form, price, volume: range(volumes), value: range(values) }
}

const range = ([expected, ...ends]: number[]): Range => ({
  expected: expected as number,
  low: Math.min(...ends),
  high: Math.max(...ends),
})
