import { sql } from 'drizzle-orm'
import type { TrackingEvent } from '../../contract/payments.ts'
import type { Context, SignedInContext } from '../platform/context.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import type { PaymentParts } from './parts.ts'
import { paymentTracking } from './tables.ts'

const events: RateLimit = { name: 'payment-tracking', points: 60, windowSeconds: 3_600 }
const keptDays = 90
const passOnMaxMs = 5_000

/**
 * Notes what became of a payment in a browser, and passes it on where the settings name an address for it; nobody waits for
 * that or minds its failure. No credits ever come of it.
 * @throws AppError('rate_limited')
 */
export async function trackPayment(
  ctx: SignedInContext,
  { rateLimits, trackingUrl }: Pick<PaymentParts, 'rateLimits' | 'trackingUrl'>,
  { publicKey, language, version, title, message }: TrackingEvent,
): Promise<void> {
  await rateLimits.take(events, ctx.user.id)
  const event = { publicKey, language, version, title, message }
  await ctx.db.insert(paymentTracking).values({ userId: ctx.user.id, ...event })
  if (trackingUrl !== null) void passOn(ctx, trackingUrl, event)
}

async function passOn(ctx: Context, url: string, event: TrackingEvent): Promise<void> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      redirect: 'error',
      signal: AbortSignal.timeout(passOnMaxMs),
    })
    await answer.body?.cancel()
  } catch (error) {
    ctx.log.debug({ err: error }, 'What became of a payment in a browser could not be passed on')
  }
}

/** Drops events of long ago. */
export async function sweepTracking(ctx: Context): Promise<void> {
  await ctx.db
    .delete(paymentTracking)
    .where(sql`${paymentTracking.createdAt} < now() - make_interval(days => ${keptDays})`)
}
