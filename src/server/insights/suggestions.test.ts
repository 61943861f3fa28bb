import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { suggestionsFrom } from './suggestions.ts'

const { industries, countries } = suggestionsFrom(loadCatalogue(join(import.meta.dirname, '../../../data')))

test('the 52 countries are offered, each once, in the order of their names', () => {
  expect(countries).toHaveLength(52)
  expect(new Set(countries).size).toBe(52)
  expect(countries[0]).toBe('Algeria')
  expect(countries).toContain('Ghana')
  expect(countries).not.toContain('Eritrea')
})

test('every department of the segments is offered as an industry, none twice', () => {
  for (const name of ['Baby care', 'Beverages', 'Dairy', 'Hot drinks', 'Retail'])
    expect(industries).toContain(name)
  expect(new Set(industries).size).toBe(industries.length)
})
