import { expect, test } from 'vitest'
import type { Column } from '../contract/result.ts'
import { columnFormat } from './column-format.ts'

const column = (
  label: string,
  unit: string | null,
  decimals: number | null = 0,
  kind: Column['kind'] = 'number',
): Column => ({
  key: 'k',
  label,
  kind,
  unit,
  decimals,
  measure: null,
  formula: null,
})

test('a column of large figures takes one scale, said in its head', () => {
  const { head, write } = columnFormat(column('Value', 'GH₵'), [346_000_000, 1_209_000_000])
  expect(head).toBe('Value, GH₵ million')
  expect([write(346_000_000), write(1_209_000_000), write(null)]).toEqual(['346', '1,209', '–'])
})

test('a unit the label already says is not said twice', () => {
  expect(columnFormat(column('Value (US$)', 'US$'), [96_300_000]).head).toBe('Value (US$), million')
  expect(columnFormat(column('Price, US$ a kg', 'US$ a kg', 2), [2.4]).head).toBe('Price, US$ a kg')
})

test('a small figure is not scaled away', () => {
  const { head, write } = columnFormat(column('People', 'people'), [1_200, 35_100_000])
  expect([head, write(1_200)]).toEqual(['People', '1,200'])
})

test('a percentage names its whole unless the label does', () => {
  expect(columnFormat(column('Health spending', '% of GDP', 1), [4]).head).toBe('Health spending, % of GDP')
  expect(columnFormat(column('Urban population', '% of population', 1), [4]).head).toBe('Urban population')
})

test('percent stays at the figure, periods are named, words stay', () => {
  expect(columnFormat(column('Share', '%', 1), [24.13]).write(24.13)).toBe('24.1%')
  expect(columnFormat(column('Month', null, null, 'period'), []).write('2025-03')).toBe('Mar 2025')
  expect(columnFormat(column('Brand', null, null, 'text'), []).write('Brand A')).toBe('Brand A')
})
