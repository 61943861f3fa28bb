import type { AnswerDocument } from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Dim, Query } from '../../contract/query.ts'

/** The queries of an answer, its language, and the members that the rows of its main tables are, in their order. */
export interface PastAsks {
  lang: Lang
  queries: readonly Query[]
  shown: readonly { dim: Dim; ids: readonly string[] }[]
}

/** A turn that went before. */
export interface PastTurn {
  question: string
  /** null for an answer that rests on queries, or on nothing. */
  plan: Plan | null
  /** null for an answer that rests on a plan, or on nothing. */
  asks: PastAsks | null
  /** ISO3 codes or names of what the answer showed. */
  entities: readonly string[]
  text: string
  /** The whole answer as it is stored; null where there is none that can be read. */
  document?: () => Promise<AnswerDocument | null>
}
