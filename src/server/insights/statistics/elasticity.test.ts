import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EstimatedElasticity,
  estimateElasticity,
  type PriceScenario,
  priceScenario,
} from './elasticity.ts'
import type { Unavailable } from './unavailable.ts'

function found<T extends { kind: string }>(result: T | Unavailable): T {
  if (result.kind === 'unavailable') throw new Error(JSON.stringify(result))
  return result as T
}

const months = Array.from({ length: 40 }, (_, t) => t)
const prices = months.map(t => 100 * 1.01 ** t * (1 + 0.05 * Math.sin(1.7 * t)))
const volumes = months.map(
  t => 1000 * ((prices[t] as number) / 100) ** -0.8 * (1 + 0.03 * Math.cos(2.3 * t)) * 1.02 ** t,
)
const estimate = (apart: number) => found<EstimatedElasticity>(estimateElasticity(prices, volumes, apart))

describe('known answers', () => {
  // No published table of changes with its answer was at hand: recomputed with NumPy, (XᵀX)⁻¹Xᵀy.
  test('month on month, slope, standard error and R² are those of an independent computation', () => {
    const { value, standardError, rSquared, n } = estimate(1)
    expect(value).toBeCloseTo(-0.8440530696739573, 10)
    expect(standardError).toBeCloseTo(0.11954725104926592, 10)
    expect(rSquared).toBeCloseTo(0.5739753960777222, 10)
    expect(n).toBe(39)
  })

  test('year on year too, with √8.03 times the error of least squares', () => {
    const { value, standardError, n } = estimate(12)
    expect(value).toBeCloseTo(-0.8736466262793218, 10)
    expect(n).toBe(28)
    expect(standardError / 0.1575308679882911).toBeCloseTo(Math.sqrt(289 / 36), 9)
  })

  test('the 80% interval of unrelated series leaves zero out in about a fifth of cases, also year on year', () => {
    let seed = 20_261_123
    const uniform = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed / 2 ** 32
    }
    const walk = () => {
      let log = 0
      return Array.from({ length: 84 }, () => {
        log += 0.02 * (uniform() + uniform() + uniform() - 1.5)
        return Math.exp(log)
      })
    }
    for (const apart of [1, 12]) {
      let without = 0
      for (let run = 0; run < 400; run++) {
        const { low, high } = found<EstimatedElasticity>(estimateElasticity(walk(), walk(), apart))
        if (low > 0 || high < 0) without++
      }
      expect(without / 400).toBeGreaterThan(0.1)
      expect(without / 400).toBeLessThan(0.3)
    }
  })

  test('the interval is the estimate ± 1.305 standard errors at 37 degrees of freedom', () => {
    const { value, standardError, low, high } = estimate(1)
    expect((high - value) / standardError).toBeCloseTo(1.305, 3)
    expect((value - low) / standardError).toBeCloseTo(1.305, 3)
  })
})

describe('what a change of price does', () => {
  const scenario = (price: number, value: number) =>
    found<PriceScenario>(priceScenario(price, { kind: 'elasticity', source: 'given', value }))

  test('10% dearer at an elasticity of −0.5: 5% less volume, 4.5% more value', () => {
    const { form, volume, value } = scenario(10, -0.5)
    expect(form).toBe('point')
    expect(volume).toEqual({ expected: -5, low: -5, high: -5 })
    expect(value.expected).toBeCloseTo(4.5, 12)
  })

  test('8% dearer and nobody buys less: value rises 8%', () => {
    expect(scenario(8, 0).value.expected).toBeCloseTo(8, 12)
  })

  test('an estimate is used in the form it was estimated in, with its interval', () => {
    const elasticity = estimate(1)
    const { form, volume, value } = found<PriceScenario>(priceScenario(10, elasticity))
    expect(form).toBe('constant')
    expect(volume.expected).toBeCloseTo((1.1 ** elasticity.value - 1) * 100, 10)
    expect(volume.low).toBeCloseTo((1.1 ** elasticity.low - 1) * 100, 10)
    expect(value.high).toBeCloseTo((1.1 ** (1 + elasticity.high) - 1) * 100, 10)
    const cheaper = found<PriceScenario>(priceScenario(-10, elasticity))
    expect(cheaper.volume.low).toBeLessThan(cheaper.volume.expected)
    expect(cheaper.volume.high).toBeGreaterThan(cheaper.volume.expected)
  })
})

describe('refusals', () => {
  test.each([
    ['too few changes', prices.slice(0, 12), volumes.slice(0, 12), 1, { why: 'too_short', need: 13 }],
    ['a price that never moves', months.map(() => 5), volumes, 1, { why: 'constant' }],
    ['a volume of zero', prices, [0, ...volumes.slice(1)], 1, { why: 'not_positive' }],
    ['a gap', prices, [null, ...volumes.slice(1)], 12, { why: 'gap' }],
    ['unequal lengths', prices, volumes.slice(1), 1, { why: 'lengths_differ' }],
  ])('%s', (_, p, v, apart, expected) => {
    expect(estimateElasticity(p, v, apart)).toEqual({ kind: 'unavailable', ...expected })
  })

  test('a scenario that would leave less than nothing', () => {
    const given = (value: number) => ({ kind: 'elasticity', source: 'given', value }) as const
    expect(priceScenario(60, given(-2))).toEqual({ kind: 'unavailable', why: 'out_of_range' })
    expect(priceScenario(-100, given(-1))).toEqual({ kind: 'unavailable', why: 'out_of_range' })
    expect(priceScenario(Number.NaN, given(-1))).toEqual({ kind: 'unavailable', why: 'gap' })
  })
})

test('an exact elasticity is found, whatever it is and whatever the units', () => {
  const steps = fc.uniqueArray(fc.integer({ min: -200, max: 200 }), { minLength: 30, maxLength: 50 })
  const hundredths = fc.integer({ min: -300, max: 100 }).filter(value => value !== 0)
  fc.assert(
    fc.property(steps, hundredths, fc.constantFrom(1, 12), (changes, elasticity, apart) => {
      const path = changes.map(change => 655.957 * Math.exp(change / 1000))
      const exact = path.map(price => 3e6 * price ** (elasticity / 100))
      const result = found<EstimatedElasticity>(estimateElasticity(path, exact, apart))
      expect(result.value).toBeCloseTo(elasticity / 100, 8)
      expect(result.low).toBeLessThanOrEqual(result.high)
    }),
  )
})
