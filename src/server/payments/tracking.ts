import { sql } from 'drizzle-orm'
import type { TrackingEvent } from '../../contract/payments.ts'
import type { Context, SignedInContext } from '../platform/context.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import type { PaymentParts } from './parts.ts'
import { paymentTracking } from './tables.ts'

const events: RateLimit = { name: 'payment-tracking', points: 60, windowSeconds: 3_600 }
const keptDays = 90

/** Notes what became of a payment in a browser. No credits ever come of it. @throws AppError('rate_limited') */
export async function trackPayment(
  ctx: SignedInContext,
  { rateLimits }: Pick<PaymentParts, 'rateLimits'>,
  { publicKey, language, version, title, message }: TrackingEvent,
): Promise<void> {
  await rateLimits.take(events, ctx.user.id)
  await ctx.db
    .insert(paymentTracking)
    .values({ userId: ctx.user.id, ...{ publicKey, language, version, title, message } })
}

/** Drops events of long ago. */
export async function sweepTracking(ctx: Context): Promise<void> {
  await ctx.db
    .delete(paymentTracking)
    .where(sql`${paymentTracking.createdAt} < now() - make_interval(days => ${keptDays})`)
}
