import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { releaseExpired } from './ledger.ts'
import { creditHold } from './tables.ts'

const batch = 500

/** Releases holds past their time, each once however many sweep at the same moment. Returns how many it released. */
export async function sweepHolds(ctx: Context): Promise<number> {
  const expired = await ctx.db
    .select({ holdId: creditHold.id, userId: creditHold.userId })
    .from(creditHold)
    .where(and(eq(creditHold.state, 'open'), sql`${creditHold.expiresAt} < now()`))
    .limit(batch)
  let releasedCount = 0
  // One transaction each: several sweepers never hold one account while they wait for another.
  for (const hold of expired) if (await releaseExpired(ctx, hold)) releasedCount += 1
  if (releasedCount > 0) ctx.log.warn({ releasedCount }, 'Released credits that a crash had left held')
  return releasedCount
}
