import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'

const keptDays = 90
const holdsAtOnce = 500

/**
 * Takes holds that were closed 90 days ago into the sums of their account and month, the oldest first, and removes them,
 * all or nothing. Only `checkInvariants` needs them so late, and it reads the sums too. Returns how many went.
 */
export async function archiveHolds(ctx: Context, atMost = holdsAtOnce): Promise<number> {
  const row = await rowOf<{ count: number }>(
    ctx.db,
    sql`
      with due as (
        select id from credit_hold
        where closed_at <= now() - make_interval(days => ${keptDays})
        order by closed_at limit ${atMost} for update skip locked
      ), gone as (
        delete from credit_hold using due where credit_hold.id = due.id
        returning user_id, state, settled_amount, closed_at
      ), archived as (
        insert into credit_hold_archive as archive (user_id, month, settled_count, settled_amount, released_count)
        select user_id, date_trunc('month', closed_at at time zone 'UTC')::date, count(*) filter (where state = 'settled'),
          sum(settled_amount), count(*) filter (where state = 'released')
        from gone group by 1, 2 order by 1, 2
        on conflict (user_id, month) do update set
          settled_count = archive.settled_count + excluded.settled_count,
          settled_amount = archive.settled_amount + excluded.settled_amount,
          released_count = archive.released_count + excluded.released_count
      )
      select count(*)::int as count from gone`,
  )
  return row?.count ?? 0
}
