import type { Plan } from '../../contract/plan.ts'
import type { Dim, Query } from '../../contract/query.ts'

/** The queries of an answer, and the members that its tables showed, each list in the order of the rows. */
export interface PastAsks {
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
}
