import { expect, test } from 'vitest'
import { type Calendar, cellsOf, columnsOf, headingOf, movedBy, turned, type View } from './calendar-views.ts'

const calendar: Calendar = {
  value: '2026-11-21',
  min: '1970-01-01',
  max: '2026-11-25',
  today: '2026-11-23',
  firstWeekday: 1,
}
const labels = (view: View, active: string) => cellsOf(view, active, calendar).map(cell => cell?.label ?? '')

// spec: S5.date.2, S9.date.2
test('a month is 7 columns of days under its name in the form MMM YYYY', () => {
  expect(columnsOf.days).toBe(7)
  expect(headingOf('days', '2026-11-21', calendar.max)).toBe('Nov 2026')
  expect(headingOf('days', '2025-09-01', calendar.max)).toBe('Sep 2025')
  const days = labels('days', '2026-11-21')
  expect(days).toHaveLength(42)
  // 1 November 2026 is a Sunday: the last of a week that begins on Monday.
  expect(days.slice(0, 8)).toEqual(['', '', '', '', '', '', '1', '2'])
  expect(days.filter(Boolean)).toHaveLength(30)
})

// spec: S9.date.3, S9.date.4
test('a year is 12 months in 4 columns, and 24 years stand in 4 columns', () => {
  expect([columnsOf.months, columnsOf.years]).toEqual([4, 4])
  expect(labels('months', '2026-11-21').join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
  expect(headingOf('months', '2026-11-21', calendar.max)).toBe('2026')
  const years = labels('years', '2026-11-21')
  expect(years).toHaveLength(24)
  expect([years[0], years[23]]).toEqual(['2003', '2026'])
  expect(headingOf('years', '1990-05-05', calendar.max)).toBe('1979 – 2002')
  expect(labels('years', '2002-05-05')[23]).toBe('2002')
})

test('what is chosen, today and out of reach is marked, in each view', () => {
  const marked = (view: View, mark: 'isChosen' | 'isNow' | 'isOff') =>
    cellsOf(view, '2026-11-21', calendar).flatMap(cell => (cell?.[mark] ? [cell.label] : []))
  expect(marked('days', 'isChosen')).toEqual(['21'])
  expect(marked('days', 'isNow')).toEqual(['23'])
  expect(marked('days', 'isOff')).toEqual(['26', '27', '28', '29', '30'])
  expect(marked('months', 'isOff')).toEqual(['Dec'])
  expect(marked('months', 'isChosen')).toEqual(['Nov'])
  expect(marked('years', 'isChosen')).toEqual(['2026'])
})

test('picking a month or a year leads to a day that can be chosen', () => {
  const month = cellsOf('months', '2025-12-31', { ...calendar, max: '2025-12-31' })[1]
  expect(month?.day).toBe('2025-02-28')
  expect(cellsOf('years', '2020-12-31', calendar).at(-1)?.day).toBe('2026-11-25')
})

test.each<[View, string, string]>([
  ['days', 'ArrowLeft', '2026-11-17'],
  ['days', 'ArrowRight', '2026-11-19'],
  ['days', 'ArrowUp', '2026-11-11'],
  ['days', 'ArrowDown', '2026-11-25'],
  ['days', 'Home', '2026-11-16'],
  ['days', 'End', '2026-11-22'],
  ['days', 'PageUp', '2026-10-18'],
  ['days', 'PageDown', '2026-12-18'],
  ['months', 'ArrowUp', '2026-07-18'],
  ['months', 'Home', '2026-01-18'],
  ['months', 'End', '2026-12-18'],
  ['months', 'PageUp', '2025-11-18'],
  ['years', 'ArrowLeft', '2025-11-18'],
  ['years', 'ArrowUp', '2022-11-18'],
  ['years', 'Home', '2003-11-18'],
  ['years', 'PageUp', '2002-11-18'],
])('in the %s, %s leads to %s', (view, key, day) => {
  expect(movedBy(key, view, '2026-11-18', calendar)).toBe(day)
})

test('with Shift the page keys turn a year of days; other keys lead nowhere', () => {
  expect(movedBy('PageUp', 'days', '2026-11-18', calendar, true)).toBe('2025-11-18')
  expect(movedBy('a', 'days', '2026-11-18', calendar)).toBeNull()
  expect(turned('years', '2026-11-18', -1)).toBe('2002-11-18')
})
