import { expect, test } from 'vitest'
import { daySpan } from './day-span.ts'

const span = (from: string | undefined, to: string | undefined, zone: string) => {
  const { since, until } = daySpan({ from, to }, zone)
  return [since?.toISOString(), until?.toISOString()]
}

test('a day is that of the zone: it begins and ends with its midnights', () => {
  expect(span('2026-11-21', '2026-11-21', 'Africa/Accra')).toEqual([
    '2026-11-21T00:00:00.000Z',
    '2026-11-22T00:00:00.000Z',
  ])
  expect(span('2026-11-21', '2026-11-22', 'Africa/Nairobi')).toEqual([
    '2026-11-20T21:00:00.000Z',
    '2026-11-22T21:00:00.000Z',
  ])
  expect(span('2025-12-31', '2025-12-31', 'Pacific/Kiritimati')).toEqual([
    '2025-12-30T10:00:00.000Z',
    '2025-12-31T10:00:00.000Z',
  ])
})

test('where clocks jump over midnight a day begins with the first moment there is, and the days leave no gap', () => {
  // Cairo: at 00:00 on 24 April 2026 it is 01:00; at 00:00 on 30 October 2026 it is 23:00 once more.
  expect(span('2026-04-23', '2026-04-24', 'Africa/Cairo')).toEqual([
    '2026-04-22T22:00:00.000Z',
    '2026-04-24T21:00:00.000Z',
  ])
  expect(span('2026-04-24', undefined, 'Africa/Cairo')).toEqual(['2026-04-23T22:00:00.000Z', undefined])
  expect(span('2026-10-30', undefined, 'Africa/Cairo')).toEqual(['2026-10-29T22:00:00.000Z', undefined])
  for (const day of ['2026-04-22', '2026-04-23', '2026-04-24', '2026-10-28', '2026-10-29', '2026-10-30']) {
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    expect(span(undefined, day, 'Africa/Cairo')[1]).toBe(span(next, undefined, 'Africa/Cairo')[0])
  }
})

test('an end that is not given stays open', () => {
  expect(daySpan({}, 'UTC')).toEqual({ since: undefined, until: undefined })
})
