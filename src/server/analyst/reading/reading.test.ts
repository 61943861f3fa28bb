import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseAsk, printQuery } from '../../insights/insights.ts'
import { productCatalogue, readingExamples } from '../../testing/reading-examples.ts'
import { loadLexicons } from './lexicon.ts'
import { hasRest, isNearest } from './missing.ts'
import { createReader, type Reader } from './read.ts'

const today = '2026-11-23'
const folder = join(import.meta.dirname, 'examples')
const examples = readdirSync(folder).flatMap(file => readingExamples(join(folder, file)))
const answered = examples.filter(({ query }) => query !== 'incomplete')
const unanswered = examples.filter(({ query }) => query === 'incomplete')

let reader: Reader

beforeAll(() => {
  const { catalogue, model } = productCatalogue()
  reader = createReader(loadLexicons(catalogue), model, catalogue)
})

/** The first query as one line; 'incomplete' where a word that matters is not read. */
function readingOf(question: string): string {
  const [best] = reader.read(question, today)
  if (!best || best.unread.length > 0) return 'incomplete'
  if (!hasRest(best.said, best.missing) || isNearest(best.missing)) return 'incomplete'
  return best.queries[0] ? printQuery(best.queries[0]).trim().split('\n').join(' | ') : 'incomplete'
}

describe('a question that stands alone', () => {
  test.for(answered)('is read as its query: $question', ({ question, query }) => {
    expect(readingOf(question)).toBe(query)
  })

  test.for(unanswered)('is incomplete where a word that matters is not read: $question', ({ question }) => {
    expect(readingOf(question)).toBe('incomplete')
  })

  test('is one of at least 120 examples, each a query in canonical text', () => {
    expect(examples.length).toBeGreaterThanOrEqual(120)
    for (const { query } of answered) {
      const text = query.split(' | ').join('\n')
      expect(parseAsk(text).queries.map(one => printQuery(one).trim())).toEqual([text])
    }
  })
})

describe('what is named and not among the figures', () => {
  test('is given beside the reading of the rest', () => {
    const [best] = reader.read('Inflation and the policy rate in Kenya', today)
    expect(best?.unread).toEqual([])
    expect(best?.missing.map(one => one.words)).toEqual(['policy rate'])
  })

  test('makes a reading incomplete where it is the only place', () => {
    expect(readingOf('Beer sales in Lagos')).toBe('incomplete')
  })
})

describe('a word that restricts', () => {
  const plain = 'access to electricity in Kenya'

  test.for(['rural', 'female', 'second-hand'])('bars the reading: %s', word => {
    expect(readingOf(plain)).not.toBe('incomplete')
    expect(readingOf(`${word} ${plain}`)).toBe('incomplete')
  })
})

describe('a text too long to read beside others', () => {
  const plain = 'GDP of Kenya in 2024'

  test('is not read as a question', () => {
    expect(reader.read(plain, today)).not.toEqual([])
    expect(reader.read(plain + ' please'.repeat(400), today)).toEqual([])
  })

  test('bars a question that takes something over from it', () => {
    const unreadAfter = (question: string) =>
      reader.read('and Ghana?', today, [{ question, shown: [] }])[0]?.unread ?? ['none']
    expect(unreadAfter(plain)).toEqual([])
    expect(unreadAfter(plain + ' please'.repeat(80))).not.toEqual([])
  })
})
