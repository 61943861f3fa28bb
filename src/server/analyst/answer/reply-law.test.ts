import { expect, test } from 'vitest'
import type { Block, Claim, QueryDocument, Span } from '../../../contract/answer.ts'
import type { Table } from '../../../contract/result.ts'
import { parseAsk } from '../../insights/insights.ts'
import { replyFaults } from './reply-law.ts'

const ask = parseAsk('show inflation_cpi\nrows country in africa\ntime 2025\norder inflation_cpi high')

const column = { label: 'Inflation, consumer prices', unit: '% a year', decimals: 1, formula: null }
const table: Table = {
  ...{ id: 't1', role: 'main', title: 'Inflation, Africa, 2025', sources: [], modelled: false },
  columns: [
    { key: 'iso3', label: 'Code', kind: 'text', unit: null, decimals: null, measure: null, formula: null },
    {
      key: 'country',
      label: 'Country',
      kind: 'text',
      unit: null,
      decimals: null,
      measure: null,
      formula: null,
    },
    { key: 'c1', kind: 'number', measure: 'inflation_cpi', ...column },
  ],
  rows: [
    ['BDI', 'Burundi', 34.1],
    ['MWI', 'Malawi', 28.4],
  ],
  period: { from: '2025', to: '2025', grain: 'year', name: null },
  coverage: { held: 45, of: 52, what: 'countries', missing: ['Sudan'] },
  ...{ flags: [], computed: [] },
}

const claimOf = (row: number, shown: string, more: Partial<Claim> = {}): Claim => ({
  ...{ id: `c${row}`, table: 't1', row, column: 'c1', value: Number(table.rows[row]?.[2]), unit: '% a year' },
  ...{ entity: '', period: '2025', measure: 'Inflation, consumer prices', shown, formula: null, ...more },
})

const good: Span[] = [
  { text: 'Burundi had the highest inflation of the 45 African countries with a figure in 2025: ' },
  { text: '34.1%', claim: 'c0' },
  { text: '.' },
]

function documentWith(spans: Span[], more: Partial<QueryDocument> = {}): QueryDocument {
  const headline: Block = { type: 'headline', checked: true, spans }
  const shown: Block = {
    type: 'table',
    table: 't1',
    caption: 'Inflation in 2025',
    columns: ['country', 'c1'],
  }
  return {
    ...{
      version: 2,
      queries: [],
      lang: 'en',
      plan_words: [],
      data_version: '',
      modelled: false,
      sources: [],
    },
    ...{
      blocks: [headline, shown],
      claims: [claimOf(0, '34.1%')],
      tables: [table],
      model: 'built-in',
      ...more,
    },
  }
}

/** The same sentence with some of its words changed. */
const saying = (from: string, to: string): Span[] =>
  good.map(span => ({ ...span, text: span.text.replace(from, to) }))

test('an answer that keeps every rule has no fault', () => {
  expect(replyFaults(documentWith(good), ask)).toEqual([])
})

test.each([
  ['the first row', saying('Burundi', 'Malawi'), 'name the first row'],
  ['the period', saying(' in 2025', ''), 'say the period'],
  ['the measure', saying('inflation', 'level'), 'name the measure'],
  ['how many were compared', saying('the 45 African countries', 'Africa'), 'how many were compared'],
  ['a figure', [{ text: 'Burundi had the highest inflation of the 45 in 2025.' }], 'has no figure'],
])('a first sentence without %s is a fault', (_, spans, fault) => {
  expect(replyFaults(documentWith(spans), ask)).toEqual([expect.stringContaining(fault)])
})

test('an answer without a first sentence is a fault', () => {
  expect(replyFaults(documentWith(good, { blocks: [] }), ask)).toEqual(['There is no first sentence.'])
})

test('a level that is said to have grown is a fault', () => {
  expect(
    replyFaults(documentWith(saying('had the highest inflation', 'rose most in inflation')), ask),
  ).toEqual(['A level is presented as growth.'])
})

test('rows in another order than the one asked are a fault', () => {
  const turned = { ...table, rows: table.rows.toReversed() }
  const faults = replyFaults(documentWith(good, { tables: [turned] }), ask)
  expect(faults).toContainEqual(expect.stringContaining('does not stand in the order asked'))
})

test('a movement between two figures that are printed alike is a fault', () => {
  const spans: Span[] = [{ text: 'It rose from ' }, { text: '3.4%', claim: 'c0' }, { text: ' to ' }]
  const paragraph: Block = {
    ...{ type: 'paragraph', checked: true, heading: null },
    spans: [...spans, { text: '3.4%', claim: 'c1' }, { text: '.' }],
  }
  const { blocks, claims } = documentWith(good)
  const faults = replyFaults(
    documentWith(good, { blocks: [...blocks, paragraph], claims: [...claims, claimOf(1, '3.4%')] }),
    ask,
  )
  expect(faults).toEqual(['It moves from 3.4% to 3.4%.'])
})

test('a table with an empty column is a fault', () => {
  const empty = {
    ...table,
    columns: [...table.columns, { ...column, key: 'c2', kind: 'number' as const, measure: null }],
  }
  const rows = table.rows.map(row => [...row, null])
  const { blocks } = documentWith(good)
  const shown: Block = { type: 'table', table: 't1', caption: 'Inflation', columns: ['country', 'c1', 'c2'] }
  const document = documentWith(good, {
    tables: [{ ...empty, rows }],
    blocks: [...blocks.slice(0, 1), shown],
  })
  expect(replyFaults(document, ask)).toEqual([expect.stringContaining('is empty')])
})

test('a figure without the sign of its unit is a fault', () => {
  const claims = [claimOf(0, '34.1', { unit: '% of GDP' })]
  expect(replyFaults(documentWith(good, { claims }), ask)).toEqual([expect.stringContaining('has no unit')])
})

test.each(['  ', ' ()', ' undefined '])('a sentence with %j in it lacks a name', gap => {
  expect(replyFaults(documentWith(saying(' inflation', `${gap} inflation`)), ask)).toContainEqual(
    expect.stringContaining('A name or a word is missing'),
  )
})
