import { eq, sql } from 'drizzle-orm'
import { type PaymentProvider, paymentProviders } from '../../contract/payments.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { lockAttempt, moveAttempt } from './attempts.ts'
import { expiresAfterMs, waitMsAfter } from './poll-times.ts'
import { ProviderError } from './provider.ts'
import { type SettleParts, settle } from './settle.ts'
import { abandon } from './start-purchase.ts'
import { paymentAttempt } from './tables.ts'

const atOnce = 4
/** A poll that was cut off (its server died) is repeated after this long: longer than a provider takes to answer all of it. */
const leaseSeconds = 120

interface Due extends Record<string, unknown> {
  id: string
  poll_count: number
  age_ms: number
  /** As text: in the clock of the database, to the microsecond. */
  leased_until: string
}

/** Asks about every purchase that is due, of each provider by itself. Answers how many it asked about. */
export async function pollDue(ctx: Context, parts: SettleParts): Promise<number> {
  const asked = await Promise.all(paymentProviders.map(provider => pollDueOf(ctx, parts, provider)))
  return asked.reduce((sum, count) => sum + count, 0)
}

/**
 * Asks one provider about every purchase that is due there, with every instance taking part: never about more than it is
 * asked about at a time, so that none waits behind another for longer than its lease. Answers how many it asked about.
 */
export async function pollDueOf(
  ctx: Context,
  parts: SettleParts,
  provider: PaymentProvider,
  /** Begins no more once this is aborted. */
  ending?: AbortSignal,
): Promise<number> {
  let asked = 0
  while (!ending?.aborted) {
    const due = await claim(ctx, provider)
    await Promise.all(due.map(one => pollOne(ctx, parts, one)))
    asked += due.length
    if (due.length < atOnce) break
  }
  return asked
}

/** The attempts of this round, its alone for a while. */
function claim(ctx: Context, provider: PaymentProvider): Promise<Due[]> {
  return rowsOf<Due>(
    ctx.db,
    sql`update payment_attempt set poll_count = poll_count + 1,
          next_poll_at = now() + make_interval(secs => ${leaseSeconds})
        where id in (select id from payment_attempt where next_poll_at <= now() and provider = ${provider}
                     order by next_poll_at limit ${atOnce} for update skip locked)
        returning id, poll_count, (extract(epoch from now() - created_at) * 1000)::float8 as age_ms,
          next_poll_at::text as leased_until`,
  )
}

/** Each by itself: one purchase must not keep the others from being asked about. */
async function pollOne(ctx: Context, parts: SettleParts, due: Due): Promise<void> {
  try {
    if (await abandon(ctx, due.id)) return
    const wasAnswered = await ask(ctx, parts, due.id)
    await setNext(ctx, due, wasAnswered)
  } catch (error) {
    ctx.log.error(
      { err: error, attempt_id: due.id },
      'A purchase could not be asked about; it is tried again',
    )
  }
}

async function ask(ctx: Context, parts: SettleParts, attemptId: string): Promise<boolean> {
  try {
    await settle(ctx, parts, { attemptId, cause: 'poll' })
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const fields = { attempt_id: attemptId, fault: error.fault, reason: error.message }
    ctx.log.warn(fields, 'A provider could not be asked about a purchase')
    return false
  }
}

const lateAskSeconds = 6 * 3_600
const lastAskMs = 3 * expiresAfterMs

/** When to ask again. A purchase of a day that nobody has paid for is expired; its provider was asked once more just now. */
async function setNext(ctx: Context, due: Due, wasAnswered: boolean): Promise<void> {
  const { id, poll_count, age_ms, leased_until } = due
  const waitMs = waitMsAfter(poll_count, age_ms, Math.random())
  await inTransaction(ctx, async tx => {
    const attempt = await lockAttempt(tx, id)
    // What is over was taken off the clock by whoever ended it.
    if (attempt.nextPollAt === null) return
    const isOpen = attempt.state === 'redirected' || attempt.state === 'pending'
    if (waitMs === null && isOpen) await moveAttempt(tx, attempt, { to: 'expired', cause: 'poll', words: '' })
    // Where it did not answer, some of the last hours are unknown: a little longer, in case it was paid in them.
    const isLate = waitMs === null && !wasAnswered && age_ms < lastAskMs
    const waitSeconds = waitMs === null ? (isLate ? lateAskSeconds : null) : waitMs / 1_000
    const next = waitSeconds === null ? sql`null` : sql`now() + make_interval(secs => ${waitSeconds})`
    await tx.db
      .update(paymentAttempt)
      // Earlier than its lease only by an event that came in meanwhile: that is asked about as soon as it said.
      .set({
        nextPollAt: sql`case when ${paymentAttempt.nextPollAt} < ${leased_until}::timestamptz
          then least(${paymentAttempt.nextPollAt}, ${next}) else ${next} end`,
      })
      .where(eq(paymentAttempt.id, id))
  })
}

/** Until the next one is due at a provider, in ms; null where none is. */
export async function msUntilDue(ctx: Context, provider: PaymentProvider): Promise<number | null> {
  const row = await rowOf<{ ms: number | null }>(
    ctx.db,
    sql`select (extract(epoch from min(next_poll_at) - now()) * 1000)::float8 as ms from payment_attempt
        where next_poll_at is not null and provider = ${provider}`,
  )
  return row?.ms ?? null
}
