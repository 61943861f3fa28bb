import type { Pool } from 'pg'
import type { TurnState } from '../../src/contract/turn-event.ts'

/** A turn as the database has it, with what it cost. */
export interface StoredTurn {
  id: string
  state: TurnState
  question: string
  credits: number
  session_key: string
  /** By the machine's clock, in ms; null while it is not over. */
  ended_at_ms: number | null
  hold: 'open' | 'settled' | 'released' | null
  /** Entries of the ledger for this turn, and their sum. */
  spends: number
  spent: number
}

export async function readStoredTurns(pool: Pool, ids: readonly string[]): Promise<Map<string, StoredTurn>> {
  const { rows } = await pool.query<StoredTurn>(
    `select turn.id, turn.state, question, credits::int, session_key,
       (extract(epoch from ended_at) * 1000)::float8 as ended_at_ms, hold.state as hold,
       (select count(*)::int from credit_entry where kind = 'spend' and ref like '%:' || turn.id
          and credit_entry.user_id = turn.user_id) as spends,
       (select coalesce(-sum(amount), 0)::int from credit_entry where kind = 'spend' and ref like '%:' || turn.id
          and credit_entry.user_id = turn.user_id) as spent
     from turn left join credit_hold hold on hold.id = turn.id::text
     where turn.id = any($1)`,
    [ids],
  )
  return new Map(rows.map(row => [row.id, row]))
}

export const isFinal = (state: TurnState): boolean => state !== 'queued' && state !== 'running'

/** Holds that are open, whoever's. */
export async function countOpenHolds(pool: Pool): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as count from credit_hold where state = 'open'`)
  return rows[0]?.count
}

/** What each account has, and what its turns cost by their own rows. */
export async function readAccounts(
  pool: Pool,
): Promise<{ user_id: string; balance: number; held: number; cost: number; granted: number }[]> {
  const { rows } = await pool.query(
    `select user_id, balance::int, held::int,
       (select coalesce(sum(credits), 0)::int from turn where turn.user_id = account.user_id) as cost,
       (select coalesce(sum(amount), 0)::int from credit_entry entry
          where entry.user_id = account.user_id and kind = 'grant') as granted
     from credit_account account`,
  )
  return rows
}
