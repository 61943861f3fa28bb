import { expect, test } from 'vitest'
import { addDays, addMonths, dayProblem, lastOfMonth, parseDay, today } from './day.ts'

// spec: S5.date.1
test('only a day that the calendar has is read, and only in the form YYYY-MM-DD', () => {
  expect(parseDay(' 2026-11-21 ')).toBe('2026-11-21')
  expect(parseDay('2028-02-29')).toBe('2028-02-29')
  for (const text of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '21/11/2026',
    '2026-11-21T00:00',
    '20261121',
  ])
    expect(parseDay(text)).toBeNull()
})

test('a typed day is refused with the end that it oversteps', () => {
  const problemOf = (text: string) => dayProblem(text, '2026-11-10', '2026-11-20')
  for (const text of ['', ' ', '2026-11-10', ' 2026-11-20 ']) expect(problemOf(text)).toBeNull()
  expect(problemOf('2026-11-21')).toBe('Choose a day up to 2026-11-20.')
  expect(problemOf('2026-11-09')).toBe('Choose a day from 2026-11-10 on.')
  expect(problemOf('2026-02-30')).toBe('Enter a date as YYYY-MM-DD.')
})

test('today is that of the reader’s own calendar', () => {
  expect(today(new Date(2026, 0, 31, 23, 59))).toBe('2026-01-31')
  expect(today(new Date(2026, 1, 1, 0, 0))).toBe('2026-02-01')
})

test('days and months are counted over the ends of months and years', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2026-11-21', 2)).toBe('2027-01-21')
  expect(addMonths('2028-02-29', -12)).toBe('2027-02-28')
  expect(lastOfMonth('2028-02-01')).toBe('2028-02-29')
})
