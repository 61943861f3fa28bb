import { expect, test } from 'vitest'
import { waitMsAfter } from './poll-times.ts'

const minute = 60_000
const hour = 60 * minute

test('waits grow from 15 seconds to an hour, and end after a day', () => {
  const middle = (pollCount: number, ageMs: number) => waitMsAfter(pollCount, ageMs, 0.5)
  expect([1, 2, 3].map(count => middle(count, 0))).toEqual([30_000, minute, 2 * minute])
  expect(middle(4, 4 * minute)).toBe(4 * minute)
  expect(middle(4, 59 * minute)).toBe(4 * minute)
  expect(middle(20, hour)).toBe(15 * minute)
  expect(middle(40, 4 * hour)).toBe(hour)
  expect(middle(60, 24 * hour - 1)).toBe(hour)
  expect(middle(60, 24 * hour)).toBe(null)
})

test('each wait lies within a tenth of what it is, so that those of one moment do not stay together', () => {
  expect([0, 0.5, 1].map(random => waitMsAfter(4, 10 * minute, random))).toEqual([216_000, 240_000, 264_000])
})

test('faults 108: whoever closes the window in the first hour is asked about in less than five minutes', () => {
  let ageMs = 15_000 * 1.1
  let longestMs = ageMs
  for (let pollCount = 1; ageMs < hour; pollCount += 1) {
    const waitMs = waitMsAfter(pollCount, ageMs, 1) ?? Number.POSITIVE_INFINITY
    longestMs = Math.max(longestMs, waitMs)
    ageMs += waitMs
  }
  expect(longestMs).toBeLessThan(5 * minute)
})
