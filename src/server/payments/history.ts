import { and, desc, eq, gte, lt, ne, type SQL } from 'drizzle-orm'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { getTopUpHistory, PurchaseState, TopUpEntry } from '../../contract/payments.ts'
import type { Context } from '../platform/context.ts'
import { openCursor, sealCursor } from '../platform/cursor.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { majorNumber } from './currency.ts'
import { providerLabels } from './provider-labels.ts'
import { receiptNumbers } from './receipts.ts'
import { type Attempt, paymentAttempt } from './tables.ts'

const list = 'top-ups'

/** The word for each state; what nobody was sent to pay for is not listed. */
const statusWords: Readonly<Record<Exclude<PurchaseState, 'created'>, TopUpEntry['status']>> = {
  redirected: 'Pending',
  pending: 'Pending',
  paid: 'Pending',
  review: 'Pending',
  credited: 'Successful',
  declined: 'Failed',
  cancelled: 'Failed',
  expired: 'Failed',
  refunded: 'Refunded',
  reversed: 'Refunded',
}

export interface TopUpHistoryInput {
  userId: string
  /** From the page before; undefined for the newest. */
  cursor?: string | undefined
  limit?: number | undefined
  /** Only what was started in it. */
  span?: TimeSpan | undefined
}

/**
 * A page of what a user bought and tried to buy, newest first, by key: what is started meanwhile moves nothing.
 * @throws AppError('malformed') for a cursor that is not this user's
 */
export async function topUpHistory(
  ctx: Context,
  { userId, cursor, limit = limits.pageMaxRows, span }: TopUpHistoryInput,
): Promise<AnswerOf<typeof getTopUpHistory>['history']> {
  const table = paymentAttempt
  const conditions: SQL[] = [eq(table.userId, userId), ne(table.state, 'created')]
  if (cursor !== undefined) conditions.push(lt(table.seq, await openCursor(ctx, list, userId, cursor)))
  if (span?.since) conditions.push(gte(table.createdAt, span.since))
  if (span?.until) conditions.push(lt(table.createdAt, span.until))
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(...conditions))
    .orderBy(desc(table.seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  const withReceipt = await receiptNumbers(
    ctx,
    page.map(({ id }) => id),
  )
  return {
    data: page.map(attempt => topUpEntry(attempt, withReceipt.has(attempt.id))),
    next_cursor: hasMore ? await sealCursor(ctx, list, userId, last.seq) : null,
  }
}

function topUpEntry(attempt: Attempt, hasReceipt: boolean): TopUpEntry {
  const { id, createdAt, currency, provider, productName, creditAmount, state, reference } = attempt
  return {
    id,
    created_at: createdAt.toISOString(),
    amount: majorNumber(attempt),
    currency,
    source: providerLabels[provider],
    credit_product: { name: productName },
    credit_amount: creditAmount,
    status: state === 'created' ? 'Pending' : statusWords[state],
    ref: reference,
    type: 'credit',
    has_receipt: hasReceipt,
  }
}
