import { fitDampedTrend, project } from './damped-trend.ts'
import { sum } from './deviations.ts'
import { seasonalFactors } from './seasonality.ts'

/** amount: positive, changes by ratios. rate: changes by differences, may be negative. */
export type SeriesKind = 'amount' | 'rate'

/** Periods ahead from `from` up to but without `to`; 0 is the first one after the origin. */
export type Window = { from: number; to: number }

/**
 * paths[i] starts after the first `firstOrigin + i` values and knows no later one; the last path is the
 * forecast.
 */
export type Paths = { firstOrigin: number; paths: number[][] }

/**
 * `width`: the quantile of the absolute errors, of logarithms for amounts. error: their mean, in % or in
 * units.
 */
export type PastErrors = { width: number; origins: number; error: number }

/** Damped trend on logarithms from each origin, over the seasonal factors known there (`season` > 1). */
export function dampedPaths(values: readonly number[], horizon: number, season: 1 | 4 | 12): Paths {
  const firstOrigin = Math.floor(values.length / 2)
  if (season === 1) {
    const states = fitDampedTrend(values.map(Math.log), firstOrigin)
    return { firstOrigin, paths: states.map(state => project(state, horizon).map(Math.exp)) }
  }
  const origins = Array.from({ length: values.length - firstOrigin + 1 }, (_, i) => firstOrigin + i)
  const paths = origins.map(origin => {
    const past = values.slice(0, origin)
    const factors = seasonalFactors(past, season) as number[]
    const adjusted = past.map((value, t) => Math.log(value / (factors[t % season] as number)))
    const [state] = fitDampedTrend(adjusted, origin)
    const ahead = state ? project(state, horizon) : []
    return ahead.map((log, h) => Math.exp(log) * (factors[(origin + h) % season] as number))
  })
  return { firstOrigin, paths }
}

/** The last value repeated, or with `season` > 1 the last year. */
export function naivePaths(values: readonly number[], horizon: number, season: number): Paths {
  const firstOrigin = Math.floor(values.length / 2)
  const paths = Array.from({ length: values.length - firstOrigin + 1 }, (_, i) =>
    Array.from({ length: horizon }, (_, h) => values[firstOrigin + i - season + (h % season)] as number),
  )
  return { firstOrigin, paths }
}

/** Errors of all origins that have the whole window behind them (rolling origin: Tashman 2000). */
export function pastErrors(
  values: readonly number[],
  { firstOrigin, paths }: Paths,
  { from, to }: Window,
  kind: SeriesKind,
  coverage: number,
): PastErrors {
  const absolute: number[] = []
  const relative: number[] = []
  for (let origin = firstOrigin; origin + to <= values.length; origin++) {
    const actual = sum(values.slice(origin + from, origin + to))
    const expected = sum((paths[origin - firstOrigin] as number[]).slice(from, to))
    const difference = Math.abs(actual - expected) / (to - from)
    absolute.push(kind === 'amount' ? Math.abs(Math.log(actual / expected)) : difference)
    relative.push(kind === 'amount' ? (Math.abs(actual - expected) / actual) * 100 : difference)
  }
  return {
    width: quantile(absolute, coverage),
    origins: absolute.length,
    error: sum(relative) / relative.length,
  }
}

/**
 * The smallest figure that at least `coverage` of the n figures and one still to come lie under: number ⌈(n +
 * 1) coverage⌉ in order (Vovk, Gammerman and Shafer 2005, split conformal); the largest where there are too
 * few.
 */
export function quantile(figures: readonly number[], coverage: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const place = Math.ceil((sorted.length + 1) * coverage)
  return sorted[Math.min(place, sorted.length) - 1] as number
}
