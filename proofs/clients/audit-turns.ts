import type { Pool } from 'pg'
import { checkInvariants } from '../../src/server/credits/credits.ts'
import { testContext } from '../../src/server/testing/context.ts'
import { type Frame, framesOf } from './event-frames.ts'
import type { Asked } from './web-client.ts'

export interface Audit {
  /** Questions that a server acknowledged and the database does not hold. */
  lostCount: number
  /** Turns in each state. */
  states: Record<string, number>
  chargedOnceCount: number
  chargedTwiceCount: number
  openHoldCount: number
  /** What does not fit together, in words. */
  faults: string[]
}

interface Row {
  id: string
  state: string
  credits: number
  spends: number
  spent: number
  sends: number
}

/**
 * Compares what the askers saw with what is stored. Each asker has asked one question, so what stands in the account
 * belongs to it: one spend of the turn's price for a complete answer, nothing for any other.
 */
export async function auditTurns(pool: Pool, url: string, all: readonly Asked[]): Promise<Audit> {
  const rows = await readRows(pool, all)
  const audit: Audit = {
    ...{ lostCount: 0, states: {}, chargedOnceCount: 0, chargedTwiceCount: 0 },
    ...{ openHoldCount: await countOpenHolds(pool), faults: [] },
  }
  for (const asked of all) {
    audit.faults.push(...asked.faults.map(fault => `${asked.turnId}: ${fault}`))
    const row = rows.get(asked.turnId)
    if (!row) {
      if (asked.acknowledgedAt !== null) audit.lostCount += 1
      continue
    }
    audit.states[row.state] = (audit.states[row.state] ?? 0) + 1
    if (row.spends === 1) audit.chargedOnceCount += 1
    if (row.spends > 1) audit.chargedTwiceCount += 1
    audit.faults.push(...(await faultsOf(url, asked, row)).map(fault => `${asked.turnId}: ${fault}`))
  }
  audit.faults.push(...(await checkInvariants(testContext(pool))).map(one => JSON.stringify(one)))
  return audit
}

async function readRows(pool: Pool, all: readonly Asked[]): Promise<Map<string, Row>> {
  const { rows } = await pool.query<Row>(
    `select turn.id, turn.state, turn.credits,
       (select count(*)::int from credit_entry e where e.user_id = turn.user_id and kind = 'spend') as spends,
       (select coalesce(-sum(amount), 0)::int from credit_entry e
          where e.user_id = turn.user_id and kind = 'spend') as spent,
       (select count(*)::int from turn other where other.user_id = turn.user_id) as sends
     from turn where id = any($1::uuid[])`,
    [all.map(({ turnId }) => turnId)],
  )
  return new Map(rows.map(row => [row.id, row]))
}

export async function countOpenHolds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from credit_hold where state = 'open'`,
  )
  return rows[0]?.count ?? 0
}

async function faultsOf(url: string, asked: Asked, row: Row): Promise<string[]> {
  const { state, spends, spent, credits, sends } = row
  const faults: string[] = []
  if (sends !== 1) faults.push(`${sends} turns of one question`)
  if (state !== asked.state) faults.push(`told ${asked.state}, stored ${state}`)
  const shouldPay = state === 'complete'
  if (spends !== (shouldPay ? 1 : 0)) faults.push(`${state} and ${spends} times charged`)
  if (spent !== credits || credits > 0 !== shouldPay) faults.push(`price ${credits}, charged ${spent}`)
  if (!asked.isPlain) {
    const stored = await replay(url, asked)
    if (textOf(stored) !== textOf(asked.frames)) faults.push('what was read is not what is stored')
  }
  return faults
}

async function replay(url: string, { turnId, user }: Asked): Promise<Frame[]> {
  const response = await fetch(`${url}/api/chat/turns/${turnId}/events`, {
    headers: { ...user.headers, accept: 'text/event-stream' },
  })
  const frames: Frame[] = []
  for await (const frame of framesOf(response)) frames.push(frame)
  return frames
}

const textOf = (frames: readonly Frame[]): string =>
  frames.map(({ id, event, data }) => `${id} ${event} ${data}`).join('\n')
