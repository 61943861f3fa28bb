import { expect, test } from 'vitest'
import type { Column, Source, Table } from '../../contract/result.ts'
import { claimSources } from './claim-sources.ts'

const source = (id: string): Source => ({
  ...{ id, name: id, licence: 'CC BY 4.0', detail: `All of ${id}`, url: null, modelled: id === 'panel' },
})
const column = (key: string, more: Partial<Column> = {}): Column => ({
  ...{ key, label: key, kind: 'number', unit: null, decimals: 0, measure: null, formula: null },
  ...more,
})
const columns = [
  column('measure_id', { kind: 'text' }),
  column('volume', { measure: 'volume' }),
  column('volume_a_head', { measure: 'volume_a_head' }),
  column('growth', { of: ['volume'] }),
  column('index'),
]
const table: Table = {
  ...{
    id: 't1',
    role: 'main',
    title: 'T',
    columns,
    sources: ['panel', 'bank'],
    period: null,
    coverage: null,
  },
  ...{ modelled: true, flags: [], computed: [] },
  rows: [
    ['', 1, 2, 3, 4],
    ['births', 1, 2, 3, 4],
  ],
  origins: {
    volume: [{ source: 'panel', series: '' }],
    volume_a_head: [
      { source: 'panel', series: '' },
      { source: 'bank', series: 'SP.POP.TOTL' },
    ],
    births: [{ source: 'bank', series: 'SP.DYN.CBRT.IN' }],
  },
}
const sources = [source('panel'), source('bank'), source('fund')]

function shown(key: string, row = 0, from: Table = table) {
  const own = columns.find(one => one.key === key) as Column
  return claimSources(sources, from, { column: own, row }).map(({ id, detail }) => `${id}: ${detail}`)
}

test('a figure cites the sources of its own column, with the series it was read from', () => {
  expect(shown('volume')).toEqual(['panel: All of panel'])
  expect(shown('volume_a_head')).toEqual(['panel: All of panel', 'bank: SP.POP.TOTL'])
})

test('a computed figure cites what it rests on', () => {
  expect(shown('growth')).toEqual(['panel: All of panel'])
  expect(shown('index')).toEqual(['panel: All of panel', 'bank: SP.POP.TOTL, SP.DYN.CBRT.IN'])
})

test('a fact cites the series of its own row', () => {
  expect(shown('index', 1)).toEqual(['bank: SP.DYN.CBRT.IN'])
})

test('an answer stored without origins cites the sources of its table', () => {
  const { origins: _, ...older } = table
  expect(shown('index', 0, older)).toEqual(['panel: All of panel', 'bank: All of bank'])
})
