import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { getUsageHistory, UsageEntry } from '../../contract/credits.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { Context } from '../platform/context.ts'
import { openCursor, sealCursor } from '../platform/cursor.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { starterRef } from './ledger.ts'
import { creditEntry } from './tables.ts'

const list = 'usage'

export interface HistoryInput {
  userId: string
  /** From the page before; undefined for the newest. */
  cursor?: string | undefined
  limit?: number | undefined
  /** Only what was posted in it. */
  span?: TimeSpan | undefined
}

/**
 * A page of the account's entries, newest first, by key: what is posted meanwhile moves nothing.
 * @throws AppError('malformed') for a cursor that is not this user's
 */
export async function usageHistory(
  ctx: Context,
  { userId, cursor, limit = limits.pageMaxRows, span }: HistoryInput,
): Promise<AnswerOf<typeof getUsageHistory>['history']> {
  const conditions: SQL[] = [eq(creditEntry.userId, userId)]
  if (cursor !== undefined) conditions.push(lt(creditEntry.id, await openCursor(ctx, list, userId, cursor)))
  if (span?.since) conditions.push(gte(creditEntry.createdAt, span.since))
  if (span?.until) conditions.push(lt(creditEntry.createdAt, span.until))
  const rows = await ctx.db
    .select()
    .from(creditEntry)
    .where(and(...conditions))
    .orderBy(desc(creditEntry.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    data: page.map(usageEntry),
    next_cursor: hasMore ? await sealCursor(ctx, list, userId, last.id) : null,
  }
}

function usageEntry(entry: typeof creditEntry.$inferSelect): UsageEntry {
  const type = entry.amount > 0 ? 'credit' : 'debit'
  return {
    id: String(entry.id),
    type,
    created_at: entry.createdAt.toISOString(),
    amount: Math.abs(entry.amount),
    ref: entry.ref,
    narrative: narrative(entry.ref, type),
    detail: grantedAs(entry),
  }
}

/** What credits were given as that nobody paid for; purchases are told of by who sold them. */
function grantedAs({ kind, ref, amount }: typeof creditEntry.$inferSelect): string | undefined {
  if (kind === 'grant' && ref.startsWith(starterRef(''))) return 'Starter credits'
  return kind === 'grant' || (kind === 'adjustment' && amount > 0) ? 'Credits granted' : undefined
}

/** The product specification's rule for the label of an entry. */
function narrative(ref: string, type: UsageEntry['type']): string {
  if (ref.includes('thread_')) return 'Chat prompt'
  return type === 'credit' ? 'Top up' : 'Other'
}
