import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { ProviderError } from './provider.ts'
import { type SettleParts, settle } from './settle.ts'
import { paymentAttempt } from './tables.ts'

/**
 * Asks about every purchase that a user has open, before the account ends. What cannot be asked about now is credited to
 * the closed account later: nothing is lost but whom it was for.
 */
export async function settleOpen(ctx: Context, parts: SettleParts, userId: string): Promise<void> {
  const open = await ctx.db
    .select({ id: paymentAttempt.id, reference: paymentAttempt.reference })
    .from(paymentAttempt)
    .where(and(eq(paymentAttempt.userId, userId), inArray(paymentAttempt.state, ['redirected', 'pending'])))
  const settleOne = async ({ id, reference }: { id: string; reference: string }) => {
    await settle(ctx, parts, { attemptId: id, cause: 'poll' }).catch(error => {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ reference, fault: error.fault }, 'An account ends with a purchase still open')
    })
  }
  await Promise.all(open.map(settleOne))
}
