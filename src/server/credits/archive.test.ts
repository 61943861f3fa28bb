import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import {
  archiveHolds,
  checkInvariants,
  checkTouchedAccounts,
  grantStarter,
  hold,
  release,
  settle,
} from './credits.ts'

const { pool } = await testDatabase()
const { log, lines } = recordedLog()
const ctx = testContext(pool, { log })

async function userWith(amountCredits: number): Promise<string> {
  const userId = randomUUID()
  await grantStarter(ctx, userId, amountCredits)
  return userId
}

async function aHold(userId: string): Promise<string> {
  const id = randomUUID()
  await hold(ctx, { id, userId, amountCredits: 10, priceVersion: 1, lifeMs: 60_000 })
  return id
}

async function spend(userId: string, amountCredits: number): Promise<string> {
  const holdId = await aHold(userId)
  await settle(ctx, { holdId, userId, amountCredits, ref: `thread_x:${holdId}` })
  return holdId
}

const closedAt = (holdId: string, at: string) =>
  pool.query('update credit_hold set closed_at = $2, created_at = $2 where id = $1', [holdId, at])

/** Changes rows as somebody with all rights could, past every trigger. */
async function tamper(text: string, values: unknown[]): Promise<void> {
  const client = await pool.connect()
  await client.query(`set session_replication_role = 'replica'`)
  await client.query(text, values)
  await client.query('reset session_replication_role')
  client.release()
}

const holdsOf = async (userId: string) =>
  (await pool.query('select id from credit_hold where user_id = $1', [userId])).rows.map(({ id }) => id)

test('holds that were closed 90 days ago become sums of their account and month; open and younger ones stay', async () => {
  const userId = await userWith(100)
  const [march, alsoMarch, april, young] = [
    await spend(userId, 3),
    await spend(userId, 10),
    await spend(userId, 4),
    await spend(userId, 5),
  ]
  const released = await aHold(userId)
  await release(ctx, { holdId: released, userId })
  const open = await aHold(userId)
  for (const holdId of [march, alsoMarch, released]) await closedAt(holdId, '2026-03-31 23:59:59Z')
  await closedAt(april, '2026-04-01 00:00:00Z')
  expect(await archiveHolds(ctx, 3)).toBe(3)
  expect(await archiveHolds(ctx, 3)).toBe(1)
  expect(await archiveHolds(ctx, 3)).toBe(0)
  expect((await holdsOf(userId)).sort()).toEqual([young, open].sort())
  const { rows } = await pool.query(
    `select month::text, settled_count, settled_amount, released_count from credit_hold_archive
     where user_id = $1 order by month`,
    [userId],
  )
  expect(rows).toEqual([
    { month: '2026-03-01', settled_count: 2, settled_amount: 13, released_count: 1 },
    { month: '2026-04-01', settled_count: 1, settled_amount: 4, released_count: 0 },
  ])
  expect(await checkInvariants(ctx)).toEqual([])
})

test('the full check finds a hold that is gone without its archived sum, and an archived sum that was changed', async () => {
  const [lost, changed, sound] = [await userWith(100), await userWith(100), await userWith(100)]
  const holds = [await spend(lost, 3), await spend(changed, 3), await spend(sound, 3)]
  for (const holdId of holds) await closedAt(holdId, '2026-02-10 00:00:00Z')
  await tamper('delete from credit_hold where user_id = $1', [lost])
  await archiveHolds(ctx)
  expect(await checkInvariants(ctx)).toEqual([lost])
  await tamper('update credit_hold_archive set settled_amount = 2 where user_id = $1', [changed])
  expect((await checkInvariants(ctx)).sort()).toEqual([lost, changed].sort())
  await expect(pool.query('delete from credit_hold_archive')).rejects.toThrow('refused')
})

test('the hourly check looks at accounts that were touched since the last one, the full check at all', async () => {
  const [quiet, busy] = [await userWith(50), await userWith(50)]
  await checkTouchedAccounts(ctx)
  // Everything so far was long ago, and the last check as well.
  await tamper(`update credit_entry set created_at = created_at - interval '2 hours'`, [])
  await tamper(
    `update credit_hold set closed_at = closed_at - interval '2 hours' where closed_at is not null`,
    [],
  )
  await pool.query(`update job_mark set done_until = done_until - interval '1 hour'`)
  await spend(busy, 3)
  await tamper('update credit_account set balance = balance + 7 where user_id = any($1)', [[quiet, busy]])
  expect(await checkTouchedAccounts(ctx)).toEqual([busy])
  expect(await checkInvariants(ctx)).toContain(quiet)
  const alarmed = lines.filter(line => line.includes('credit_mismatch') && line.includes(quiet))
  expect(alarmed).toHaveLength(1)
})

test('the hourly check adds up only what came after the last one, and the full check what was added up before', async () => {
  const userId = await userWith(50)
  await spend(userId, 3)
  expect(await checkTouchedAccounts(ctx)).not.toContain(userId)
  const before = await pool.query('select amount from credit_checked where user_id = $1', [userId])
  expect(before.rows).toEqual([{ amount: 47 }])
  await spend(userId, 4)
  expect(await checkTouchedAccounts(ctx)).not.toContain(userId)
  await tamper(`update credit_entry set amount = -1 where user_id = $1 and amount = -3`, [userId])
  expect(await checkTouchedAccounts(ctx)).not.toContain(userId)
  expect(await checkInvariants(ctx)).toContain(userId)
})
