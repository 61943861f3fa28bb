import { expect, test } from 'vitest'
import { historyLabel, localDays } from './history-labels.ts'

const labelIn = (timezone: string, used: string, now: string) => {
  const dayOf = localDays(timezone)
  return historyLabel(dayOf(new Date(used)), dayOf(new Date(now)))
}

test.each([
  ['2026-06-15T00:00:00Z', 'Today'],
  ['2026-06-15T23:59:59Z', 'Today'],
  ['2026-06-14T23:59:59Z', 'Yesterday'],
  ['2026-06-13T12:00:00Z', 'Previous 7 days'],
  ['2026-06-08T00:00:00Z', 'Previous 7 days'],
  ['2026-06-07T23:59:59Z', 'June 2026'],
  ['2026-05-31T12:00:00Z', 'May 2026'],
  ['2025-12-31T12:00:00Z', 'December 2025'],
])('what was last used at %s is, on 15 June, under %s', (used, label) => {
  expect(labelIn('UTC', used, '2026-06-15T12:00:00Z')).toBe(label)
})

test('the day is the reader’s own', () => {
  const now = '2026-06-15T01:00:00Z'
  expect(labelIn('Africa/Nairobi', '2026-06-14T22:00:00Z', now)).toBe('Today')
  expect(labelIn('Africa/Accra', '2026-06-14T22:00:00Z', now)).toBe('Yesterday')
  expect(labelIn('America/New_York', '2026-06-14T22:00:00Z', now)).toBe('Today')
})

test('the day after clocks change is still yesterday', () => {
  expect(labelIn('Europe/London', '2026-03-28T23:30:00Z', '2026-03-29T23:30:00Z')).toBe('Previous 7 days')
  expect(labelIn('Europe/London', '2026-03-29T12:00:00Z', '2026-03-29T23:30:00Z')).toBe('Yesterday')
})
