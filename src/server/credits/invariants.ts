import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { readMark, setMark } from '../platform/job-mark.ts'

interface Mismatch extends Record<string, unknown> {
  user_id: string
  balance: number
  entries: number
  held: number
  holds: number
  spent: number
  settled: number
}

const job = 'check-credits'
/** No transaction lasts as long: what committed after the last check began, but carries an earlier time, is seen too. */
const overlap = '5 minutes'

/**
 * Compares every account with its entries and its open holds, and what it spent with its settled holds and their
 * archived sums. Where they differ, or an account that owes may spend, it alarms in the log and pauses the account's
 * spending until someone has looked. Reads the whole ledger: some seconds for ten million entries.
 * @returns the ids of the users whose account is wrong
 */
export async function checkInvariants(ctx: Context): Promise<string[]> {
  return alarm(
    ctx,
    await mismatchesIn(
      ctx,
      sql`
        select account.user_id, balance, held, entry.last_id, coalesce(entry.amount, 0)::bigint as entries,
          coalesce(hold.open, 0)::bigint as holds, coalesce(entry.spent, 0)::bigint as spent,
          (coalesce(hold.settled, 0) + coalesce(archive.settled, 0))::bigint as settled
        from credit_account account
        left join (
          select user_id, sum(amount) as amount, max(id) as last_id, -sum(amount) filter (where kind = 'spend') as spent
          from credit_entry group by user_id
        ) entry using (user_id)
        left join (
          select user_id, sum(amount) filter (where state = 'open') as open, sum(settled_amount) as settled
          from credit_hold group by user_id
        ) hold using (user_id)
        left join (
          select user_id, sum(settled_amount) as settled from credit_hold_archive group by user_id
        ) archive using (user_id)`,
    ),
  )
}

/**
 * The same for accounts whose entries or holds changed since the last time, each from the entry on up to which it was
 * added up before. What was changed by hand in other accounts, or in older entries, `checkInvariants` finds.
 */
export async function checkTouchedAccounts(ctx: Context): Promise<string[]> {
  const now = await rowOf<{ at: string }>(ctx.db, sql`select now()::text as at`)
  const mark = await readMark(ctx, job)
  const wrong = mark === null ? await checkInvariants(ctx) : await checkSince(ctx, mark)
  if (now) await setMark(ctx, job, now.at)
  return wrong
}

async function checkSince(ctx: Context, mark: string): Promise<string[]> {
  const since = sql`${mark}::timestamptz - ${overlap}::interval`
  return alarm(
    ctx,
    await mismatchesIn(
      ctx,
      sql`
        select account.user_id, balance, held, fresh.last_id,
          (coalesce(checked.amount, 0) + coalesce(fresh.amount, 0))::bigint as entries,
          coalesce(hold.open, 0)::bigint as holds, 0::bigint as spent, 0::bigint as settled
        from (
          select user_id from credit_entry where created_at > ${since}
          union select user_id from credit_hold where closed_at > ${since}
          union select user_id from credit_hold where state = 'open'
        ) touched
        join credit_account account using (user_id)
        left join credit_checked checked using (user_id)
        left join lateral (
          select sum(amount) as amount, max(id) as last_id from credit_entry entry
          where entry.user_id = account.user_id and entry.id > coalesce(checked.entry_id, 0)
        ) fresh on true
        left join (
          select user_id, sum(amount) as open from credit_hold where state = 'open' group by user_id
        ) hold using (user_id)`,
    ),
  )
}

/**
 * Of accounts with their sums those that do not agree; of the others it notes how far they were added up. One statement
 * sees one moment, so a spend that commits meanwhile is seen whole or not at all.
 */
const mismatchesIn = (ctx: Context, sums: SQL): Promise<Mismatch[]> =>
  rowsOf<Mismatch>(
    ctx.db,
    sql`
      with sums as materialized (${sums}), noted as (
        insert into credit_checked as checked (user_id, entry_id, amount)
        select user_id, last_id, entries from sums
        where last_id is not null and balance = entries and held = holds and spent = settled
        order by user_id
        on conflict (user_id) do update
          set entry_id = excluded.entry_id, amount = excluded.amount, checked_at = now()
          where (checked.entry_id, checked.amount) <> (excluded.entry_id, excluded.amount)
            and checked.entry_id <= excluded.entry_id
      )
      select user_id, balance, entries, held, holds, spent, settled from sums
      where balance <> entries or held <> holds or spent <> settled`,
  )

async function alarm(ctx: Context, mismatches: readonly Mismatch[]): Promise<string[]> {
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
