import type { AnsweredQuery } from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'
import type { Ask, Cond, Query } from '../../contract/query.ts'
import type { Result } from '../../contract/result.ts'
import type { Catalogue } from '../insights/insights.ts'

/** What an answer to queries is written from. */
export interface AskToWrite {
  ask: Ask
  /** As they were answered, one for each query of the ask. */
  queries: readonly AnsweredQuery[]
  /** A query after those, run to put the figure into context; nobody asked it. */
  beside?: Query
  /** What is asked by yes or no of the first query. */
  claim?: Cond
  result: Result
  lang: Lang
  catalogue: Catalogue
}

/** The words of an answer as markup, figures by reference to their cells (markup/write-markup.ts). */
export type WriteAsk = (input: AskToWrite) => string
