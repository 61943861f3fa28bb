import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tQuantile, twoSidedP } from './student-t.ts'

describe('the two-sided p of Student’s t', () => {
  // Abramowitz and Stegun (1964), table 26.10: t at which the two-sided probability is 0.05, 0.01 and 0.001.
  test.each([
    [1, 12.706, 0.05],
    [2, 4.303, 0.05],
    [5, 4.032, 0.01],
    [10, 2.228, 0.05],
    [30, 2.75, 0.01],
    [60, 3.46, 0.001],
    [120, 1.98, 0.05],
  ])('with %i degrees of freedom at t = %d agrees with the published table', (df, t, p) => {
    expect(twoSidedP(t, df) / p).toBeCloseTo(1, 2)
    expect(tQuantile(1 - p, df)).toBeCloseTo(t, 2)
  })

  test('has the closed forms of one and two degrees of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50, noNaN: true }), t => {
        expect(twoSidedP(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12)
        expect(twoSidedP(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12)
      }),
    )
  })

  test('keeps its relative accuracy far out, where 1 − x has none', () => {
    // Computed by an independent implementation (SciPy 1.17): 2 · stats.t.sf(40, 20) and 2 · stats.t.sf(9,
    // 500).
    expect(twoSidedP(40, 20) / 1.457469655431075e-20).toBeCloseTo(1, 10)
    expect(twoSidedP(9, 500) / 4.713738505219468e-18).toBeCloseTo(1, 10)
    expect(twoSidedP(Number.POSITIVE_INFINITY, 7)).toBe(0)
    expect(twoSidedP(0, 7)).toBe(1)
  })

  test('falls as t rises, and the quantile is its inverse', () => {
    const degrees = fc.integer({ min: 1, max: 2000 })
    const coverages = fc.double({ min: 0.01, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(degrees, coverages, coverages, (df, a, b) => {
        expect(twoSidedP(tQuantile(a, df), df)).toBeCloseTo(1 - a, 9)
        if (a < b) expect(tQuantile(a, df)).toBeLessThanOrEqual(tQuantile(b, df))
      }),
    )
  })
})
