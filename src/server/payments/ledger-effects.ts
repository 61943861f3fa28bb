import { sql } from 'drizzle-orm'
import { purchase, type Reversed, reverse } from '../credits/credits.ts'
import type { Context } from '../platform/context.ts'
import { type Cause, moveAttempt } from './attempts.ts'
import type { Receipts } from './receipts.ts'
import type { Attempt } from './tables.ts'

/** Issues and mails the receipt of an attempt that is being credited, in the same transaction. */
export interface IssueParts {
  receipts: Pick<Receipts, 'issue' | 'hasBuyer'>
}

/** Under which refs an attempt stands in the ledger. */
export const purchaseRef = (reference: string): string => `topup:${reference}`
export const reversalRef = (reference: string): string => `reversal:${reference}`

export interface CreditInput {
  cause: Cause
  words: string
  /** The provider's number of the payment. */
  transactionId: string
  actor?: string
}

/**
 * Gives what an attempt agreed to: state, ledger entry and receipt, in the caller's transaction and under its lock of the
 * attempt. Answers the balance in credits.
 */
export async function creditAttempt(
  ctx: Context,
  { receipts }: IssueParts,
  attempt: Attempt,
  { cause, words, transactionId, actor }: CreditInput,
): Promise<number> {
  await moveAttempt(ctx, attempt, { to: 'paid', cause, words, actor }, { transactionId })
  const { balanceCredits } = await purchase(ctx, {
    userId: attempt.userId,
    ref: purchaseRef(attempt.reference),
    amountCredits: attempt.creditAmount,
    reason: attempt.productName,
  })
  const paid = { id: attempt.id, state: 'paid' as const }
  await moveAttempt(
    ctx,
    paid,
    { to: 'credited', cause, words: '', actor },
    { creditedAt: sql`now()`, nextPollAt: null, reviewReason: null },
  )
  await receipts.issue(ctx, attempt.id)
  return balanceCredits
}

export interface TakeBackInput {
  to: 'refunded' | 'reversed'
  cause: Cause
  words: string
  actor?: string
}

/** Takes a credited attempt back: what is left of its credits goes, the rest is a debt. In the caller's transaction. */
export async function takeBack(
  ctx: Context,
  attempt: Attempt,
  { to, cause, words, actor }: TakeBackInput,
): Promise<Reversed> {
  await moveAttempt(ctx, attempt, { to, cause, words, actor }, { nextPollAt: null, reviewReason: null })
  return reverse(ctx, {
    userId: attempt.userId,
    ref: reversalRef(attempt.reference),
    amountCredits: attempt.creditAmount,
    reason: to === 'refunded' ? 'Refund' : 'Chargeback',
    actor: actor ?? null,
  })
}
