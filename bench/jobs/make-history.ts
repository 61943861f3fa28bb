import type { Pool } from 'pg'

export interface HistorySize {
  accounts: number
  entries: number
  turns: number
}

/** What a spend of the history costs, and what each account was given at its beginning. */
const spent = 3
const granted = 1_000_000
const daysBack = 365
/** Older holds are archived. */
const holdDays = 90
/** Turns are removed from no history; events of those that ended in the last day are there. */
const eventRows = 20

const user = (place: string) => `md5('account ' || (${place}))::uuid`
const turnId = (n: string) => `md5('turn ' || (${n}))::uuid`
const sessionKey = (n: string) => `'thread_' || lpad((${n})::text, 22, '0')`

/** A year of accounts, entries, holds, conversations and turns, in the order in which they would have come. */
export async function makeHistory(pool: Pool, size: HistorySize, say: (line: string) => void): Promise<void> {
  const { accounts, entries, turns } = size
  // One moment for all steps: a hold is archived or there, never both.
  const now = `'${new Date().toISOString()}'::timestamptz`
  const moment = (n: string, of: number) =>
    `${now} - interval '${daysBack} days' * (1 - ${n}::float8 / ${of})`
  const steps: Record<string, string> = {
    accounts: `
      insert into users (id, email, email_canonical, status, password_hash, name, address, verified_at)
      select ${user('n')}, 'user-' || n || '@example.com', 'user-' || n || '@example.com', 'active', 'none',
        'Ama Mensah', 'Accra', ${now}
      from generate_series(0, ${accounts - 1}) n`,
    // Entry n is the account's own entry number n / accounts: a grant first, then spends.
    entries: `
      insert into credit_entry (user_id, kind, ref, amount, balance_after, price_version, reason, created_at)
      select ${user(`n % ${accounts}`)}, case when n < ${accounts} then 'grant' else 'spend' end, 'history:' || n,
        case when n < ${accounts} then ${granted} else -${spent} end,
        ${granted} - ${spent} * (n / ${accounts}), case when n >= ${accounts} then 1 end,
        case when n < ${accounts} then 'Starter credits' end, ${moment('n', entries)}
      from generate_series(0, ${entries - 1}) n`,
    balances: `
      insert into credit_account (user_id, balance)
      select distinct on (user_id) user_id, balance_after from credit_entry order by user_id, id desc`,
    holds: `
      insert into credit_hold (id, user_id, amount, price_version, state, settled_amount, expires_at, created_at, closed_at)
      select ref, user_id, ${spent}, 1, 'settled', ${spent}, created_at, created_at, created_at from credit_entry
      where kind = 'spend' and created_at > ${now} - interval '${holdDays} days' order by created_at`,
    archive: `
      insert into credit_hold_archive (user_id, month, settled_count, settled_amount, released_count)
      select user_id, date_trunc('month', created_at)::date, count(*), -sum(amount), 0 from credit_entry
      where kind = 'spend' and created_at <= ${now} - interval '${holdDays} days' group by 1, 2`,
    conversations: `
      insert into conversation (session_key, user_id, first_message, created_at, updated_at)
      select ${sessionKey('n')}, ${user(`n % ${accounts}`)}, 'The market of cooking oil in Senegal', at, at
      from generate_series(0, ${turns / 4 - 1}) n, lateral (select ${moment('n', turns / 4)} as at) made`,
    turns: `
      insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, credits,
        document, html, answer_text, created_at, ended_at)
      select ${turnId('n')}, ${sessionKey('n / 4')}, ${user(`(n / 4) % ${accounts}`)},
        'How large is the market of cooking oil in Senegal, and who leads it? ' || n, 'quick', n % 4 = 0, 'complete',
        gen_random_uuid(), ${spent}, '{"blocks":[]}', repeat('<p>The answer</p>', 20), repeat('The answer ', 20), at, at
      from generate_series(0, ${turns - 1}) n, lateral (select ${moment('n', turns)} as at) made`,
    events: `
      insert into turn_event (turn_id, first_seq, last_seq, lines)
      select id, seq, seq, 'delta {"index":1,"text":"The answer"}'
      from turn, generate_series(1, ${eventRows}) seq where ended_at > ${now} - interval '1 day'`,
    statistics: 'vacuum analyze',
  }
  for (const [what, text] of Object.entries(steps)) {
    const startedAt = performance.now()
    await pool.query(text)
    say(`${what} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  }
}

/** What an hour leaves for the jobs, and their marks as they were an hour ago. */
export async function anHourPasses(pool: Pool, size: HistorySize, round: number): Promise<void> {
  const { accounts, entries } = size
  const spends = Math.min(accounts, Math.ceil(entries / daysBack / 24))
  const ref = `'hour ${round}:' || n`
  const steps = [
    `insert into credit_entry (user_id, kind, ref, amount, balance_after, price_version, created_at)
     select user_id, 'spend', ${ref}, -${spent}, balance - ${spent}, 1, now() - interval '50 minutes' * n / ${spends}
     from (select row_number() over () as n, user_id, balance from credit_account order by md5(user_id::text || ${round})
       limit ${spends}) few`,
    `update credit_account account set balance = balance_after from credit_entry entry
     where entry.user_id = account.user_id and ref like 'hour ${round}:%' and kind = 'spend'`,
    `insert into credit_hold (id, user_id, amount, price_version, state, settled_amount, expires_at, created_at, closed_at)
     select ref, user_id, ${spent}, 1, 'settled', ${spent}, created_at, created_at, created_at from credit_entry
     where ref like 'hour ${round}:%'`,
    // 500 holds are due for the archive and 500 turns for the removal of their events.
    `update credit_hold set closed_at = now() - interval '91 days' where id in (
       select id from credit_hold where closed_at is not null order by closed_at offset 0 limit 500)`,
    `update job_mark set done_until = now() - interval '26 hours' where job = 'prune-events'`,
    `with due as (
       update turn set ended_at = now() - interval '25 hours' - n * interval '1 millisecond'
       from (select id as due_id, row_number() over () as n from turn where ended_at > now() - interval '20 hours'
         order by ended_at desc offset ${500 * (round - 1)} limit 500) few
       where id = due_id returning id
     ) select count(*) from due`,
    `update credit_account set held = held + 1 where user_id in (select user_id from credit_account limit 5)`,
    `insert into credit_hold (id, user_id, amount, price_version, expires_at)
     select 'late ${round} ' || user_id, user_id, 1, 1, now() - interval '1 minute'
     from (select user_id from credit_account where held > 0 limit 5) few`,
    `update conversation set deleted_at = now() - interval '1 hour' where session_key in (
       select session_key from conversation order by updated_at offset ${100 * round} limit 100)`,
    `update job_mark set done_until = now() - interval '1 hour' where job <> 'prune-events'`,
  ]
  for (const text of steps) await pool.query(text)
}
