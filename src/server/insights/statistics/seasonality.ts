import { roundingOf, sum } from './deviations.ts'
import { complete, type Series, type Unavailable, unavailable } from './unavailable.ts'

/** Periods of a year: quarters or months. */
export type PeriodsPerYear = 4 | 12

/** index: 100 = an average period. lowest, highest: the index of that season in single years. */
export type Season = { index: number; lowest: number; highest: number }

/**
 * `seasons[0]` is the year's first period (January, first quarter); the indices average 100. years: with an
 * index.
 */
export type Seasonality = { kind: 'seasonality'; seasons: Season[]; years: number }

const LEAST_PERIODS = 24

/**
 * Seasonality index by the ratio to the centred moving average (Macaulay 1931; Kendall and Stuart 1983, vol.
 * 3; R's `decompose`, multiplicative): the mean over years of value ÷ centred average of a year, normalised
 * to a mean of 100.
 * @param firstPeriod place in its year of the first value, 0 for January or the first quarter
 */
export function seasonality(
  series: Series,
  periods: PeriodsPerYear,
  firstPeriod = 0,
): Seasonality | Unavailable {
  const values = complete(series, LEAST_PERIODS)
  if (!Array.isArray(values)) return values
  if (values.some(value => value < 0)) return unavailable('not_positive')
  const ratios = seasonalRatios(values, periods)
  if (ratios === null) return unavailable('not_positive')
  const scale = (100 * periods) / sum(ratios.map(mean))
  const inCalendar = ratios.map((_, season) => ratios[(season - firstPeriod + periods) % periods] as number[])
  const seasons = inCalendar.map(own => ({
    index: mean(own) * scale,
    lowest: Math.min(...own) * scale,
    highest: Math.max(...own) * scale,
  }))
  return { kind: 'seasonality', seasons, years: Math.min(...ratios.map(own => own.length)) }
}

/**
 * Factors around 1, one for each place in the year counted from the first value; null where an average is
 * zero.
 */
export function seasonalFactors(values: readonly number[], periods: PeriodsPerYear): number[] | null {
  const ratios = seasonalRatios(values, periods)
  if (ratios === null) return null
  const means = ratios.map(mean)
  const scale = periods / sum(means)
  return means.map(factor => factor * scale)
}

/**
 * Value ÷ centred moving average, by place in the year; at least two years of values, so that each place has
 * one.
 */
function seasonalRatios(values: readonly number[], periods: PeriodsPerYear): number[][] | null {
  const half = periods / 2
  const least = roundingOf(values)
  const ratios = Array.from({ length: periods }, (): number[] => [])
  for (let t = half; t + half < values.length; t++) {
    const ends = ((values[t - half] as number) + (values[t + half] as number)) / 2
    const average = (ends + sum(values.slice(t - half + 1, t + half))) / periods
    if (average <= least) return null
    ratios[t % periods]?.push((values[t] as number) / average)
  }
  return ratios
}

const mean = (values: readonly number[]): number => sum(values) / values.length
