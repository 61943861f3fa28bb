import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Dim } from '../../../contract/query.ts'
import { printQuery } from '../../insights/insights.ts'
import { conversationExamples, productCatalogue } from '../../testing/reading-examples.ts'
import type { Past } from './conversation.ts'
import { loadLexicons } from './lexicon.ts'
import { createReader, type Reader } from './read.ts'

const today = '2026-11-23'
const folder = join(import.meta.dirname, 'conversation/examples')
const between = ' > '

const examples = readdirSync(folder).flatMap(file => conversationExamples(join(folder, file)))

let reader: Reader

beforeAll(() => {
  const { catalogue, model } = productCatalogue()
  reader = createReader(loadLexicons(catalogue), model, catalogue)
})

const shownIn = (text: string): Past['shown'] =>
  text
    .split('; ')
    .filter(part => part !== '')
    .map(part => {
      const [dim = '', ids = ''] = [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]
      return { dim: dim as Dim, ids: ids.split('|') }
    })

function pastOf(before: string, shown: string): Past[] {
  const texts = shown.split(between)
  return before
    .split(between)
    .map((question, at) => ({ question, shown: shownIn((texts[at] ?? '').trim()), isAnswered: true }))
}

function readingOf(question: string, past: readonly Past[]): string {
  const [best] = reader.read(question, today, past)
  if (!best || best.unread.length > 0 || best.missing.length > 0) return 'incomplete'
  return best.queries[0] ? printQuery(best.queries[0]).trim().split('\n').join(' | ') : 'incomplete'
}

describe('a follow-up', () => {
  test.for(examples)('is read as its query: $before, then $then', ({ before, shown, then, query }) => {
    expect(readingOf(then, pastOf(before, shown))).toBe(query)
  })

  test('is one of at least 120 examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(120)
  })
})

describe('a word of a follow-up that is not read', () => {
  const past: Past[] = [{ question: 'Beer sales in Kenya in 2023', shown: [], isAnswered: true }]

  test.for(['rural', 'organic', 'unglimp', 'without ice'])('bars the answer: %s', word => {
    expect(readingOf('and Uganda?', past)).not.toBe('incomplete')
    expect(readingOf(`and Uganda, ${word}?`, past)).toBe('incomplete')
  })
})

describe('a question that stands by itself', () => {
  test.for([
    'What was inflation in Egypt in 2020?',
    'Which African country has the highest debt?',
    'How big is the rice market in Senegal?',
  ])('takes nothing over: %s', question => {
    const past: Past[] = [{ question: 'Beer volume in Kenya since 2019', shown: [], isAnswered: true }]
    expect(readingOf(question, past)).toBe(readingOf(question, []))
  })
})

describe('a question that was not answered', () => {
  const plain = 'Beer sales in Kenya in 2023'
  const asked = (question: string, isAnswered: boolean): Past => ({ question, shown: [], isAnswered })

  test('stands in the way of follow-ups where it opened a topic', () => {
    const past = [asked(plain, true), asked('How many zorgs are there in Ghana for rice?', false)]
    expect(readingOf('and in 2022?', past)).toBe('incomplete')
  })

  test('leaves the topic before it where it only went on with it', () => {
    const past = [asked(plain, true), asked('and by zorg?', false)]
    expect(readingOf('and in 2022?', past)).toBe(
      'show panel_value_usd | cut country KEN, segment beer | time 2022',
    )
  })
})
