import type { QueryDocument } from '../../contract/answer.ts'
import type { Query } from '../../contract/query.ts'
import { bareQuery } from '../../contract/query.ts'
import { anAnswer } from './fake-analyst.ts'

export const gdpOfTwo: Query = {
  ...bareQuery,
  show: [{ as: null, of: { k: 'measure', id: 'gdp_usd' } }],
  rows: [{ k: 'members', of: { k: 'ids', dim: 'country', ids: ['KEN', 'GHA'] } }],
  time: { k: 'span', from: '2024', to: '2024' },
  total: true,
}
const ofTwo = { text: 'show gdp_usd\nrows country KEN|GHA\ntime 2024\ntotal', hash: 'a'.repeat(64) }

/** A suggestion of `aQueryAnswer`, and the queries behind it. */
export const suggested = {
  item: { label: 'Per head', question: 'Et par habitant ?', suggestion_id: 'per-head' },
  text: 'show gdp_per_capita_usd\nrows country KEN|GHA\ntime 2024',
}

/** A whole small answer to a query, in French, whose third block says `text`. */
export function aQueryAnswer(text: string): QueryDocument {
  const { plan: _, plan_hash: __, tables, blocks, ...parts } = anAnswer(text)
  const { item } = suggested
  const code = { key: 'iso3', label: 'Code', kind: 'text' as const, unit: null, decimals: null }
  return {
    ...parts,
    version: 2,
    queries: [{ query: gdpOfTwo, ...ofTwo, words: 'GDP, for each of Kenya and Ghana, 2024; with the total' }],
    lang: 'fr',
    plan_words: [{ label: 'Query', value: 'GDP, for each of Kenya and Ghana, 2024; with the total' }],
    blocks: [...blocks, { type: 'followups', items: [item] }],
    tables: tables.map(table => ({
      ...table,
      columns: [{ ...code, measure: null, formula: null }, ...table.columns],
      rows: [
        ['KEN', 'Kenya', '2024', 120.3],
        ['GHA', 'Ghana', '2024', 82.3],
        [null, 'Total', '2024', 202.6],
      ],
      total: true as const,
    })),
    suggestions: [{ suggestion_id: item.suggestion_id, question: item.question, text: suggested.text }],
  }
}
