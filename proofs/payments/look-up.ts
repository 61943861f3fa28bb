import type { Pool } from 'pg'
import { checkInvariants } from '../../src/server/credits/credits.ts'
import { reconcile } from '../../src/server/payments/payments.ts'
import { testContext } from '../../src/server/testing/context.ts'

export interface Looked {
  purchases: number
  /** With one ledger entry of the right amount, one receipt and one step to credited. */
  creditedOnce: number
  /** Credited, and a person is called because the provider took its word back. */
  toReview: number
  /** What is wrong, a line each. */
  problems: string[]
}

/**
 * Looks every purchase of a database up in the ledger, and the ledger in the purchases. Left out is what nobody was sent to
 * pay for, and what is named as unpaid by the provider's token.
 */
export async function lookUp(pool: Pool, unpaid: readonly string[] = []): Promise<Looked> {
  const found = await pool.query<{
    reference: string
    state: string
    review_reason: string | null
    entries: number
    credits: number
    receipts: number
    steps: number
  }>(
    `SELECT reference, state, review_reason,
       (SELECT count(*)::int FROM credit_entry WHERE kind = 'purchase' AND ref = 'topup:' || reference) AS entries,
       (SELECT sum(amount)::int FROM credit_entry WHERE kind = 'purchase' AND ref = 'topup:' || reference) AS credits,
       (SELECT count(*)::int FROM payment_receipt r WHERE r.attempt_id = a.id) AS receipts,
       (SELECT count(*)::int FROM payment_step s WHERE s.attempt_id = a.id AND from_state = 'paid'
          AND to_state = 'credited') AS steps
     FROM payment_attempt a WHERE provider_ref IS NOT NULL AND provider_ref <> ALL ($1)`,
    [unpaid],
  )
  const problems: string[] = []
  let creditedOnce = 0
  let toReview = 0
  for (const one of found.rows) {
    const { reference, state, entries, credits, receipts, steps, review_reason } = one
    const isOne = entries === 1 && receipts === 1 && steps === 1
    const isRight = state === 'credited' && isOne && credits === 100
    if (isRight) creditedOnce += 1
    else problems.push(`${reference}: ${JSON.stringify(one)}`)
    if (isRight && review_reason !== null) toReview += 1
  }
  problems.push(...(await booksOf(pool)))
  return { purchases: found.rows.length, creditedOnce, toReview, problems }
}

async function booksOf(pool: Pool): Promise<string[]> {
  const ctx = testContext(pool)
  const { differences } = await reconcile(ctx, {})
  const wrongAccounts = await checkInvariants(ctx)
  const gaps = await pool.query<{ year: string; missing: number }>(
    `SELECT left(number, 4) AS year, (max(right(number, 6)::int) - count(*))::int AS missing FROM payment_receipt
     GROUP BY 1 HAVING max(right(number, 6)::int) <> count(*)`,
  )
  return [
    ...differences.map(one => `reconciliation: ${JSON.stringify(one)}`),
    ...wrongAccounts.map(userId => `an account does not agree with its ledger: ${userId}`),
    ...gaps.rows.map(one => `receipt numbers have gaps: ${JSON.stringify(one)}`),
  ]
}
