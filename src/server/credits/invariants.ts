import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'

interface Mismatch extends Record<string, unknown> {
  user_id: string
  balance: number
  entries: number
  held: number
  holds: number
}

/**
 * Compares every account with its entries and its open holds. Where they differ, or an account that owes may spend, it
 * alarms in the log and pauses the account's spending until someone has looked.
 * @returns the ids of the users whose account is wrong
 */
export async function checkInvariants(ctx: Context): Promise<string[]> {
  // One statement sees one moment, so a spend that commits meanwhile is seen whole or not at all.
  const mismatches = await rowsOf<Mismatch>(
    ctx.db,
    sql`
      select account.user_id, balance, coalesce(entries, 0)::bigint as entries, held, coalesce(holds, 0)::bigint as holds
      from credit_account account
      left join (select user_id, sum(amount) as entries from credit_entry group by user_id) entry using (user_id)
      left join (
        select user_id, sum(amount) as holds from credit_hold where state = 'open' group by user_id
      ) hold using (user_id)
      where balance <> coalesce(entries, 0) or held <> coalesce(holds, 0)`,
  )
  for (const mismatch of mismatches) {
    ctx.log.error({ alarm: 'credit_mismatch', ...mismatch }, 'An account does not agree with its ledger')
    await ctx.db.execute(
      sql`update credit_account set paused_at = now() where user_id = ${mismatch.user_id} and paused_at is null`,
    )
  }
  const unpaused = await pauseWhoOwes(ctx)
  return [...new Set([...mismatches.map(mismatch => mismatch.user_id), ...unpaused])]
}

/** Who owes does not spend: a reversal pauses by itself, so whoever is found here was let go by hand. */
async function pauseWhoOwes(ctx: Context): Promise<string[]> {
  const paused = await rowsOf<{ user_id: string }>(
    ctx.db,
    sql`update credit_account set paused_at = now()
        where paused_at is null and user_id in (select user_id from credit_debt where closed_at is null)
        returning user_id`,
  )
  for (const { user_id } of paused)
    ctx.log.error({ alarm: 'credit_debt_unpaused', user_id }, 'An account that owes credits could spend')
  return paused.map(({ user_id }) => user_id)
}
