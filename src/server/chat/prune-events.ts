import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { readMark, setMark } from '../platform/job-mark.ts'

const job = 'prune-events'
/** Some 10,000 events: well under a second's work, every minute. */
const turnsAtOnce = 500

/**
 * Removes the events of turns that ended a day ago, the oldest ends first; from then on they are replayed from what is
 * stored of the answer. Returns how many turns it went through.
 */
export async function pruneEvents(ctx: Context, atMost = turnsAtOnce): Promise<number> {
  return inTransaction(ctx, async tx => {
    const from = (await readMark(tx, job)) ?? '-infinity'
    const due = await rowsOf<{ id: string; ended: string }>(
      tx.db,
      sql`
        select id, ended_at::text as ended from turn
        where ended_at > ${from}::timestamptz and ended_at <= now() - interval '1 day'
        order by ended_at fetch first ${atMost} rows with ties`,
    )
    const last = due.at(-1)
    if (!last) return 0
    await tx.db.execute(
      sql`delete from turn_event where turn_id = any(${sql.param(due.map(({ id }) => id))}::uuid[])`,
    )
    await setMark(tx, job, last.ended)
    return due.length
  })
}
