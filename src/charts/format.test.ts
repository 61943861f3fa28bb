import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyOf, formatNumber, grouped } from './format.ts'

const compact = { compact: true }

describe('formatNumber', () => {
  test.each([
    [96_300_000, 'US$', 0, { compact: true, digits: 2 }, 'US$ 96m'],
    [96_300_000, 'US$', 0, compact, 'US$ 96.3m'],
    [1.63, 'GH₵ a piece', 2, {}, 'GH₵ 1.63'],
    [1.63, 'GH₵ a piece', 2, { withUnit: true }, 'GH₵ 1.63 a piece'],
    [4_270_000, 'people', 0, compact, '4.27m'],
    [742_300_000, 'pieces', 0, { compact: true, digits: 2, withUnit: true }, '742m pieces'],
    [35_100_000, 'people', 0, { compact: true, words: true }, '35.1 million'],
    [7.4, '% a year', 1, {}, '7.4%'],
    [12.2, '% of population', 1, { withUnit: true }, '12.2% of population'],
    [1.2, 'points', 1, {}, '+1.2 points'],
    [-1.2, 'points', 1, {}, '−1.2 points'],
    [2.6, 'times', 1, {}, '2.6 times'],
    [149, 'index', 0, {}, '149'],
    [1_209_000_000, 'GH₵', 0, {}, 'GH₵ 1,209,000,000'],
    [1_209_000_000, 'GH₵', 0, compact, 'GH₵ 1.21bn'],
    [3_000_000, 'L', 0, compact, '3m'],
    [12_345, 'L', 0, compact, '12,345'],
    [346_000, 'L', 0, compact, '346k'],
    [30.8, '%', 1, { signed: true }, '+30.8%'],
    [-5.8, '%', 1, {}, '−5.8%'],
    [-1_500_000, 'US$', 0, compact, '−US$ 1.5m'],
    [2450, 'int. $', 0, {}, 'int. $ 2,450'],
    [8.25, 'KES a kg', 2, {}, 'KES 8.25'],
  ] as const)('%d %s is written as the reader expects', (value, unit, decimals, style, written) => {
    expect(formatNumber(value, unit, decimals, style)).toBe(written)
  })

  test('a missing figure is a dash, never 0', () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatNumber(value, 'US$', 1, compact)).toBe('–')
    }
  })

  test('a figure that rounds up to a thousand takes the next scale', () => {
    expect(formatNumber(999_999_999, 'US$', 0, compact)).toBe('US$ 1bn')
    expect(formatNumber(999_600, 'US$', 0, compact)).toBe('US$ 1m')
    expect(formatNumber(999_400, 'US$', 0, compact)).toBe('US$ 999k')
  })

  test('nothing below what is shown carries a sign', () => {
    expect(formatNumber(-0.001, '%', 1)).toBe('0.0%')
    expect(formatNumber(0.001, 'points', 1)).toBe('0.0 points')
    expect(formatNumber(-0, null, 0)).toBe('0')
  })

  test('a compact figure stays within half a unit of its last place', () => {
    const scale: Record<string, number> = { '': 1, k: 1e3, m: 1e6, bn: 1e9, tn: 1e12 }
    fc.assert(
      fc.property(fc.double({ min: -9e14, max: 9e14, noNaN: true }), value => {
        const written = formatNumber(value, null, 0, compact)
        const [, sign, digits, suffix] = /^(−?)([\d,.]+)(\D*)$/.exec(written) ?? []
        const read =
          Number(digits?.replaceAll(',', '')) * (scale[suffix ?? ''] ?? Number.NaN) * (sign ? -1 : 1)
        expect(Math.abs(read - value)).toBeLessThanOrEqual(Math.max(0.5, Math.abs(value) * 0.005) * 1.0001)
        expect(Math.abs(read) / (scale[suffix ?? ''] ?? 1)).toBeLessThan(suffix === '' ? 100_000.5 : 1000.5)
      }),
    )
  })
})

test('money is told from other units', () => {
  expect(currencyOf('US$ a kg')).toEqual({ currency: 'US$', per: 'a kg' })
  expect(currencyOf('int. $')).toEqual({ currency: 'int. $', per: '' })
  expect(currencyOf('ZAR')).toEqual({ currency: 'ZAR', per: '' })
  for (const unit of ['people', '% of GDP', 'L', 'kg', 'index', 'points']) expect(currencyOf(unit)).toBeNull()
})

describe('grouped', () => {
  const byIntl = (size: number, decimals: number) =>
    new Intl.NumberFormat('en-GB', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(size)
  const decimals = fc.integer({ min: 0, max: 6 })

  test('writes what Intl writes', () => {
    const sizes = fc.oneof(
      fc.double({ min: 0, max: 1e15, noNaN: true }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.integer({ min: 0, max: 1e9 }).map(thousandths => thousandths / 1_000),
    )
    fc.assert(fc.property(sizes, decimals, (size, at) => grouped(size, at) === byIntl(size, at)))
  })

  test.each([0, 5e-7, 1.005, 2.675, 30.134999999999998, 999.9995, 1e15, 123456789012345680, 1e21, 1.5e22])(
    'writes %d as Intl does',
    size => {
      for (const at of [0, 1, 2, 3, 6]) expect(grouped(size, at)).toBe(byIntl(size, at))
    },
  )
})
