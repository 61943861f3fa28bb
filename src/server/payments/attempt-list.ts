import { and, asc, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { PaymentProvider, PurchaseState } from '../../contract/payments.ts'
import type { Context } from '../platform/context.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { findByReference } from './attempts.ts'
import { type Attempt, paymentAttempt, paymentNotification, paymentStep } from './tables.ts'

export interface AttemptFilter {
  state?: PurchaseState | undefined
  provider?: PaymentProvider | undefined
  userId?: string | undefined
  /** When it was started. */
  span?: TimeSpan | undefined
  /** At most 1,000. */
  limit?: number | undefined
}

const rowsAtMost = 1_000

/** Tries to buy, newest first. */
export function listAttempts(ctx: Context, filter: AttemptFilter): Promise<Attempt[]> {
  const { state, provider, userId, span, limit = rowsAtMost } = filter
  const table = paymentAttempt
  const conditions: SQL[] = []
  if (state) conditions.push(eq(table.state, state))
  if (provider) conditions.push(eq(table.provider, provider))
  if (userId) conditions.push(eq(table.userId, userId))
  if (span?.since) conditions.push(gte(table.createdAt, span.since))
  if (span?.until) conditions.push(lt(table.createdAt, span.until))
  return ctx.db
    .select()
    .from(table)
    .where(and(...conditions))
    .orderBy(desc(table.seq))
    .limit(Math.min(limit, rowsAtMost))
}

export interface WholeAttempt {
  attempt: Attempt
  /** How it came there, in order. */
  steps: (typeof paymentStep.$inferSelect)[]
  /** What its provider told of it, in order. */
  notifications: (typeof paymentNotification.$inferSelect)[]
}

/** One purchase with all that happened to it; null where there is none. */
export async function showAttempt(ctx: Context, reference: string): Promise<WholeAttempt | null> {
  const attempt = await findByReference(ctx, reference)
  if (!attempt) return null
  const steps = await ctx.db
    .select()
    .from(paymentStep)
    .where(eq(paymentStep.attemptId, attempt.id))
    .orderBy(asc(paymentStep.id))
  const notifications = await ctx.db
    .select()
    .from(paymentNotification)
    .where(eq(paymentNotification.attemptId, attempt.id))
    .orderBy(asc(paymentNotification.receivedAt))
  return { attempt, steps, notifications }
}
