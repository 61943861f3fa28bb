import { expect, test } from 'vitest'
import type { Column, Table } from '../contract/result.ts'
import { columnInRow, factPlaces } from './fact-rows.ts'

const column = (
  key: string,
  kind: Column['kind'],
  unit: string | null = null,
  decimals: number | null = null,
): Column => ({
  key,
  label: key,
  kind,
  unit,
  decimals,
  measure: null,
  formula: null,
})

const facts: Table = {
  id: 't1',
  role: 'sizing',
  title: 'T',
  columns: [
    column('measure', 'text'),
    column('value', 'number'),
    column('unit', 'text'),
    column('decimals', 'number', null, 0),
  ],
  rows: [
    ['Price', 0.1506, 'US$ a piece', 3],
    ['Children', 4_274_338, 'children', 0],
  ],
  sources: [],
  period: null,
  coverage: null,
  modelled: false,
  flags: [],
  computed: [],
}

test('a fact takes unit and decimals from its own row', () => {
  const value = facts.columns[1] as Column
  const places = factPlaces(facts)
  expect(columnInRow(value, facts.rows[0] ?? [], places)).toMatchObject({ unit: 'US$ a piece', decimals: 3 })
  expect(columnInRow(value, facts.rows[1] ?? [], places)).toMatchObject({ unit: 'children', decimals: 0 })
})

test('a column with a unit keeps it, and so does a table without facts', () => {
  const own = column('score', 'number', 'of 100', 0)
  expect(columnInRow(own, facts.rows[0] ?? [], factPlaces(facts))).toBe(own)
  expect(factPlaces({ ...facts, columns: facts.columns.slice(0, 2) })).toBeNull()
})
