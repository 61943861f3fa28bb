import type { Suggestion } from '../../contract/answer.ts'

/** What a reader can do from inside an answer. */
export interface ExchangeActions {
  /** Opens the rows behind a figure. */
  openClaim: (turnId: string, claimId: string) => void
  /** Sends a question that the answer offers, or the same one again. */
  ask: (picked: Pick<Suggestion, 'question' | 'suggestion_id'>, thinkLonger?: boolean) => void
}
