import { expect, test } from 'vitest'
import type { ChartStop } from '../../charts/panel-frame.ts'
import { nextStop, stopAt } from './chart-stops.ts'

const stop = (x: number): ChartStop => ({
  label: String(x),
  values: [],
  x,
  y: 0,
  width: 10,
  height: 100,
  dots: [],
})
const stops = [stop(0), stop(10), stop(20)]

test('a pointer finds the stop below it, or the nearest one', () => {
  expect(stopAt(stops, 15, 50)).toBe(1)
  expect(stopAt(stops, 400, 50)).toBe(2)
  expect(stopAt(stops, -5, 500)).toBe(0)
  expect(stopAt([], 1, 1)).toBeNull()
})

test('arrow keys walk the stops and hold at the ends', () => {
  expect(nextStop(stops, null, 'ArrowRight')).toBe(0)
  expect(nextStop(stops, null, 'ArrowLeft')).toBe(2)
  expect(nextStop(stops, 1, 'ArrowRight')).toBe(2)
  expect(nextStop(stops, 2, 'ArrowRight')).toBe(2)
  expect(nextStop(stops, 0, 'ArrowUp')).toBe(0)
  expect(nextStop(stops, 1, 'Home')).toBe(0)
  expect(nextStop(stops, 1, 'End')).toBe(2)
})

test('other keys are left to the page', () => {
  expect(nextStop(stops, 1, 'a')).toBeNull()
  expect(nextStop([], null, 'ArrowRight')).toBeNull()
})
