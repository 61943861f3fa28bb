import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { airPassengers } from '../../testing/air-passengers.ts'
import { dampedPaths, naivePaths, pastErrors, quantile } from './rolling-origin.ts'

describe('the quantile of past errors', () => {
  test('is number ⌈(n + 1) coverage⌉ in order, or the largest', () => {
    const nine = [9, 1, 8, 2, 7, 3, 6, 4, 5]
    expect(quantile(nine, 0.8)).toBe(8)
    expect(quantile(nine, 0.5)).toBe(5)
    expect(quantile([3, 1, 2], 0.8)).toBe(3)
    expect(quantile([3], 0.8)).toBe(3)
  })

  test('grows with the coverage, so that intervals are nested', () => {
    const errors = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 30 })
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true })
    fc.assert(
      fc.property(errors, share, share, (figures, a, b) => {
        expect(quantile(figures, Math.min(a, b))).toBeLessThanOrEqual(quantile(figures, Math.max(a, b)))
      }),
    )
  })
})

describe('past forecasts', () => {
  const values = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 12, maxLength: 24 })

  test('know no value after their origin', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 5 }), (series, late) => {
        const origin = Math.floor(series.length / 2) + late
        const changed = series.map((value, t) => (t < origin ? value : value * 7))
        expect(dampedPaths(changed, 6, 1).paths[late]).toEqual(dampedPaths(series, 6, 1).paths[late])
      }),
      { numRuns: 30 },
    )
  })

  test('know no value after their origin where they are seasonal', () => {
    const series = airPassengers.slice(0, 60)
    const changed = series.map((value, t) => (t < 40 ? value : value * 7))
    expect(dampedPaths(changed, 12, 12).paths.slice(0, 11)).toEqual(
      dampedPaths(series, 12, 12).paths.slice(0, 11),
    )
    expect(dampedPaths(changed, 12, 12).paths[11]).not.toEqual(dampedPaths(series, 12, 12).paths[11])
  })

  test('of the last year repeat it in the order of its months', () => {
    const { firstOrigin, paths } = naivePaths(airPassengers.slice(0, 48), 14, 12)
    expect(firstOrigin).toBe(24)
    expect(paths[0]).toEqual([...airPassengers.slice(12, 24), ...airPassengers.slice(12, 14)])
    expect(paths).toHaveLength(25)
  })

  test('have the errors that were worked by hand', () => {
    const series = [10, 20, 10, 20, 40, 20]
    const paths = naivePaths(series, 3, 1)
    const one = { from: 0, to: 1 }
    // From the third, fourth and fifth value, one ahead: 10 for 20, 20 for 40, 40 for 20.
    expect(pastErrors(series, paths, one, 'rate', 0.8)).toEqual({ width: 20, origins: 3, error: 50 / 3 })
    const amounts = pastErrors(series, paths, one, 'amount', 0.8)
    expect(amounts.width).toBeCloseTo(Math.LN2, 12)
    expect(amounts.error).toBeCloseTo((50 + 50 + 100) / 3, 12)
    // Two ahead as one sum: 10 + 10 for 20 + 40, 20 + 20 for 40 + 20.
    const sums = pastErrors(series, paths, { from: 0, to: 2 }, 'amount', 0.8)
    expect(sums.width).toBeCloseTo(Math.log(3), 12)
    expect(sums.origins).toBe(2)
  })
})
