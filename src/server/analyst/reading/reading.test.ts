import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../insights/catalogue.ts'
import { parseCsv } from '../../insights/csv.ts'
import { dataModelOf } from '../../insights/query/model-of-catalogue.ts'
import { parseQuery } from '../../insights/query/text/parse-query.ts'
import { printQuery } from '../../insights/query/text/print-query.ts'
import { loadLexicon } from './lexicon.ts'
import { createReader, type Reader } from './read.ts'

const today = '2026-11-23'
/** Columns: question; query: the canonical text of the first query, its lines joined by ' | ', or 'incomplete'. */
const examples = parseCsv(readFileSync(join(import.meta.dirname, 'examples/en.csv'), 'utf8')).map(row => ({
  question: row.question ?? '',
  query: row.query ?? '',
}))
const answered = examples.filter(({ query }) => query !== 'incomplete')
const unanswered = examples.filter(({ query }) => query === 'incomplete')

let reader: Reader

beforeAll(() => {
  const catalogue = loadCatalogue('data')
  reader = createReader(loadLexicon(catalogue), dataModelOf(catalogue))
})

/** The first query as one line; 'incomplete' where a word that matters is not read. */
function readingOf(question: string): string {
  const [best] = reader.read(question, today)
  if (!best || best.unread.length > 0) return 'incomplete'
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
      expect(printQuery(parseQuery(text)).trim()).toBe(text)
    }
  })
})

describe('what is named and not among the figures', () => {
  test('is given beside the reading of the rest', () => {
    const [best] = reader.read('Inflation and the policy rate in Kenya', today)
    expect(best?.unread).toEqual([])
    expect(best?.draft.unavailable).toEqual(['central bank rate'])
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
