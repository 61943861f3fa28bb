import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Block, Claim, TableWords } from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'
import type { Table } from '../../contract/result.ts'
import { answerText } from './answer-text.ts'
import { AnswerView } from './answer-view.tsx'
import { Unfolded } from './unfolded.ts'

const claim: Claim = {
  id: 'c1',
  table: 't1',
  row: 0,
  column: 'v',
  value: 96_300_000,
  unit: 'US$',
  entity: 'Diapers, Ghana',
  period: '2025',
  measure: 'Value sales',
  shown: 'US$ 96m',
  formula: null,
}
const spans = [{ text: 'A market of ' }, { text: 'US$ 96m', claim: 'c1' }, { text: '.' }]

const table: Table = {
  ...{ id: 't1', role: 'main', title: 'Sales', sources: [], period: null, coverage: null, modelled: false },
  columns: [
    { key: 'v', label: 'Sales', kind: 'number', unit: 'US$', decimals: 0, measure: null, formula: null },
  ],
  ...{ rows: [[96_300_000]], flags: [], computed: [] },
}

function draw(
  blocks: Block[],
  openClaim: string | null = null,
  lang: Lang | null = null,
  tableWords: TableWords = {},
): string {
  const answer = {
    ...{ blocks, lang, claims: { c1: claim }, tables: [table], table_words: tableWords },
    ...{ sources: [], plan_words: [] },
  }
  const ignore = () => {}
  return renderToStaticMarkup(
    <AnswerView turnId="t" answer={answer} openClaim={openClaim} onClaim={ignore} onAsk={ignore} />,
  )
}

test('a checked figure is a button that names measure, entity and period', () => {
  const html = draw([{ type: 'headline', checked: true, spans }])
  expect(html).toContain('aria-label="US$ 96m: Value sales, Diapers, Ghana, 2025. Show its rows"')
  expect(html).toContain('aria-expanded="false"')
})

test('a table has its title and heads in the words of the answer', () => {
  const block = { type: 'table' as const, table: 't1', caption: 'Sales', columns: ['v'] }
  const html = draw([block], null, 'ar', { Sales: 'المبيعات' })
  expect(html.match(/المبيعات/g)?.length).toBeGreaterThanOrEqual(2)
  expect(html).not.toContain('>Sales')
})

test('the open figure says so, in every place it stands', () => {
  const html = draw(
    [
      { type: 'headline', checked: true, spans },
      { type: 'paragraph', checked: true, heading: 'Size', spans },
    ],
    'c1',
  )
  expect(html.match(/aria-expanded="true"/g)).toHaveLength(2)
})

test('a table that a line speaks for unfolds on demand, and stands open on paper', () => {
  const block = { type: 'table' as const, table: 't1', caption: 'Sales by year', columns: ['v'] }
  expect(draw([block])).not.toContain('<details')
  const folded = draw([{ ...block, fold: true }])
  expect(folded).toMatch(/<details[^>]*><summary[^>]*>.*Sales by year<\/summary>.*<table/)
  expect(folded).not.toMatch(/<details[^>]* open/)
  const answer = {
    blocks: [{ ...block, fold: true as const }],
    lang: null,
    claims: {},
    table_words: {},
    tables: [table],
  }
  const ignore = () => {}
  const printed = renderToStaticMarkup(
    <Unfolded value>
      <AnswerView
        turnId="t"
        answer={{ ...answer, sources: [], plan_words: [] }}
        openClaim={null}
        onClaim={ignore}
        onAsk={ignore}
      />
    </Unfolded>,
  )
  expect(printed).toMatch(/<details[^>]* open/)
})

test('nothing in an unchecked block looks checked or opens anything', () => {
  for (const block of [
    { type: 'headline', checked: false, spans },
    { type: 'paragraph', checked: false, heading: null, spans },
    { type: 'list', checked: false, heading: null, items: [spans] },
  ] as Block[]) {
    const html = draw([block])
    expect(html).toContain('data-checked="false"')
    expect(html).not.toContain('<button')
    expect(html).toContain('US$ 96m')
  }
})

test('a figure whose claim has not arrived is text', () => {
  const html = draw([{ type: 'headline', checked: true, spans: [{ text: '7%', claim: 'c9' }] }])
  expect(html).not.toContain('<button')
  expect(html).toContain('7%')
})

test('a gap offers the nearest question as a button', () => {
  const html = draw([
    { type: 'gap', text: 'We do not hold penetration.', ask: { label: 'Show volume', question: 'Volume?' } },
  ])
  expect(html).toMatch(/We do not hold penetration\..*<button[^>]*>Show volume<\/button>/)
})

test('the words of an answer say their language and run its way; those of an older answer are the page’s', () => {
  const blocks: Block[] = [{ type: 'headline', checked: true, spans: [{ text: 'Words' }] }]
  expect(draw(blocks, null, 'ar')).toMatch(/^<div[^>]* lang="ar" dir="rtl"/)
  expect(draw(blocks, null, 'pt')).toMatch(/^<div[^>]* lang="pt" dir="ltr"/)
  expect(draw(blocks)).not.toMatch(/ (lang|dir)=/)
})

test('faults 154: words of an answer are text, whatever they look like', () => {
  const evil = '<img src=x onerror=alert(1)>'
  const html = draw([
    { type: 'headline', checked: true, spans: [{ text: evil }] },
    { type: 'gap', text: evil, ask: { label: evil, question: evil } },
    { type: 'method', lines: [evil] },
    { type: 'followups', items: [{ label: evil, question: 'q' }] },
  ])
  expect(html).not.toContain('<img')
})

test('a copied answer has its words and figures, not its buttons', () => {
  const blocks: Block[] = [
    { type: 'headline', checked: true, spans },
    {
      type: 'tiles',
      tiles: [
        { label: 'Size', figure: { text: 'US$ 96m', claim: 'c1' }, note: [{ text: '+30.8%' }], tone: 'good' },
      ],
    },
    { type: 'list', checked: true, heading: 'Risks', items: [[{ text: 'The cedi.' }]] },
    { type: 'followups', items: [{ label: 'Next', question: 'Next?' }] },
  ]
  expect(answerText(blocks)).toBe('A market of US$ 96m.\n\nSize: US$ 96m · +30.8%\n\nRisks\n• The cedi.')
})
