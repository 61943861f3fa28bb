import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../testing/browser-globals.ts'
import { isFirstTelling } from './told-orders.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage())
})

test('an order is told of once in a tab, each order for itself', () => {
  expect(['A-1', 'A-2', 'A-1', 'A', 'A-2'].map(isFirstTelling)).toEqual([true, true, false, true, false])
})

test('where the storage is forbidden each return is told of', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect([isFirstTelling('A-1'), isFirstTelling('A-1')]).toEqual([true, true])
})

test('what is remembered does not grow for ever', () => {
  for (let count = 0; count < 60; count++) isFirstTelling(`B-${count}`)
  expect(isFirstTelling('B-59')).toBe(false)
  expect(isFirstTelling('B-0')).toBe(true)
})
