import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Damping,
  type FittedTrend,
  fitDampedTrend,
  project,
  smooth,
  type TrendState,
} from './damped-trend.ts'

// Sheep in Asia, millions, 1970–2000 (Hyndman and Athanasopoulos, Forecasting: Principles and Practice, 7.4),
// with the answer of R's ets(model = 'AAN', damped = TRUE, phi = 0.98) as recorded in the tests of
// statsmodels.
const livestock = [
  263.917747, 268.307222, 260.662556, 266.639419, 277.515778, 283.834045, 290.309028, 292.474198, 300.830694,
  309.286657, 318.331081, 329.37239, 338.883998, 339.244126, 328.600632, 314.255385, 314.459695, 321.413779,
  329.789292, 346.385165, 352.297882, 348.370515, 417.562922, 417.12357, 417.749459, 412.233904, 411.946817,
  394.697075, 401.49927, 408.270468, 414.2428,
]
/** The states after each value. */
function states(values: readonly number[], start: TrendState, damping: Damping) {
  const all: (TrendState & { squares: number })[] = []
  smooth(values, start, damping, (_, level, trend, squares) =>
    all.push({ level, trend, phi: damping.phi, squares }),
  )
  return all
}

describe('known answers', () => {
  const published = { alpha: 0.97402626, gamma: 0.00010006, phi: 0.98 }
  const after = states(livestock, { level: 252.59039965, trend: 6.90265918, phi: 0.98 }, published)
  const end = after.at(-1) as TrendState & { squares: number }

  test('levels, trends and ten forecasts agree with those of R’s ets', () => {
    const levels = [
      263.7992355246843, 268.3623324350207, 261.0312983437606, 266.6590942700923, 277.3958197247272,
    ]
    for (const [t, level] of levels.entries()) expect(after[t]?.level).toBeCloseTo(level, 4)
    expect(end.level).toBeCloseTo(414.1814574903921, 4)
    expect(end.trend).toBeCloseTo(3.690553892582855, 3)
    const forecasts = [
      417.7982003051233, 421.3426082635598, 424.8161280628277, 428.2201774661102, 431.556145881327,
      434.8253949282395, 438.0292589942138, 441.1690457788685, 444.2460368278302, 447.2614880558126,
    ]
    for (const [h, value] of project(end, 10).entries()) expect(value).toBeCloseTo(forecasts[h] as number, 3)
  })

  test('a step worked by hand: expected 10 + 0.8 × 2, error 8.4, half of it to the level, a quarter to the trend', () => {
    const [state] = states([20], { level: 10, trend: 2, phi: 0.8 }, { alpha: 0.5, gamma: 0.5, phi: 0.8 })
    expect(state?.level).toBeCloseTo(15.8, 12)
    expect(state?.trend).toBeCloseTo(3.7, 12)
    expect(state?.squares).toBeCloseTo(70.56, 12)
  })

  test('the one-step errors have the published mean square', () => {
    expect(end.squares / livestock.length).toBeCloseTo(195.4397924865488, 3)
  })
})

describe('the fit', () => {
  const series = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 6, maxLength: 30 })

  test('from an origin is that of the series that ends there: it knows nothing later', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 10 }), (values, extra) => {
        const from = 5
        const end = Math.min(values.length, from + extra)
        expect(fitDampedTrend(values, from)[end - from]).toEqual(
          fitDampedTrend(values.slice(0, end), from).at(-1),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('is the chosen smoothing, run from the first value', () => {
    fc.assert(
      fc.property(series, values => {
        const fitted = fitDampedTrend(values, values.length)[0] as FittedTrend
        const first = values[0] as number
        const trend = ((values[4] as number) - first) / 4
        const start = { level: first, trend, phi: fitted.phi }
        const state = states(values.slice(1), start, fitted).at(-1) as TrendState
        expect(fitted.level).toBeCloseTo(state.level, 9)
        expect(fitted.trend).toBeCloseTo(state.trend, 9)
      }),
      { numRuns: 30 },
    )
  })

  test('follows the scale of the series', () => {
    fc.assert(
      fc.property(series, values => {
        const plain = fitDampedTrend(values, values.length)[0] as FittedTrend
        const fourfold = values.map(value => 4 * value)
        const scaled = fitDampedTrend(fourfold, values.length)[0] as FittedTrend
        expect(project(scaled, 3)).toEqual(project(plain, 3).map(value => 4 * value))
      }),
      { numRuns: 30 },
    )
  })

  test('a projection flattens: each step is phi times the one before', () => {
    const [a, b, c] = project({ level: 10, trend: 5, phi: 0.8 }, 3) as [number, number, number]
    expect(a).toBeCloseTo(14, 12)
    expect((c - b) / (b - a)).toBeCloseTo(0.8, 12)
  })
})
