/** What a reader can do from inside an answer. */
export interface ExchangeActions {
  /** Opens the rows behind a figure. */
  openClaim: (turnId: string, claimId: string) => void
  /** Sends a question that the answer offers, or the same one again. */
  ask: (question: string, thinkLonger?: boolean) => void
}
