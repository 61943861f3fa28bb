import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageRanks, type Correlation, pearson, spearman } from './correlation.ts'
import type { Unavailable } from './unavailable.ts'

// Anscombe (1973), 'Graphs in Statistical Analysis', The American Statistician 27, 17–21.
const anscombeX = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
const anscombe = [
  [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
  [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74],
  [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73],
]

// McDonald, Handbook of Biological Statistics (2014), p. 212, frigatebirds; two birds share a volume. The
// answer is that of R's cor.test, printed in Mangiafico's R Companion to the handbook.
const volume = [
  1760, 2040, 2440, 2550, 2730, 2740, 3010, 3080, 3370, 3740, 4910, 5090, 5090, 5380, 5850, 6730, 6990, 7960,
]
const pitch = [529, 566, 473, 461, 465, 532, 484, 527, 488, 485, 478, 434, 468, 449, 425, 389, 421, 416]

function found(result: Correlation | Unavailable): Correlation {
  if (result.kind === 'unavailable') throw new Error(result.why)
  return result
}

describe('known answers', () => {
  test('Pearson on three of Anscombe’s sets is 0.816 with p = 0.002, as published', () => {
    for (const y of anscombe) {
      const { r, n, p } = found(pearson(anscombeX, y))
      expect(r).toBeCloseTo(0.816, 3)
      expect(n).toBe(11)
      expect(p).toBeCloseTo(0.0022, 4)
    }
  })

  test('Spearman with a tie gives rho −0.7630357 and p 0.0002302, as in the handbook', () => {
    const { r, n, p } = found(spearman(volume, pitch))
    expect(r).toBeCloseTo(-0.7630357, 7)
    expect(p).toBeCloseTo(0.0002302, 7)
    expect(n).toBe(18)
  })

  test('tied figures share the mean of their ranks, also where they differ by rounding alone', () => {
    expect(averageRanks([10, 20, 20, 30])).toEqual([1, 2.5, 2.5, 4])
    expect(averageRanks([0.3, 0.1 + 0.2, 0.1, 0.4])).toEqual([2.5, 2.5, 1, 4])
  })
})

describe('refusals', () => {
  test.each([
    ['fewer than three pairs', [1, 2], [2, 1], { why: 'too_short', need: 3 }],
    ['a constant series', [1, 2, 3], [5, 5, 5], { why: 'constant' }],
    ['a series constant but for rounding', [1, 2, 3], [0.3, 0.1 + 0.2, 0.3], { why: 'constant' }],
    ['a gap', [1, null, 3], [1, 2, 3], { why: 'gap' }],
    ['a figure that is not finite', [1, Number.NaN, 3], [1, 2, 3], { why: 'gap' }],
    ['series of different lengths', [1, 2, 3], [1, 2, 3, 4], { why: 'lengths_differ' }],
  ])('%s is refused by both', (_, x, y, expected) => {
    for (const correlate of [pearson, spearman])
      expect(correlate(x, y)).toEqual({ kind: 'unavailable', ...expected })
  })
})

describe('properties', () => {
  const figure = fc.integer({ min: -1000, max: 1000 })
  const pairs = fc
    .array(fc.tuple(figure, figure), { minLength: 3, maxLength: 40 })
    .filter(rows => new Set(rows.map(([x]) => x)).size > 1 && new Set(rows.map(([, y]) => y)).size > 1)
  const columns = (rows: [number, number][]) => [rows.map(row => row[0]), rows.map(row => row[1])] as const

  test('r and p are within their ranges, and the same either way round', () => {
    fc.assert(
      fc.property(pairs, rows => {
        const [x, y] = columns(rows)
        for (const correlate of [pearson, spearman]) {
          const { r, p } = found(correlate(x, y))
          expect(Math.abs(r)).toBeLessThanOrEqual(1)
          expect(p).toBeGreaterThanOrEqual(0)
          expect(p).toBeLessThanOrEqual(1)
          expect(found(correlate(y, x)).r).toBeCloseTo(r, 12)
        }
      }),
    )
  })

  test('neither the order of the pairs nor the scale matters; a turned sign turns r', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 9 }), (rows, factor) => {
        const [x, y] = columns(rows)
        const [u, v] = columns([...rows].sort((a, b) => b[1] - a[1]))
        for (const correlate of [pearson, spearman]) {
          const { r } = found(correlate(x, y))
          expect(found(correlate(u, v)).r).toBeCloseTo(r, 12)
          expect(
            found(
              correlate(
                x.map(value => value * factor * 1e12 + 7e12),
                y,
              ),
            ).r,
          ).toBeCloseTo(r, 10)
          expect(
            found(
              correlate(
                x.map(value => -value),
                y,
              ),
            ).r,
          ).toBeCloseTo(-r, 12)
        }
      }),
    )
  })

  test('Spearman sees only the order: a cube changes nothing', () => {
    fc.assert(
      fc.property(pairs, rows => {
        const [x, y] = columns(rows)
        expect(
          found(
            spearman(
              x.map(value => value ** 3),
              y,
            ),
          ).r,
        ).toBeCloseTo(found(spearman(x, y)).r, 12)
      }),
    )
  })
})
