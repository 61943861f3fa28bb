import { expect, test } from 'vitest'
import type { AnswerDocument } from '../../contract/answer.ts'
import { emptyPlan } from '../../contract/plan.ts'
import { renderHtml } from './render-html.ts'

const hostile = `<img src=x onerror=alert(1)>"'&<script>alert(2)</script>javascript:alert(3)`
const column = (key: string, label: string) => ({
  ...{ key, label, kind: 'text' as const, unit: null, decimals: null, measure: null, formula: null },
})

const document: AnswerDocument = {
  version: 1,
  plan: emptyPlan,
  plan_words: [],
  plan_hash: '',
  data_version: '1',
  modelled: true,
  blocks: [
    { type: 'headline', checked: true, spans: [{ text: hostile }] },
    {
      type: 'tiles',
      tiles: [
        { label: hostile, figure: { text: hostile, claim: 'c1' }, note: [{ text: hostile }], tone: 'good' },
      ],
    },
    { type: 'paragraph', checked: true, heading: hostile, spans: [{ text: hostile, claim: 'c1' }] },
    { type: 'list', checked: true, heading: hostile, items: [[{ text: hostile }]] },
    { type: 'table', table: 't1', caption: hostile, columns: ['a'] },
    { type: 'gap', text: hostile, ask: { label: hostile, question: hostile } },
    { type: 'ask', question: hostile, choices: [{ label: hostile, question: hostile }] },
    { type: 'method', lines: [hostile] },
    { type: 'sources', sources: [hostile] },
    { type: 'followups', items: [{ label: hostile, question: hostile }] },
  ],
  claims: [],
  tables: [
    {
      id: 't1',
      role: 'main',
      title: hostile,
      columns: [column('a', hostile)],
      rows: [[hostile], [null]],
      sources: [],
      period: null,
      coverage: null,
      modelled: true,
      flags: [],
      computed: [],
    },
  ],
  sources: [],
  model: 'built-in',
}

test('every text is escaped; only the allowed tags come out, none with an attribute', () => {
  const html = renderHtml(document)
  const tags = new Set([...html.matchAll(/<\/?([^>]*)>/g)].map(match => match[1]))
  expect([...tags].sort()).toEqual([
    'h2',
    'h3',
    'li',
    'p',
    'strong',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ])
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;')
})

test('modelled figures say so', () => {
  expect(renderHtml(document)).toContain('Modelled sample data')
  expect(renderHtml({ ...document, modelled: false })).not.toContain('Modelled sample data')
})
