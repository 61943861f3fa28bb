import { expect, test } from 'vitest'
import type { Chart } from '../contract/chart.ts'
import type { Table } from '../contract/result.ts'
import { chartInWords, tableInWords } from './in-words.ts'

const column = (key: string, label: string, kind: 'text' | 'number') => ({
  ...{ key, label, kind, unit: null, decimals: 0, measure: null, formula: null },
})
const table: Table = {
  ...{ id: 't1', role: 'main', title: 'Population, Kenya', sources: [], period: null, coverage: null },
  columns: [column('country', 'Country', 'text'), column('c1', 'Population', 'number')],
  ...{ rows: [['Kenya', 57]], flags: [], computed: [], modelled: false },
}
const words = { Country: 'الدولة', Kenya: 'كينيا', 'Population, Kenya': 'عدد السكان في كينيا' }

test('a table has its title, heads and names in the words given, and keeps what has none', () => {
  const { title, columns, rows } = tableInWords(table, words)
  expect(title).toBe('عدد السكان في كينيا')
  expect(columns.map(({ label }) => label)).toEqual(['الدولة', 'Population'])
  expect(rows).toEqual([['كينيا', 57]])
})

test('a chart finds the rows of such a table', () => {
  const where = { column: 'country', equals: 'Kenya' }
  const series = [{ label: 'Kenya', column: 'c1', where, tone: 'c1' as const }]
  const chart: Chart = {
    ...{
      id: 'k1',
      table: 't1',
      title: '',
      subtitle: '',
      reason: '',
      summary: '',
      footer: '',
      modelled: false,
    },
    panels: [{ kind: 'bars', title: null, unit: '', x: 'country', series, baseline: 0 }],
  }
  const [panel] = chartInWords(chart, words).panels
  expect(panel?.series[0]).toMatchObject({ label: 'كينيا', where: { equals: 'كينيا' } })
})
