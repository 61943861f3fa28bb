import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Column, Table } from '../../contract/result.ts'
import { TableRows } from './table-rows.tsx'

const column = (key: string, kind: Column['kind']): Column => ({
  ...{ key, label: key, kind, unit: null, decimals: null, measure: null, formula: null },
})
const table: Table = {
  ...{ id: 't1', role: 'main', title: 'Value sales, soap, 2025', sources: [], period: null, coverage: null },
  ...{ modelled: false, flags: [], computed: [] },
  columns: [
    ...['country', 'segment', 'status', 'note', 'source'].map(key => column(key, 'text')),
    column('value', 'number'),
  ],
  rows: [
    ['Ghana', 'Soap', 'fact', '', 'https://www.example.com/soap', 5],
    ['Kenya', 'Soap', 'fact', null, 'https://example.org/a', 5],
  ],
}

const heads = (from: Table) => {
  const html = renderToStaticMarkup(<TableRows table={from} columns={from.columns.map(({ key }) => key)} />)
  return [...html.matchAll(/<th [^>]*><bdi>([^<]*)</g)].map(([, head]) => head)
}

test('a column that is empty, or repeats the title in each row, is left out; all others stand', () => {
  expect(heads(table)).toEqual(['country', 'status', 'source', 'value'])
})

test('a single row keeps what names it', () => {
  expect(heads({ ...table, rows: table.rows.slice(0, 1) })).toContain('segment')
})

test('an address is shown by its site first', () => {
  expect(renderToStaticMarkup(<TableRows table={table} columns={['source']} />)).toContain(
    '>example.com/soap<',
  )
})
