import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue.ts'
import { resultOf, type TableDraft } from './result-of-drafts.ts'

const catalogue = loadCatalogue(join(import.meta.dirname, '../../../../../data'))
const measure = (id: string) => {
  const found = catalogue.measure(id)
  if (!found) throw new Error(id)
  return found
}
const tablesOf = (...drafts: Partial<TableDraft>[]) =>
  resultOf(
    catalogue,
    drafts.map(more => ({
      ...{ role: 'main', title: 'main', columns: [], rows: [], measures: [], period: null },
      ...{ computed: [], flags: [], ...more },
    })),
    'test',
  ).tables

test('a figure a person cites the population it was divided by, and where each measure comes from', () => {
  const [table] = tablesOf({ measures: [measure('panel_volume_pc')] })
  expect(table?.sources).toEqual(['modelled-sample-panel', 'world-bank-world-development-indicators'])
  expect(table?.modelled).toBe(true)
  expect(table?.origins?.panel_volume_pc).toEqual([
    { source: 'modelled-sample-panel', series: '' },
    { source: 'world-bank-world-development-indicators', series: 'SP.POP.TOTL' },
  ])
})

test('the dust of binary fractions is no figure', () => {
  const [table] = tablesOf({ rows: [[0.1 + 0.2, Number.NaN, 1 / 0, null, 12]] })
  expect(table?.rows).toEqual([[0.3, null, null, null, 12]])
})

test('a table has each caution once, and the first twelve of them', () => {
  const flags = Array.from({ length: 30 }, (_, at) => `Caution ${Math.floor(at / 2)}.`)
  expect(tablesOf({ flags })[0]?.flags).toEqual(Array.from({ length: 12 }, (_, at) => `Caution ${at}.`))
})
