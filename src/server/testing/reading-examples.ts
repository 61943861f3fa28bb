import { readFileSync } from 'node:fs'
import { parseCsv } from '../insights/csv.ts'
import type { Catalogue, CatalogueModel } from '../insights/insights.ts'
import { loadCatalogue } from '../insights/insights.ts'
import { dataModelOf } from '../insights/query/model-of-catalogue.ts'

/** The catalogue of the product and its data model: what questions are read by, without any panel. */
export function productCatalogue(): { catalogue: Catalogue; model: CatalogueModel } {
  const catalogue = loadCatalogue('data')
  return { catalogue, model: dataModelOf(catalogue) }
}

/** A question and the canonical text of its first query, the lines joined by ' | ', or 'incomplete'. */
export interface ReadingExample {
  question: string
  query: string
}

export const readingExamples = (file: string): ReadingExample[] =>
  parseCsv(readFileSync(file, 'utf8')).map(({ question = '', query = '' }) => ({ question, query }))

/** A question and what becomes of it where it cannot be answered as it stands. */
export const outcomeExamples = (file: string): { question: string; outcome: string }[] =>
  parseCsv(readFileSync(file, 'utf8')).map(({ question = '', outcome = '' }) => ({ question, outcome }))

/** A follow-up: the questions before it, what their answers showed, and the query that it is read as. */
export interface ConversationExample {
  /** Parted by ' > '. */
  before: string
  /** In the same order, 'country NGA|EGY; brand …'. */
  shown: string
  then: string
  /** Canonical text of the first query, the lines joined by ' | ', or 'incomplete'. */
  query: string
}

export const conversationExamples = (file: string): ConversationExample[] =>
  parseCsv(readFileSync(file, 'utf8')).map(({ before = '', shown = '', then = '', query = '' }) => ({
    ...{ before, shown, then, query },
  }))
