import type { Pool } from 'pg'

export interface EntryRow {
  id: number
  kind: 'grant' | 'spend' | 'refund' | 'adjustment'
  ref: string
  amount: number
  balance_after: number
}

export interface HoldRow {
  id: string
  amount: number
  state: 'open' | 'settled' | 'released'
  settled_amount: number
}

/** An account with all there is of it; entries in the order of their ids. */
export interface AccountRow {
  balance: number
  held: number
  entries: EntryRow[]
  holds: HoldRow[]
}

/** Zeros for a user without an account. */
export async function readAccount(pool: Pool, userId: string): Promise<AccountRow> {
  const read = async <Row extends object>(sql: string) => (await pool.query<Row>(sql, [userId])).rows
  const [account] = await read<{ balance: number; held: number }>(
    'select balance, held from credit_account where user_id = $1',
  )
  const entries = await read<EntryRow>(
    'select id, kind, ref, amount, balance_after from credit_entry where user_id = $1 order by id',
  )
  const holds = await read<HoldRow>(
    'select id, amount, state, settled_amount from credit_hold where user_id = $1',
  )
  return { balance: account?.balance ?? 0, held: account?.held ?? 0, entries, holds }
}
