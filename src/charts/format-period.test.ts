import { expect, test } from 'vitest'
import type { Column } from '../contract/result.ts'
import { formatCell, formatPeriod, formatPeriodCell } from './format-period.ts'

test('months are named, years stay', () => {
  expect(formatPeriodCell('2025')).toBe('2025')
  expect(formatPeriodCell('2025-03')).toBe('Mar 2025')
  expect(formatPeriodCell('2025-13')).toBe('2025-13')
})

test('a span names what its ends share once', () => {
  const span = (from: string, to: string, grain: 'year' | 'month') => ({ from, to, grain, name: null })
  expect(formatPeriod(span('2019', '2025', 'year'))).toBe('2019–2025')
  expect(formatPeriod(span('2025', '2025', 'year'))).toBe('2025')
  expect(formatPeriod(span('2025-01', '2025-12', 'month'))).toBe('Jan–Dec 2025')
  expect(formatPeriod(span('2024-11', '2025-03', 'month'))).toBe('Nov 2024–Mar 2025')
})

test('a cell is read as its column says', () => {
  const column: Column = {
    key: 'v',
    label: 'Value',
    kind: 'number',
    unit: 'US$',
    decimals: 0,
    measure: null,
    formula: null,
  }
  expect(formatCell(96_300_000, column, { compact: true })).toBe('US$ 96.3m')
  expect(formatCell(null, column)).toBe('–')
  expect(formatCell('2025-01', { ...column, kind: 'period', unit: null })).toBe('Jan 2025')
  expect(formatCell('2025-01', { ...column, kind: 'text', unit: null })).toBe('2025-01')
})
