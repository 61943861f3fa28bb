import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { ProviderError } from './provider.ts'
import { type SettleParts, settle } from './settle.ts'
import { paymentAttempt } from './tables.ts'

const newest = 20
const atOnce = 4
/** No more are begun after this: somebody waits for the account to end. */
const beginWithinMs = 10_000

/**
 * Asks about the purchases that a user has open, before the account ends; of very many about the newest. Nothing is
 * captured: who leaves does not want to pay any more. What cannot be asked about now is credited to the closed account
 * later, with an alarm: nothing is lost but whom it was for.
 */
export async function settleOpen(ctx: Context, parts: SettleParts, userId: string): Promise<void> {
  const open = await ctx.db
    .select({ id: paymentAttempt.id, reference: paymentAttempt.reference })
    .from(paymentAttempt)
    .where(and(eq(paymentAttempt.userId, userId), inArray(paymentAttempt.state, ['redirected', 'pending'])))
    .orderBy(desc(paymentAttempt.seq))
    .limit(newest)
  const settleOne = async ({ id, reference }: { id: string; reference: string }) => {
    await settle(ctx, parts, { attemptId: id, cause: 'poll', mayCapture: false }).catch(error => {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ reference, fault: error.fault }, 'An account ends with a purchase still open')
    })
  }
  const lastAt = performance.now() + beginWithinMs
  const work = async () => {
    for (let one = open.shift(); one && performance.now() < lastAt; one = open.shift()) await settleOne(one)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
