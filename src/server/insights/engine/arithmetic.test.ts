import { expect, test } from 'vitest'
import { cagrPercent, growthPercent, herfindahl, median, percentOf, ranks, sumHeld } from './arithmetic.ts'
import { monthsIn, periodSpan, spanOf, twelveMonthsTo, yearBefore, yearsBetween } from './spans.ts'

test('nothing stays nothing: no formula turns a missing figure into 0', () => {
  expect(growthPercent(null, 5)).toBeNull()
  expect(growthPercent(5, 0)).toBeNull()
  expect(growthPercent(5, -1)).toBeNull()
  expect(cagrPercent(0, 5, 3)).toBeNull()
  expect(percentOf(1, 0)).toBeNull()
  expect(sumHeld([null, null])).toBeNull()
  expect(median([])).toBeNull()
  expect(herfindahl([null])).toBeNull()
})

test('the formulas are those of the field', () => {
  expect(growthPercent(120, 100)).toBeCloseTo(20, 12)
  expect(cagrPercent(100, 121, 2)).toBeCloseTo(10, 12)
  expect(median([4, null, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(herfindahl([50, 30, 20])).toBe(3800)
  expect(ranks([5, null, 9, 5])).toEqual([2, null, 1, 2])
})

test('spans move by whole years and say what they are', () => {
  expect(yearBefore(spanOf('2025-01', '2025-03'))).toEqual(spanOf('2024-01', '2024-03'))
  expect(yearBefore(spanOf('2021-01', '2025-12')).label).toBe('2016–2020')
  expect(twelveMonthsTo('2025-06')).toEqual({ from: '2024-07', to: '2025-06', label: '2024-07–2025-06' })
  expect(monthsIn(spanOf('2024-11', '2025-02'))).toBe(4)
  expect(yearsBetween(spanOf('2019-01', '2019-12'), spanOf('2025-01', '2025-12'))).toBe(6)
  expect(periodSpan({ from: '2019', to: '2025', grain: 'year', name: null }).label).toBe('2019–2025')
})
