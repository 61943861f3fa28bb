import { and, eq, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { findByProviderRef, findByReference, findByTransaction } from './attempts.ts'
import type { Notification, ProviderAdapter } from './provider.ts'
import { isReference } from './reference.ts'
import { type Attempt, paymentAttempt, paymentNotification } from './tables.ts'

type Read = Exclude<Notification, { authenticity: 'bad' }>

/** What is stored of an event, and whether it has been dealt with before. */
export interface Stored {
  attempt: Attempt | null
  isDealtWith: boolean
}

/** If the server ends before it has asked the provider, the poller does so soon. */
const askSoonSeconds = 15
const textMax = 200

/**
 * Writes an event down, once by its id, with the attempt it is about. Nothing of it is lost once this has ended: the
 * attempt is asked about shortly, whatever becomes of the call that brought it. What anybody could have sent about
 * nothing of ours is not written down.
 */
export async function storeNotification(ctx: Context, adapter: ProviderAdapter, read: Read): Promise<Stored> {
  const attempt = read.isAboutPayment && !read.isForeign ? await attemptOf(ctx, adapter, read) : null
  if (!attempt && read.authenticity === 'unsigned') return { attempt, isDealtWith: false }
  return inTransaction(ctx, async tx => {
    const { attemptId, outcome, note, times } = paymentNotification
    // What was about nothing when it came may be about something now, e.g. where it was quicker than the start.
    const isNews = sql`${outcome} = 'ignored' and excluded.attempt_id is not null`
    const [stored] = await tx.db
      .insert(paymentNotification)
      .values({
        provider: adapter.name,
        eventId: keyOf(adapter, read.eventId),
        type: read.type.slice(0, textMax),
        authenticity: read.authenticity,
        attemptId: attempt?.id ?? null,
        outcome: attempt ? 'waiting' : 'ignored',
        note: attempt ? '' : whyIgnored(read),
      })
      .onConflictDoUpdate({
        target: [paymentNotification.provider, paymentNotification.eventId],
        set: {
          times: sql`${times} + 1`,
          lastAt: sql`now()`,
          attemptId: sql`coalesce(${attemptId}, excluded.attempt_id)`,
          outcome: sql`case when ${isNews} then 'waiting' else ${outcome} end`,
          note: sql`case when ${isNews} then '' else ${note} end`,
        },
      })
      .returning({ outcome, times })
    const isDealtWith = stored !== undefined && stored.times > 1 && stored.outcome !== 'waiting'
    if (attempt && !isDealtWith) await askSoon(tx, attempt.id)
    return { attempt, isDealtWith }
  })
}

/** Test and live payments count their events by themselves. */
const keyOf = ({ isSandbox }: ProviderAdapter, eventId: string): string =>
  `${isSandbox ? 'sandbox:' : ''}${eventId}`.slice(0, textMax)

const whyIgnored = ({ isForeign, isAboutPayment }: Read): string => {
  if (isForeign) return 'of another account or mode'
  return isAboutPayment ? 'about no purchase of ours' : 'about no payment'
}

/**
 * The purchase that an event names: by our reference, the provider's own, or, of what is proven, the number of its payment.
 * Refunds and disputes may name the last alone, and bring a reference of their own, which is none of ours.
 */
async function attemptOf(ctx: Context, adapter: ProviderAdapter, read: Read): Promise<Attempt | null> {
  const { name, isSandbox } = adapter
  const attempt = await firstNamed(ctx, adapter, read)
  if (!attempt || attempt.provider !== name || attempt.isSandbox !== isSandbox) return null
  return read.providerRef === null || attempt.providerRef === read.providerRef ? attempt : null
}

async function firstNamed(
  ctx: Context,
  { name, isSandbox }: ProviderAdapter,
  { reference, providerRef, transactionId, authenticity, saysMoneyWentBack }: Read,
): Promise<Attempt | null> {
  const isProven = authenticity === 'signed' || saysMoneyWentBack
  if (reference !== null && isReference(reference)) {
    const attempt = await findByReference(ctx, reference)
    if (attempt || !isProven) return attempt
  }
  if (providerRef !== null) return findByProviderRef(ctx, name, isSandbox, providerRef)
  return isProven && transactionId !== null ? findByTransaction(ctx, name, isSandbox, transactionId) : null
}

async function askSoon(ctx: Context, attemptId: string): Promise<void> {
  const soon = sql`now() + make_interval(secs => ${askSoonSeconds})`
  await ctx.db
    .update(paymentAttempt)
    .set({ nextPollAt: sql`least(coalesce(${paymentAttempt.nextPollAt}, 'infinity'), ${soon})` })
    .where(eq(paymentAttempt.id, attemptId))
}

/** Of many hints about one attempt the poll looks into the last ones: shortly, and once. */
export async function leaveToPoll(
  ctx: Context,
  adapter: ProviderAdapter,
  { eventId }: Read,
  { id }: Attempt,
): Promise<void> {
  await askSoon(ctx, id)
  await closeNotification(ctx, adapter, eventId, 'left to the poll')
}

/** Notes that an event was dealt with, and what came of it. */
export async function closeNotification(
  ctx: Context,
  adapter: ProviderAdapter,
  eventId: string,
  note: string,
): Promise<void> {
  const { provider, eventId: key } = paymentNotification
  await ctx.db
    .update(paymentNotification)
    .set({ outcome: 'settled', note })
    .where(and(eq(provider, adapter.name), eq(key, keyOf(adapter, eventId))))
}

const ignoredKeptDays = 30

/** Drops events of long ago that were about nothing of ours. */
export async function sweepNotifications(ctx: Context): Promise<void> {
  await ctx.db.delete(paymentNotification).where(
    sql`${paymentNotification.outcome} = 'ignored'
          and ${paymentNotification.lastAt} < now() - make_interval(days => ${ignoredKeptDays})`,
  )
}
