import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnreadableSheet } from './answer-sheet.tsx'

test('the sheet of an answer that could not be shown says so under its question', () => {
  const html = renderToStaticMarkup(<UnreadableSheet question="How large is tea in <Kenya>?" />)
  expect(html).toMatch(/How large is tea in &lt;Kenya&gt;\?<\/h1><p>This answer could not be shown\.<\/p>/)
})
