import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { outcomeExamples, productCatalogue } from '../../testing/reading-examples.ts'
import { messagesOf } from '../answer/messages.ts'
import { gapWords } from '../answer/say-gaps.ts'
import { leftOpen } from './left-open.ts'
import { loadLexicons } from './lexicon.ts'
import { hasRest, isNearest } from './missing.ts'
import { createReader, type Reader } from './read.ts'
import { readQuestion } from './read-question.ts'

const examples = outcomeExamples(join(import.meta.dirname, 'outcomes/en.csv'))
let reader: Reader
let wordsOf: Parameters<typeof readQuestion>[2]

beforeAll(() => {
  const { catalogue, model } = productCatalogue()
  wordsOf = lang => gapWords(catalogue, messagesOf(lang))
  reader = createReader(loadLexicons(catalogue), model, catalogue)
})

/** What becomes of a question that stands alone, in a word or two. */
function outcomeOf(question: string): string {
  const candidates = reader.read(question, '2026-11-23')
  const [best] = candidates
  const open = leftOpen(candidates, false, () => [])
  if (open) return `choice: ${open.k}`
  if (!best || best.unread.length > 0) return `unread: ${best?.unread.join('; ')}`
  const words = best.missing.map(one => one.words).join('; ')
  if (words === '') return best.queries.length > 0 ? 'queries' : 'nothing'
  if (best.queries.length === 0 || !hasRest(best.said, best.missing)) return `gap: ${words}`
  return isNearest(best.missing) ? `nearest for: ${words}` : `answers beside: ${words}`
}

describe('a question that cannot be answered as it stands', () => {
  test.for(examples)('$question → $outcome', ({ question, outcome }) => {
    expect(outcomeOf(question)).toBe(outcome)
  })
})

test.each([
  ['beer sales in Ghana frobnicated', [{ why: 'unread', lang: 'en', words: 'frobnicated' }]],
  ['ventes de bière à Dakar', [{ why: 'not_available', lang: 'fr', words: 'Dakar' }]],
  ['sales in Kenya', [{ why: 'left_open', lang: 'en', words: 'goods' }]],
  ['beer sales in Ghana', undefined],
])('%s leaves open %j', (question, open) => {
  expect(readQuestion(reader, { question, history: [], today: '2026-11-23' }, wordsOf).open).toEqual(open)
})

test.each([
  ['How has the beer market in Nigeria grown?', /^Growth is given in local currency first/],
  ['Comment le marché de la bière au Nigeria a-t-il progressé ?', /^La croissance est d’abord donnée/],
  ['How has the beer market in Kenya grown?', /^$/],
  ['How has the beer market in Nigeria grown in dollars?', /^$/],
])('the choice of money is said where it was made: %s', (question, said) => {
  const outcome = readQuestion(reader, { question, history: [], today: '2026-11-23' }, wordsOf)
  expect(outcome.k === 'queries' ? (outcome.read.assumed ?? []).join(' ') : outcome.k).toMatch(said)
})
