import { deviations, sum } from './deviations.ts'
import {
  dampedPaths,
  naivePaths,
  type Paths,
  pastErrors,
  type SeriesKind,
  type Window,
} from './rolling-origin.ts'
import { complete, type Series, type Unavailable, unavailable } from './unavailable.ts'

export type Method = 'damped_trend' | 'last_value'

/**
 * kind: an amount is positive and grows by ratios (money, people, volumes); a rate moves by differences
 * (inflation, balances, growth). firstPeriod: place in its year of the first value, from 0. yearly: what a
 * year's figure is of its periods. highest: a bound of the measure itself, as 100 for a share of people. method:
 * of an amount; the last value serves where exchange rates move it more than a trend does, as money in another
 * currency. A rate always has the last value.
 */
export type ForecastInput = {
  values: Series
  kind: SeriesKind
  periodsPerYear: 1 | 4 | 12
  firstPeriod?: number
  yearly?: 'sum' | 'mean'
  highest?: number
  method?: Method
}

/**
 * low, high: the 80% interval. origins: how many past forecasts over this distance it rests on. error,
 * naiveError: their mean absolute error and that of the last value (the last year, where seasonal), in % for
 * amounts, in units for rates.
 */
export type Estimate = {
  value: number
  low: number
  high: number
  origins: number
  error: number
  naiveError: number
}

/** periodsAhead: 1 is the first period after the last value. */
export type PeriodEstimate = Estimate & { periodsAhead: number }

/** yearsAhead: 0 is the year of the last value, with what is known of it; 1 the year after. */
export type YearEstimate = Estimate & { yearsAhead: number }

export type Forecast = {
  kind: 'forecast'
  method: Method
  seasonal: boolean
  periods: PeriodEstimate[]
  years: YearEstimate[]
}

/**
 * A year beyond half the history has no interval. within: the last year that has one. asked: no forecast, but
 * that year carried on at the pace from the last complete year to it; pace: % a year for amounts, 0 for
 * rates.
 */
export type BeyondForecast = {
  kind: 'beyond_forecast'
  forecast: Forecast
  within: YearEstimate
  asked: { kind: 'arithmetic'; yearsAhead: number; value: number; pace: number }
}

const COVERAGE = 0.8
const LEAST_VALUES = 10
const SEASONAL_FROM_YEARS = 4

/**
 * A forecast with an interval from its own past errors. Amounts: damped trend (Gardner and McKenzie 1985) on
 * logarithms, over seasonal factors (ratio to centred moving average) from four years of periods on. Rates:
 * the last value, which no method beat. Interval: the 80% quantile of the absolute errors over the same
 * distance from a rolling origin that starts at half the series (Tashman 2000), made monotone in the
 * distance. The horizon is half the history.
 * @param yearsAhead the year asked for, counted from the year of the last value
 */
export function forecast(input: ForecastInput, yearsAhead = 1): Forecast | BeyondForecast | Unavailable {
  const { kind, periodsPerYear, firstPeriod = 0, yearly = 'sum', highest = Number.POSITIVE_INFINITY } = input
  const values = complete(input.values, Math.max(LEAST_VALUES, 2 * periodsPerYear))
  if (!Array.isArray(values)) return values
  if (kind === 'amount' && values.some(value => value <= 0)) return unavailable('not_positive')
  if (deviations(values) === null) return unavailable('constant')

  const horizon = Math.floor(values.length / 2)
  const isSeasonal = kind === 'amount' && values.length >= SEASONAL_FROM_YEARS * periodsPerYear
  const season = isSeasonal ? periodsPerYear : 1
  const naive = naivePaths(values, horizon, season)
  const method = kind === 'amount' ? (input.method ?? 'damped_trend') : 'last_value'
  const paths = method === 'damped_trend' ? dampedPaths(values, horizon, season) : naive
  const estimate = estimator(values, paths, naive, kind, highest)

  const steps = Array.from({ length: horizon }, (_, h) => ({ from: h, to: h + 1, known: [] }))
  const periods = estimate(steps, 'sum').map((step, h) => ({ ...step, periodsAhead: h + 1 }))

  const elapsed = (firstPeriod + values.length) % periodsPerYear
  const firstYear = elapsed === 0 ? 1 : 0
  const spans = Array.from({ length: Math.floor((horizon + elapsed) / periodsPerYear) }, (_, i) => ({
    from: Math.max(0, i * periodsPerYear - elapsed),
    to: (i + 1) * periodsPerYear - elapsed,
    known: i === 0 && elapsed > 0 ? values.slice(-elapsed) : [],
  }))
  const years = estimate(spans, yearly).map((year, i) => ({ ...year, yearsAhead: firstYear + i }))
  const within = years.at(-1)
  if (!within) return unavailable('too_short', 2 * (2 * periodsPerYear - elapsed))

  const result: Forecast = { kind: 'forecast', method, seasonal: season > 1, periods, years }
  if (yearsAhead <= within.yearsAhead) return result
  const lastYear = values.slice(values.length - elapsed - periodsPerYear, values.length - elapsed)
  const base = { value: fold(lastYear, yearly), yearsAhead: firstYear - 1 }
  return {
    kind: 'beyond_forecast',
    forecast: result,
    within,
    asked: carryOn(base, within, yearsAhead, kind, highest),
  }
}

type Span = Window & { known: readonly number[] }

const fold = (values: readonly number[], yearly: 'sum' | 'mean'): number =>
  yearly === 'sum' ? sum(values) : sum(values) / values.length

/** Estimates of spans of ever greater distance, none with a narrower interval than the one before. */
function estimator(
  values: readonly number[],
  paths: Paths,
  naive: Paths,
  kind: SeriesKind,
  highest: number,
): (spans: readonly Span[], yearly: 'sum' | 'mean') => Estimate[] {
  const path = paths.paths.at(-1) as number[]
  return (spans, yearly) => {
    let width = 0
    return spans.map(span => {
      const past = pastErrors(values, paths, span, kind, COVERAGE)
      const naiveError = pastErrors(values, naive, span, kind, COVERAGE).error
      width = Math.max(width, past.width)
      const expected = path.slice(span.from, span.to)
      const moved = (direction: -1 | 0 | 1) => {
        const move = (value: number) =>
          kind === 'amount' ? value * Math.exp(direction * width) : value + direction * width
        return Math.min(highest, fold([...span.known, ...expected.map(move)], yearly))
      }
      return {
        value: moved(0),
        low: moved(-1),
        high: moved(1),
        origins: past.origins,
        error: past.error,
        naiveError,
      }
    })
  }
}

function carryOn(
  base: { value: number; yearsAhead: number },
  within: YearEstimate,
  yearsAhead: number,
  kind: SeriesKind,
  highest: number,
): BeyondForecast['asked'] {
  if (kind === 'rate') return { kind: 'arithmetic', yearsAhead, value: within.value, pace: 0 }
  const growth = Math.log(within.value / base.value) / (within.yearsAhead - base.yearsAhead)
  const value = Math.min(highest, within.value * Math.exp(growth * (yearsAhead - within.yearsAhead)))
  return { kind: 'arithmetic', yearsAhead, value, pace: Math.expm1(growth) * 100 }
}
