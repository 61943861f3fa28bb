import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { airPassengers } from '../../testing/air-passengers.ts'
import { type Seasonality, seasonality } from './seasonality.ts'
import type { Unavailable } from './unavailable.ts'

function found(result: Seasonality | Unavailable): Seasonality {
  if (result.kind === 'unavailable') throw new Error(result.why)
  return result
}
const indices = (result: Seasonality | Unavailable) => found(result).seasons.map(season => season.index)

describe('known answers', () => {
  // R's decompose(AirPassengers, type = 'multiplicative')$figure, as printed in R's courses.
  const figure = [
    0.9102304, 0.8836253, 1.0073663, 0.975906, 0.981378, 1.1127758, 1.2265555, 1.219911, 1.0604919, 0.9217572,
    0.8011781, 0.8988244,
  ]

  test('airline passengers 1949–1960 by month have the published indices', () => {
    const result = found(seasonality(airPassengers, 12))
    for (const [month, season] of result.seasons.entries())
      expect(season.index).toBeCloseTo((figure[month] as number) * 100, 5)
    expect(result.years).toBe(11)
  })

  test('a constant pattern on a level is found exactly, by quarter, wherever the series starts', () => {
    const pattern = [80, 120, 90, 110]
    const values = Array.from({ length: 26 }, (_, t) => pattern[(t + 3) % 4] as number)
    const { seasons } = found(seasonality(values, 4, 3))
    for (const [quarter, season] of seasons.entries()) {
      expect(season.index).toBeCloseTo(pattern[quarter] as number, 9)
      expect(season.lowest).toBeCloseTo(season.highest, 9)
    }
  })
})

test.each([
  ['fewer than 24 periods', new Array(23).fill(5), { why: 'too_short', need: 24 }],
  ['a gap', [...new Array(30).fill(5), null], { why: 'gap' }],
  ['a negative figure', [...new Array(30).fill(5), -1], { why: 'not_positive' }],
  ['a year of zeros', [...new Array(20).fill(5), ...new Array(14).fill(0)], { why: 'not_positive' }],
])('%s is refused', (_, values, expected) => {
  expect(seasonality(values, 12)).toEqual({ kind: 'unavailable', ...expected })
})

describe('properties', () => {
  const series = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 24, maxLength: 90 })

  test('the indices average 100, lie between their lowest and highest, and ignore the scale', () => {
    fc.assert(
      fc.property(
        series,
        fc.constantFrom(4, 12),
        fc.integer({ min: 2, max: 1e6 }),
        (values, periods, factor) => {
          const { seasons } = found(seasonality(values, periods))
          const own = seasons.map(season => season.index)
          expect(own.reduce((sum, index) => sum + index, 0) / periods).toBeCloseTo(100, 9)
          for (const { index, lowest, highest } of seasons) {
            expect(lowest).toBeLessThanOrEqual(index + 1e-9)
            expect(highest).toBeGreaterThanOrEqual(index - 1e-9)
          }
          const scaled = indices(
            seasonality(
              values.map(value => value * factor),
              periods,
            ),
          )
          for (const [place, index] of scaled.entries()) expect(index).toBeCloseTo(own[place] as number, 9)
        },
      ),
    )
  })

  test('a series that starts later in the year has the same indices, turned', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 11 }), (values, firstPeriod) => {
        const plain = indices(seasonality(values, 12))
        const turned = indices(seasonality(values, 12, firstPeriod))
        expect(turned.map((_, place) => turned[(place + firstPeriod) % 12])).toEqual(plain)
      }),
    )
  })
})
