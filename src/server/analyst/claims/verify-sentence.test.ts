import { expect, test } from 'vitest'
import type { Result, Table } from '../../../contract/result.ts'
import { ClaimBook, periodOf } from './claim-book.ts'
import { longestFirst, ResultSet, rowName, textOf } from './result-set.ts'
import { type Piece, verifySentence } from './verify-sentence.ts'

const column = (
  key: string,
  kind: 'text' | 'period' | 'number',
  unit: string | null = null,
  measure: string | null = null,
) => ({
  ...{ key, label: key, kind, unit, decimals: kind === 'number' ? 1 : null, measure, formula: null },
})

const table: Table = {
  id: 't1',
  role: 'main',
  title: 'GDP, Ghana and Kenya',
  columns: [
    column('country', 'text'),
    column('period', 'period'),
    column('gdp_usd', 'number', 'US$', 'gdp_usd'),
    column('yoy', 'number', '%'),
    column('share_change', 'number', 'points'),
    column('population', 'number', 'people'),
  ],
  rows: [
    ['Ghana', '2024', 82_825_000_000, 5.6, 1.2, 34_400_000],
    ['Ghana', '2023', 78_400_000_000, -3.2, -0.4, 33_800_000],
    ['Kenya', '2024', 120_340_000_000, 11.4, -0.8, 56_400_000],
  ],
  sources: ['wdi'],
  period: { from: '2023', to: '2024', grain: 'year', name: null },
  coverage: null,
  modelled: false,
  flags: [],
  computed: [],
}
const result: Result = { tables: [table], sources: [], method: [], data_version: '1' }

function check(...pieces: (string | Piece)[]) {
  const results = new ResultSet()
  results.add(result)
  const book = new ClaimBook(results, {
    entity: (table, row) => textOf(table, row, 'country') ?? 'Ghana',
    period: periodOf,
  })
  const known = longestFirst([...results.rowNames, rowName('country', 'Togo')])
  const verified = verifySentence(
    pieces.map(piece => (typeof piece === 'string' ? { text: piece } : piece)),
    { results, book, outside: { phrases: ['poverty at $3.00 a day'], subjects: ['Ghana'], known } },
  )
  return { ...verified, claims: book.claims }
}
const ref = (row: number, key: string, shown: string): Piece => ({
  shown,
  ref: { table: 't1', row, column: key },
})

test('a figure of a model is tied to the cell with its value, unit, place and period', () => {
  const { spans, claims } = check('GDP of Ghana was US$ 82.8bn in 2024.')
  expect(spans).toEqual([
    { text: 'GDP of Ghana was ' },
    { text: 'US$ 82.8bn', claim: 'c1' },
    { text: ' in 2024.' },
  ])
  expect(claims[0]).toMatchObject({
    row: 0,
    column: 'gdp_usd',
    value: 82_825_000_000,
    unit: 'US$',
    entity: 'Ghana',
    period: '2024',
    shown: 'US$ 82.8bn',
  })
})

test.each([
  ['rounding as printed', 'GDP of Ghana was US$ 83bn in 2024.'],
  ['words for the scale', 'GDP of Ghana was US$ 82.8 billion in 2024.'],
  ['a plain dollar sign', 'GDP of Ghana was $82.8bn in 2024.'],
  ['a share of growth', 'It grew by 5.6% in 2024 in Ghana.'],
  ['a fall told by its word', 'In 2023 output in Ghana fell 3.2%.'],
  ['a fall told by its sign', 'In 2023 the change in Ghana was −3.2%.'],
  ['points', 'Kenya lost 0.8 points in 2024.'],
  ['a count', 'Ghana had 34.4m people in 2024.'],
  ['no figure at all', 'A larger economy buys more.'],
  ['a name that holds digits', 'It is measured as poverty at $3.00 a day in 2024.'],
])('%s holds', (_, sentence) => expect(check(sentence).spans).not.toBeNull())

test.each([
  ['a wrong value', 'GDP of Ghana was US$ 84.8bn in 2024.'],
  ['another country’s figure', 'GDP of Ghana was US$ 120bn in 2024.'],
  ['a country that no table has', 'GDP of Togo was US$ 82.8bn in 2024.'],
  ['another year’s figure', 'GDP of Ghana was US$ 82.8bn in 2023.'],
  ['a year that no table speaks of', 'GDP of Ghana will grow by 2030.'],
  ['points taken for percent', 'Ghana gained 1.2% in 2024.'],
  ['percent taken for points', 'Ghana gained 5.6 points in 2024.'],
  ['a wrong currency', 'GDP of Ghana was GH₵ 82.8bn in 2024.'],
  ['a wrong scale', 'GDP of Ghana was US$ 82.8m in 2024.'],
  ['a fall told as a rise', 'In 2023 output in Ghana grew 3.2%.'],
  ['an amount in words', 'GDP of Ghana doubled.'],
  ['a number in words with a unit', 'It grew five percent.'],
  ['one bad figure among good ones', 'GDP of Ghana was US$ 82.8bn in 2024, 7.7% more.'],
])('%s fails the sentence whole', (_, sentence) => {
  const { spans, unmatched } = check(sentence)
  expect(spans).toBeNull()
  expect(unmatched.length).toBeGreaterThan(0)
})

test('a reference holds only what its cell holds', () => {
  expect(check('It was ', ref(0, 'gdp_usd', 'US$ 82.8bn'), '.').spans).toHaveLength(3)
  expect(check('It was ', ref(0, 'gdp_usd', 'US$ 85bn'), '.').spans).toBeNull()
  expect(check('It was ', ref(9, 'gdp_usd', 'US$ 82.8bn'), '.').spans).toBeNull()
  expect(check('It was ', ref(0, 'nothing', 'US$ 82.8bn'), '.').spans).toBeNull()
  expect(check('It grew ', ref(1, 'yoy', '3.2%'), '.').spans).toBeNull()
})
