import { expect, test } from 'vitest'
import { readyPaper } from './ready-paper.ts'
import { loadFrontSettings } from './settings.ts'

const shipped = loadFrontSettings(null)
const terms = (content: string) => readyPaper({ ...shipped, tnc: { content } }, 'tnc')

test('the heading that the words begin with is the page’s, those after it follow level by level', () => {
  const { title, body } = terms(
    '\n<h2>Terms &amp; <em>more</em></h2><p>One</p><h4>A</h4><h3>B</h3><p>Two</p>',
  )
  expect(title).toBe('Terms &amp; more')
  expect(body).toContain('<h1>Terms &amp; more</h1>\n<p>One</p><h3>A</h3><h2>B</h2><p>Two</p>')
})

test('words without a heading stand under the page’s own name', () => {
  const { title, body } = terms('<p>One</p>')
  expect(title).toBe('Terms of service')
  expect(body).toContain('<h1>Terms of service</h1>\n<p>One</p>')
})

test('what ships can be read whole, and leads to the other paper and home', () => {
  const privacy = readyPaper(shipped, 'privacy').body
  expect(privacy).toContain('<h1>Privacy</h1>')
  expect(privacy).toContain('<h2>What is kept</h2>')
  expect(privacy).toContain('<a href="/tos">Terms of service</a>')
  expect(privacy).toContain('href="/"')
  expect(readyPaper(shipped, 'tnc').body).toContain('<a href="/privacy">Privacy policy</a>')
})
