import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AnswerDocument } from '../../contract/answer.ts'
import { operations } from '../../contract/plan.ts'
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
