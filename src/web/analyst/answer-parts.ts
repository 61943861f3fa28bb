import type { AnswerDocument, Block, Claim, TableWords } from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'

/** What is drawn of an answer, be it still arriving or stored. A block that did not change keeps its identity. */
export interface AnswerParts extends Pick<AnswerDocument, 'tables' | 'sources' | 'plan_words'> {
  readonly blocks: readonly Block[]
  /** null where the answer does not say: the page's own. */
  readonly lang: Lang | null
  readonly table_words: TableWords
  readonly claims: Readonly<Record<string, Claim>>
}
