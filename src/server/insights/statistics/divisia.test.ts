import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decomposition, divisia, type Factors, quantityMixPrice } from './divisia.ts'
import type { Unavailable } from './unavailable.ts'

function found(result: Decomposition | Unavailable): Decomposition {
  if (result.kind === 'unavailable') throw new Error(result.why)
  return result
}

describe('known answers', () => {
  // The worked example of the R package LMDIR (Heun), which follows Ang (2005): two categories, three
  // factors.
  const years = [
    [
      [1, 10, 2],
      [4, 5, 3],
    ],
    [
      [4, 5, 3],
      [5, 6, 4],
    ],
    [
      [8, 2, 4],
      [5, 7, 5],
    ],
    [
      [10, 1, 5],
      [6, 8, 6],
    ],
  ] as const
  test.each([
    [0, [69.79006598, -9.455125793, 39.66505981], [1.761117821, 0.926191306, 1.379410116], 100, 2.25],
    [1, [42.96021467, -34.31902656, 50.3588119], [1.229284572, 0.847970248, 1.273773912], 59, 1.327777778],
    [2, [54.01064234, -9.021284671, 54.01064234], [1.208140223, 0.968911503, 1.208140223], 99, 1.414225941],
  ])(
    'step %i of the published example, additive and multiplicative',
    (step, changes, ratios, change, ratio) => {
      const result = found(divisia(years[step] as readonly Factors[], years[step + 1] as readonly Factors[]))
      for (const [k, effect] of result.effects.entries()) {
        expect(effect.change).toBeCloseTo(changes[k] as number, 7)
        expect(effect.ratio).toBeCloseTo(ratios[k] as number, 8)
      }
      expect(result.change).toBe(change)
      expect(result.ratio).toBeCloseTo(ratio, 9)
    },
  )

  test('one member: the ratio of a factor’s effect is the ratio of the factor', () => {
    const { effects } = found(divisia([[100, 4, 0.5]], [[110, 5, 0.4]]))
    expect(effects.map(effect => effect.ratio)).toEqual([
      expect.closeTo(1.1, 12),
      expect.closeTo(1.25, 12),
      expect.closeTo(0.8, 12),
    ])
  })
})

describe('zeros, by the limits of Ang, Zhang and Choi (1998), table 2', () => {
  test.each([
    ['case 1: the factor appears', [0, 5], [4, 6], [24, 0]],
    ['case 2: the factor disappears', [4, 5], [0, 6], [-20, 0]],
    ['cases 3 and 4: the other factor is not to blame', [3, 0], [4, 6], [0, 24]],
    ['cases 5 to 8: nothing before, nothing after', [3, 0], [0, 6], [0, 0]],
    ['two factors appear together: half each', [0, 0], [4, 6], [12, 12]],
  ])('%s', (_, before, after, effects) => {
    const result = found(divisia([before], [after]))
    expect(result.effects.map(effect => effect.change)).toEqual(effects)
  })

  test('the limit is what a vanishing factor tends to', () => {
    const limit = found(divisia([[0, 5]], [[4, 6]])).effects[0]?.change as number
    const errors = [1e-20, 1e-80, 1e-300].map(tiny =>
      Math.abs(limit - (found(divisia([[tiny, 5]], [[4, 6]])).effects[0]?.change as number)),
    )
    expect(errors).toEqual([...errors].sort((a, b) => b - a))
    expect(errors[2]).toBeLessThan(0.1)
  })

  test('a whole that is zero has changes but no ratios', () => {
    const result = found(divisia([[0, 5]], [[4, 6]]))
    expect(result.ratio).toBeNull()
    expect(result.effects.map(effect => effect.ratio)).toEqual([null, null])
  })
})

test.each([
  ['a negative factor', [[1, -2]], [[1, 2]], { why: 'negative' }],
  ['a factor that is not finite', [[1, Number.NaN]], [[1, 2]], { why: 'gap' }],
  [
    'a member too many',
    [[1, 2]],
    [
      [1, 2],
      [3, 4],
    ],
    { why: 'lengths_differ' },
  ],
  ['no member', [], [], { why: 'too_short', need: 1 }],
])('%s is refused', (_, before, after, expected) => {
  expect(divisia(before, after)).toEqual({ kind: 'unavailable', ...expected })
})

test('a member that arrives or leaves is an effect of mix, not of price', () => {
  const before = [
    { quantity: 10, value: 20 },
    { quantity: 0, value: 0 },
    { quantity: 5, value: 5 },
  ]
  const after = [
    { quantity: 10, value: 20 },
    { quantity: 5, value: 50 },
    { quantity: 0, value: 0 },
  ]
  const sides = quantityMixPrice(before, after)
  const result = found(divisia(sides.before, sides.after))
  expect(result.before).toBeCloseTo(25, 12)
  expect(result.after).toBeCloseTo(70, 12)
  expect(result.effects.map(effect => effect.change)).toEqual([0, expect.closeTo(45, 12), 0])
})

describe('properties', () => {
  const factor = fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true }))
  const pair = fc.tuple(fc.tuple(factor, factor, factor), fc.tuple(factor, factor, factor))
  const market = fc.array(pair, { minLength: 1, maxLength: 6 })
  const effectsOf = (rows: (readonly [Factors, Factors])[]) =>
    found(
      divisia(
        rows.map(row => row[0]),
        rows.map(row => row[1]),
      ),
    )

  test('effects add up and multiply back to the whole, also with zeros', () => {
    fc.assert(
      fc.property(market, rows => {
        const { before, after, change, ratio, effects } = effectsOf(rows)
        const tolerance = 1e-9 * Math.max(before, after, 1e-9)
        const added = effects.reduce((sum, effect) => sum + effect.change, 0)
        expect(Math.abs(added - change)).toBeLessThanOrEqual(tolerance)
        if (ratio === null) return
        const logs = effects.reduce((sum, effect) => sum + Math.log(effect.ratio as number), 0)
        expect(logs).toBeCloseTo(Math.log(ratio), 8)
      }),
    )
  })

  test('turned in time, each effect changes its sign; the order of members does not matter; scale goes through', () => {
    fc.assert(
      fc.property(market, fc.integer({ min: 2, max: 1000 }), (rows, factorOfScale) => {
        const { effects, before, after } = effectsOf(rows)
        const turned = effectsOf(rows.map(([from, to]) => [to, from]))
        const shuffled = effectsOf([...rows].reverse())
        const scale = (factors: Factors) => [...factors.slice(0, 2), (factors[2] as number) * factorOfScale]
        const scaled = effectsOf(rows.map(([from, to]) => [scale(from), scale(to)]))
        const tolerance = 1e-9 * Math.max(before, after, 1e-9)
        for (const [k, effect] of effects.entries()) {
          expect(Math.abs((turned.effects[k]?.change as number) + effect.change)).toBeLessThanOrEqual(
            tolerance,
          )
          expect(Math.abs((shuffled.effects[k]?.change as number) - effect.change)).toBeLessThanOrEqual(
            tolerance,
          )
          const back = (scaled.effects[k]?.change as number) / factorOfScale
          expect(Math.abs(back - effect.change)).toBeLessThanOrEqual(tolerance)
        }
      }),
    )
  })

  test('neighbouring figures lose no digits', () => {
    const { effects } = found(divisia([[0.7, 3]], [[0.7 + 1e-12, 3 + 2e-12]]))
    expect((effects[0]?.change as number) / ((0.7 + 1e-12 - 0.7) * 3)).toBeCloseTo(1, 9)
    expect((effects[1]?.change as number) / ((3 + 2e-12 - 3) * 0.7)).toBeCloseTo(1, 9)
  })

  test('a whole that stays may have effects that cancel', () => {
    const { effects, change } = found(divisia([[2, 3]], [[3, 2]]))
    expect(change).toBe(0)
    expect(effects[0]).toEqual({
      change: expect.closeTo(6 * Math.log(1.5), 12),
      ratio: expect.closeTo(1.5, 12),
    })
    expect(effects[1]).toEqual({
      change: expect.closeTo(-6 * Math.log(1.5), 12),
      ratio: expect.closeTo(2 / 3, 12),
    })
  })
})
