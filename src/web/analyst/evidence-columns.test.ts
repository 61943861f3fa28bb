import { expect, test } from 'vitest'
import type { Column, Table } from '../../contract/result.ts'
import { evidenceColumns } from './evidence-columns.ts'

const column = (key: string, kind: Column['kind']): Column => ({
  key,
  label: key,
  kind,
  unit: null,
  decimals: null,
  measure: null,
  formula: null,
})

const table: Table = {
  id: 't1',
  role: 'main',
  title: 'T',
  columns: [
    column('country', 'text'),
    column('year', 'period'),
    column('lcu', 'number'),
    column('usd', 'number'),
    column('volume', 'number'),
  ],
  rows: [
    ['Ghana', '2024', 1, 2, 3],
    ['Ghana', '2025', 4, 5, 6],
  ],
  sources: [],
  period: null,
  coverage: null,
  modelled: false,
  flags: [],
  computed: [],
}

test('a figure stands with what names its row and its nearest neighbour; what all rows share is left out', () => {
  expect(evidenceColumns(table, 'usd')).toEqual(['year', 'lcu', 'usd'])
  expect(evidenceColumns(table, 'volume')).toEqual(['year', 'usd', 'volume'])
})

test('a single row keeps its names', () => {
  expect(evidenceColumns({ ...table, rows: table.rows.slice(0, 1) }, 'lcu')).toEqual([
    'country',
    'year',
    'lcu',
    'usd',
  ])
})
