import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { airPassengers } from '../../testing/air-passengers.ts'
import { type BeyondForecast, type Forecast, type ForecastInput, forecast } from './forecast.ts'

function within(input: ForecastInput, yearsAhead?: number): Forecast {
  const result = forecast(input, yearsAhead)
  if (result.kind !== 'forecast') throw new Error(JSON.stringify(result))
  return result
}
function beyond(input: ForecastInput, yearsAhead: number): BeyondForecast {
  const result = forecast(input, yearsAhead)
  if (result.kind !== 'beyond_forecast') throw new Error(JSON.stringify(result))
  return result
}
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

const months = airPassengers.slice(0, 84)
const monthly: ForecastInput = { values: months, kind: 'amount', periodsPerYear: 12 }
const yearly = (values: readonly (number | null)[], kind: 'amount' | 'rate' = 'amount'): ForecastInput => ({
  values,
  kind,
  periodsPerYear: 1,
})

describe('monthly amounts', () => {
  test('84 months give 42 months and three years, each the sum of its months', () => {
    const { method, seasonal, periods, years } = within(monthly)
    expect([method, seasonal, periods.length]).toEqual(['damped_trend', true, 42])
    expect(years.map(year => year.yearsAhead)).toEqual([1, 2, 3])
    for (const [i, year] of years.entries())
      expect(year.value).toBeCloseTo(total(periods.slice(12 * i, 12 * i + 12).map(month => month.value)), 6)
  })

  test('the three years that came of the airline series lie near the forecast, and nearer than the last year', () => {
    const { years } = within(monthly)
    for (const [i, year] of years.slice(0, 2).entries()) {
      const actual = total(airPassengers.slice(84 + 12 * i, 96 + 12 * i))
      expect(Math.abs(year.value / actual - 1)).toBeLessThan(0.08)
      expect(Math.abs(year.value - actual)).toBeLessThan(Math.abs(total(months.slice(-12)) - actual))
      expect(year.error).toBeLessThan(year.naiveError)
    }
  })

  test('the season returns: July stands above November in each year', () => {
    const { periods } = within(monthly)
    for (const year of [0, 12, 24])
      expect(periods[year + 6]?.value).toBeGreaterThan(1.3 * (periods[year + 10]?.value as number))
  })

  test('below four years there is no season; a year of which one month is to come is a year', () => {
    const short = within({ ...monthly, values: months.slice(0, 47) })
    expect([short.seasonal, short.periods.length, short.years.length]).toEqual([false, 23, 2])
  })

  test('a year that has begun counts what is known of it, and only the rest is uncertain', () => {
    const { years } = within({ ...monthly, values: months.slice(0, 80) })
    const known = total(months.slice(72, 80))
    expect(years[0]?.yearsAhead).toBe(0)
    expect(years[0]?.low).toBeGreaterThan(known)
    const uncertain = (year: (typeof years)[number] | undefined) =>
      (year as { high: number }).high - (year as { low: number }).low
    expect(uncertain(years[0])).toBeLessThan(uncertain(years[1]) / 2)
  })

  test('a year’s figure is a mean where it is no sum', () => {
    const sums = within(monthly).years
    const means = within({ ...monthly, yearly: 'mean' }).years
    for (const [i, year] of means.entries()) {
      expect(year.value).toBeCloseTo((sums[i]?.value as number) / 12, 9)
      expect(year.high).toBeCloseTo((sums[i]?.high as number) / 12, 9)
    }
  })
})

describe('the last value, asked for an amount', () => {
  test('repeats the last year, with an interval in ratios, and beyond it there is no pace', () => {
    const { forecast: inside, asked } = beyond({ ...monthly, method: 'last_value' }, 9)
    const lastYear = total(months.slice(-12))
    expect(inside.method).toBe('last_value')
    expect(inside.periods.slice(0, 12).map(month => month.value)).toEqual(months.slice(-12))
    for (const year of inside.years) {
      expect(year.value).toBeCloseTo(lastYear, 9)
      expect(year.high / year.value).toBeCloseTo(year.value / year.low, 9)
      expect(year.error).toBe(year.naiveError)
    }
    expect(asked).toEqual({
      kind: 'arithmetic',
      yearsAhead: 9,
      value: expect.closeTo(lastYear, 6),
      pace: expect.closeTo(0, 9),
    })
  })

  test('a rate has no other method', () => {
    const rate = [5, 7, 4, 8, 6, 9, 5, 8, 7, 10, -2, 6]
    expect(within({ ...yearly(rate, 'rate'), method: 'damped_trend' }).method).toBe('last_value')
  })
})

describe('rates', () => {
  const rate = [5, 7, 4, 8, 6, 9, 5, 8, 7, 10, -2, 6]

  test('are the last value, with the quantile of past changes worked by hand', () => {
    const { method, periods } = within(yearly(rate, 'rate'))
    expect(method).toBe('last_value')
    expect(periods.every(step => step.value === 6)).toBe(true)
    // One ahead from the 6th value on: 4, 3, 1, 3, 12, 8: number ⌈7 × 0.8⌉ in order is the 6th.
    expect(periods[0]).toMatchObject({ low: -6, high: 18, origins: 6, error: 31 / 6, naiveError: 31 / 6 })
  })

  test('beyond half the history stay where they are, as arithmetic', () => {
    const { asked, within: last } = beyond(yearly(rate, 'rate'), 20)
    expect(last.yearsAhead).toBe(6)
    expect(asked).toEqual({ kind: 'arithmetic', yearsAhead: 20, value: 6, pace: 0 })
  })
})

describe('beyond half the history', () => {
  test('the last year within has its interval, the year asked for is arithmetic at the same pace', () => {
    const { forecast: inside, within: last, asked } = beyond(monthly, 5)
    expect(last).toEqual(inside.years.at(-1))
    expect(last.yearsAhead).toBe(3)
    const growth = (last.value / total(months.slice(-12))) ** (1 / 3)
    expect(asked.value).toBeCloseTo(last.value * growth ** 2, 6)
    expect(asked.pace).toBeCloseTo((growth - 1) * 100, 9)
    expect(Object.keys(asked)).not.toContain('low')
  })

  test('the pace starts at the last complete year', () => {
    const { within: last, asked } = beyond({ ...monthly, values: months.slice(0, 80) }, 9)
    const growth = (last.value / total(months.slice(60, 72))) ** (1 / (last.yearsAhead + 1))
    expect(asked.pace).toBeCloseTo((growth - 1) * 100, 9)
  })

  test('neither forecast nor arithmetic pass the bound of the measure', () => {
    const access = Array.from({ length: 24 }, (_, t) => 40 + 2.4 * t)
    const { forecast: inside, asked } = beyond({ ...yearly(access), highest: 100 }, 60)
    expect(asked.value).toBe(100)
    expect(Math.max(...inside.periods.map(step => step.high))).toBe(100)
  })
})

describe('refusals', () => {
  const ten = [3, 4, 5, 4, 6, 7, 6, 8, 9, 8]
  test.each([
    ['fewer than ten years', yearly(ten.slice(1)), { why: 'too_short', need: 10 }],
    [
      'fewer than two years of months',
      { ...monthly, values: months.slice(0, 23) },
      { why: 'too_short', need: 24 },
    ],
    ['a gap', yearly([...ten, null, 9]), { why: 'gap' }],
    ['an amount of zero', yearly([...ten, 0]), { why: 'not_positive' }],
    ['a constant series', yearly(new Array(12).fill(7)), { why: 'constant' }],
  ])('%s', (_, input, expected) => {
    expect(forecast(input)).toEqual({ kind: 'unavailable', ...expected })
  })
})

describe('properties', () => {
  const changes = fc.array(fc.double({ min: -0.2, max: 0.3, noNaN: true }), { minLength: 12, maxLength: 40 })
  const walk = (steps: number[]) => {
    const path = [100]
    for (const step of steps) path.push((path.at(-1) as number) * Math.exp(step))
    return path
  }

  test('intervals contain the forecast and widen with the distance, in ratios for amounts', () => {
    fc.assert(
      fc.property(changes, steps => {
        const result = forecast(yearly(walk(steps)))
        if (result.kind !== 'forecast') return
        let narrower = 0
        for (const { value, low, high } of result.periods) {
          const width = Math.log(high / low)
          expect(low).toBeLessThanOrEqual(value)
          expect(high).toBeGreaterThanOrEqual(value)
          expect(width).toBeGreaterThanOrEqual(narrower - 1e-12)
          narrower = width
        }
      }),
      { numRuns: 40 },
    )
  })

  test('the same series has the same forecast, in any unit', () => {
    for (const unit of [1e-6, 1, 655.957, 1e9]) {
      const scaled = within({ ...monthly, values: months.map(value => value * unit) })
      for (const [i, year] of within(monthly).years.entries()) {
        expect((scaled.years[i]?.value as number) / unit / year.value).toBeCloseTo(1, 9)
        expect((scaled.years[i]?.high as number) / unit / year.high).toBeCloseTo(1, 9)
      }
    }
    expect(forecast(monthly)).toEqual(forecast(monthly))
  })

  test('no figure is NaN or infinite, whatever the series', () => {
    const figure = fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.constant(null),
    )
    const values = fc.array(figure, { maxLength: 30 })
    const kind = fc.constantFrom('amount' as const, 'rate' as const)
    fc.assert(
      fc.property(values, kind, fc.constantFrom(1 as const, 4 as const), (series, which, periodsPerYear) => {
        const result = forecast({ values: series, kind: which, periodsPerYear }, 7)
        expect(
          JSON.stringify(result, (_, value) =>
            Number.isFinite(value ?? 0) || typeof value !== 'number' ? value : 'bad',
          ),
        ).not.toContain('bad')
      }),
    )
  })

  test('about 80% of what comes lies in the interval: 300 random walks with a drift, three years ahead', () => {
    let seed = 20_261_123
    const uniform = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed / 2 ** 32
    }
    const noise = () => total(Array.from({ length: 12 }, uniform)) - 6
    let inside = 0
    for (let run = 0; run < 300; run++) {
      const path = walk(Array.from({ length: 28 }, () => 0.03 + 0.05 * noise()))
      const step = within(yearly(path.slice(0, 26))).periods[2]
      const actual = path[28] as number
      if (step && actual >= step.low && actual <= step.high) inside++
    }
    expect(inside / 300).toBeGreaterThan(0.7)
    expect(inside / 300).toBeLessThan(0.92)
  })
})
