import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LeastSquares, leastSquares } from './least-squares.ts'
import type { Unavailable } from './unavailable.ts'

function found(result: LeastSquares | Unavailable): LeastSquares {
  if (result.kind === 'unavailable') throw new Error(result.why)
  return result
}

/** Digits of the known figure that the computed one shares. */
const agreeingDigits = (computed: number, known: number) =>
  -Math.log10(Math.abs(computed / known - 1) || 1e-16)

// NIST Statistical Reference Datasets, Norris: one explaining series, lower difficulty.
const norrisX = [
  0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0,
  447.5, 11.6, 556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3,
  229.2, 669.1, 448.9, 0.5,
]
const norrisY = [
  0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3,
  448.9, 10.8, 557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6,
  228.9, 668.4, 449.2, 0.2,
]

// NIST Statistical Reference Datasets, Longley (1967): six nearly dependent explaining series, higher
// difficulty.
const longleyY = [
  60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857, 68169, 66513, 68655, 69564, 69331,
  70551,
]
const longley = [
  [83.0, 88.5, 88.2, 89.5, 96.2, 98.1, 99.0, 100.0, 101.2, 104.6, 108.4, 110.8, 112.6, 114.2, 115.7, 116.9],
  [
    234289, 259426, 258054, 284599, 328975, 346999, 365385, 363112, 397469, 419180, 442769, 444546, 482704,
    502601, 518173, 554894,
  ],
  [2356, 2325, 3682, 3351, 2099, 1932, 1870, 3578, 2904, 2822, 2936, 4681, 3813, 3931, 4806, 4007],
  [1590, 1456, 1616, 1650, 3099, 3594, 3547, 3350, 3048, 2857, 2798, 2637, 2552, 2514, 2572, 2827],
  [
    107608, 108632, 109773, 110929, 112075, 113270, 115094, 116219, 117388, 118734, 120445, 121950, 123366,
    125368, 127852, 130081,
  ],
  [1947, 1948, 1949, 1950, 1951, 1952, 1953, 1954, 1955, 1956, 1957, 1958, 1959, 1960, 1961, 1962],
]

describe('certified answers of NIST', () => {
  test('Norris: coefficients, standard errors and R² agree to 9 digits', () => {
    const { intercept, slopes, rSquared, n } = found(leastSquares(norrisY, [norrisX]))
    expect(agreeingDigits(slopes[0]?.value as number, 1.00211681802045)).toBeGreaterThan(9)
    expect(agreeingDigits(intercept.value, -0.262323073774029)).toBeGreaterThan(9)
    expect(agreeingDigits(slopes[0]?.standardError as number, 0.429796848199937e-3)).toBeGreaterThan(9)
    expect(agreeingDigits(intercept.standardError, 0.232818234301152)).toBeGreaterThan(9)
    expect(rSquared).toBeCloseTo(0.999993745883712, 12)
    expect(n).toBe(36)
  })

  test('Longley: coefficients, standard errors and R² agree to 9 digits', () => {
    const { intercept, slopes, rSquared } = found(leastSquares(longleyY, longley))
    const computed = [intercept, ...slopes]
    const certified = [
      [-3482258.63459582, 890420.383607373],
      [15.0618722713733, 84.9149257747669],
      [-0.035819179292591, 0.0334910077722432],
      [-2.02022980381683, 0.488399681651699],
      [-1.03322686717359, 0.214274163161675],
      [-0.0511041056535807, 0.22607320006937],
      [1829.15146461355, 455.478499142212],
    ] as const
    for (const [index, [value, standardError]] of certified.entries()) {
      expect(agreeingDigits(computed[index]?.value as number, value)).toBeGreaterThan(9)
      expect(agreeingDigits(computed[index]?.standardError as number, standardError)).toBeGreaterThan(9)
    }
    expect(rSquared).toBeCloseTo(0.995479004577296, 12)
  })
})

describe('refusals', () => {
  const x = [1, 2, 3, 4, 5, 6]
  const y = [2, 1, 4, 3, 6, 5]
  test.each([
    ['as many coefficients as rows', [1, 2], [[1, 3]], { why: 'too_short', need: 3 }],
    ['an explaining series twice', y, [x, x], { why: 'rank_deficient' }],
    [
      'a sum of two others',
      y,
      [x, y, x.map((value, i) => value + (y[i] as number))],
      { why: 'rank_deficient' },
    ],
    ['a constant explaining series', y, [[7, 7, 7, 7, 7, 7]], { why: 'constant' }],
    ['nothing to explain', [3, 3, 3, 3, 3, 3], [x], { why: 'constant' }],
    ['a gap', [1, null, 3, 4, 5, 6], [x], { why: 'gap' }],
    ['unequal lengths', y, [[1, 2, 3]], { why: 'lengths_differ' }],
  ])('%s', (_, target, xs, expected) => {
    expect(leastSquares(target, xs)).toEqual({ kind: 'unavailable', ...expected })
  })
})

describe('properties', () => {
  const row = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -500, max: 500 })))
  const rows = fc.array(row, { minLength: 6, maxLength: 30 })
  const column = (table: number[][], index: number) => table.map(cells => cells[index] as number)

  test('residuals add up to zero and have nothing in common with what explains', () => {
    fc.assert(
      fc.property(rows, table => {
        const xs = [column(table, 1), column(table, 2)]
        const fit = leastSquares(column(table, 0), xs)
        if (fit.kind === 'unavailable') return
        const along = (x: number[]) =>
          fit.residuals.reduce((sum, rest, i) => sum + rest * (x[i] as number), 0)
        for (const x of [...xs, table.map(() => 1)]) expect(Math.abs(along(x))).toBeLessThan(1e-5)
        expect(fit.rSquared).toBeGreaterThanOrEqual(0)
        expect(fit.rSquared).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('a known plane is found whatever the order of the rows and the scale of a series', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 1000 }), (table, factor) => {
        const plane = (cells: number[]) => 4 + 2 * (cells[1] as number) - 3 * (cells[2] as number)
        const turned = [...table].reverse()
        const fit = leastSquares(turned.map(plane), [
          column(turned, 1),
          column(turned, 2).map(value => value * factor),
        ])
        if (fit.kind === 'unavailable') return
        expect(fit.slopes[0]?.value).toBeCloseTo(2, 6)
        expect((fit.slopes[1]?.value as number) * factor).toBeCloseTo(-3, 6)
        expect(fit.intercept.value).toBeCloseTo(4, 4)
      }),
    )
  })
})
