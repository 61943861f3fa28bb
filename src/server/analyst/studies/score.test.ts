import { expect, test } from 'vitest'
import { leaderOf, type Measured, medianOf, reweighted, scoresOf, turningOf } from './score.ts'

const size: Measured = { id: 'size', weight: 3, better: 'high', values: [40, 30, 20, 10, null] }
const risk: Measured = { id: 'risk', weight: 1, better: 'low', values: [9, 5, 5, 1, 3] }

test('points go from 100 for the best to 0 for the last, and equal values share a place', () => {
  const { places, points } = scoresOf([size, risk])
  expect(places).toEqual([
    [1, 2, 3, 4, null],
    [5, 3, 3, 1, 2],
  ])
  expect(points[0]).toEqual([100, 200 / 3, 100 / 3, 0, null])
  expect(points[1]).toEqual([0, 50, 50, 100, 75])
})

test('the score is the mean of the points by weight, and a candidate with too few figures has none', () => {
  const { totals, order } = scoresOf([size, risk])
  expect(totals[0]).toBe(75)
  expect(totals[1]).toBeCloseTo((3 * (200 / 3) + 50) / 4, 10)
  expect(totals[3]).toBe(25)
  expect(totals[4]).toBeNull()
  expect(order).toEqual([1, 2, 3, 4, null])
})

test('other weights give another order', () => {
  const scores = scoresOf([size, risk])
  expect(reweighted(scores, [0, 1]).totals).toEqual([0, 50, 50, 100, 75])
  expect(leaderOf(reweighted(scores, [0, 1]).totals, [0, 1, 2])).toBe(1)
})

test('a criterion turns the order at the smallest greater weight at which another candidate leads', () => {
  const scores = scoresOf([size, risk])
  // 100 − w against 66.7 − 0.167 w: the second leads from 40.0 on, where equal totals leave the first ahead.
  expect(turningOf(scores, [3, 1], 1, [0, 1])).toEqual({ weight: 41, first: 1 })
  expect(turningOf(scores, [3, 1], 0, [0, 1])).toBeNull()
  expect(turningOf(scores, [1, 0], 1, [0, 1])).toBeNull()
})

test('the median of an even number is the mean of the middle two, and leaves out what has no score', () => {
  expect(medianOf([4, null, 1, 3, 2])).toBe(2.5)
  expect(medianOf([3, 1, 2])).toBe(2)
  expect(medianOf([null])).toBeNull()
})
