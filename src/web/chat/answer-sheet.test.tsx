import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AnswerDocument, AnsweredQuery } from '../../contract/answer.ts'
import { operations } from '../../contract/plan.ts'
import { bareQuery } from '../../contract/query.ts'
import { AnswerSheet, UnreadableSheet } from './answer-sheet.tsx'
import { answerOfDocument } from './shown-answer.ts'

test('the sheet of an answer that could not be shown says so under its question', () => {
  const html = renderToStaticMarkup(<UnreadableSheet question="How large is tea in <Kenya>?" />)
  expect(html).toMatch(/How large is tea in &lt;Kenya&gt;\?<\/h1><p>This answer could not be shown\.<\/p>/)
})

const stored = import.meta.glob<{ question: string; document: AnswerDocument }>(
  '../../server/testing/documents-v1/*.json',
  { eager: true },
)

/** What a browser shows of markup, to be compared with words. */
const shownIn = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test('there is a stored answer of each operation', () =>
  expect(Object.keys(stored)).toHaveLength(operations.length))

test.each(Object.entries(stored))('%s, stored before documents had queries, is printed', (_, one) => {
  const { question, document } = one
  const answer = answerOfDocument(document)
  const html = renderToStaticMarkup(
    <AnswerSheet turnId="t" question={question} answer={answer} answeredAt="2026-11-21T10:00:00Z" />,
  )
  const text = shownIn(html)
  for (const block of document.blocks)
    if (block.type === 'headline' || block.type === 'paragraph')
      expect(text).toContain(block.spans.map(span => span.text).join(''))
  for (const { label, value } of document.plan_words) expect(text).toContain(label + value)
  expect(text).toContain(`Data version${document.data_version}`)
  expect(html.match(/<table/g) ?? []).toHaveLength(
    document.blocks.filter(block => block.type === 'table').length,
  )
  expect(html).not.toContain('lang=')
})

test('an answer to queries is printed in its language with each of them in words', () => {
  const [one] = Object.values(stored)
  if (one?.document.version !== 1) throw new Error('no stored answer')
  const { plan: _, plan_hash: __, ...parts } = one.document
  const ofWords = (words: string): AnsweredQuery => ({
    ...{ query: bareQuery, text: 'show gdp_usd\ntime latest', hash: 'a'.repeat(64), words },
  })
  const queries = [ofWords('GDP of Kenya, 2025'), ofWords('GDP of Ghana, 2025')]
  const plan_words = [{ label: 'Query', value: 'GDP of Kenya, 2025' }]
  const print = (of: AnsweredQuery[]) => {
    const document: AnswerDocument = { ...parts, version: 2, lang: 'pt', queries: of, plan_words }
    const answer = answerOfDocument(document)
    return renderToStaticMarkup(<AnswerSheet turnId="t" question="PIB?" answer={answer} answeredAt={null} />)
  }
  expect(print(queries)).toContain('lang="pt"')
  expect(shownIn(print(queries))).toContain('Query 1GDP of Kenya, 2025Query 2GDP of Ghana, 2025')
  expect(shownIn(print(queries.slice(0, 1)))).toContain('QueryGDP of Kenya, 2025')
})
