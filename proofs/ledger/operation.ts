/** What a client asks of the ledger. Accounts by their number in the world; amounts in whole credits. */
export type Operation =
  | { verb: 'grant' | 'adjust' | 'refund'; account: number; ref: string; amountCredits: number }
  | { verb: 'hold'; account: number; holdId: string; amountCredits: number; lifeMs: number }
  | { verb: 'settle'; account: number; holdId: string; amountCredits: number; ref: string }
  | { verb: 'release'; account: number; holdId: string }
  | { verb: 'balance'; account: number }
  | { verb: 'sweep' }

/**
 * What is asked in one go. `single`: one verb. `batch`: one transaction in which a refusal undoes nothing. `together`: one
 * transaction that a refusal undoes whole.
 */
export interface Task {
  mode: 'single' | 'batch' | 'together'
  operations: Operation[]
}

export type HoldState = 'open' | 'settled' | 'released'
/** `ref_taken`: a settle whose ref belongs to another spend. `undone`: another operation of the task was refused. */
type Refusal =
  | 'insufficient_credits'
  | 'idempotency_mismatch'
  | 'not_found'
  | 'invalid'
  | 'malformed'
  | 'ref_taken'
  | 'undone'

export interface Answer {
  outcome: 'done' | HoldState | Refusal
  /** Of a settled hold what was taken, of an insufficient account what is free, of a sweep how many it released; else 0. */
  amountCredits: number
  /** The account's balance as answered; null where the answer tells none. */
  balanceCredits: number | null
}

const accepted = new Set<Answer['outcome']>(['done', 'open', 'settled', 'released'])

export const isRefusal = ({ outcome }: Answer): boolean => !accepted.has(outcome)

export const refusedAs = (outcome: Refusal, freeCredits = 0): Answer => ({
  outcome,
  amountCredits: freeCredits,
  balanceCredits: null,
})
