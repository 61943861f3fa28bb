import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import { balance, checkInvariants, grantStarter, hold, prices, settle, sweepHolds } from './credits.ts'

const { pool } = await testDatabase()
const { log, lines } = recordedLog()
const ctx = testContext(pool, { log })

async function userWith(amountCredits: number): Promise<string> {
  const userId = randomUUID()
  await grantStarter(ctx, userId, amountCredits)
  return userId
}

test('faults 99: holds that a crash left are released after their time, exactly once by three sweepers', async () => {
  const userId = await userWith(100)
  for (let count = 0; count < 20; count += 1)
    await hold(ctx, { id: randomUUID(), userId, amountCredits: 2, priceVersion: 1, lifeMs: 0 })
  await hold(ctx, { id: randomUUID(), userId, amountCredits: 3, priceVersion: 1, lifeMs: 60_000 })
  const released = await Promise.all([sweepHolds(ctx), sweepHolds(ctx), sweepHolds(ctx)])
  expect(released.reduce((sum, count) => sum + count)).toBe(20)
  const account = await pool.query('select balance, held from credit_account where user_id = $1', [userId])
  expect(account.rows).toEqual([{ balance: 100, held: 3 }])
})

test('faults 102: a balance edited by hand is found, alarms, and pauses that account alone', async () => {
  const [userId, otherId, thirdId] = await Promise.all([userWith(50), userWith(50), userWith(50)])
  expect(await checkInvariants(ctx)).toEqual([])
  const client = await pool.connect()
  await client.query(`set session_replication_role = 'replica'`)
  await client.query('update credit_account set balance = balance + 7 where user_id = $1', [userId])
  await client.query('update credit_account set held = held + 1 where user_id = $1', [thirdId])
  await client.query('reset session_replication_role')
  client.release()
  expect((await checkInvariants(ctx)).sort()).toEqual([userId, thirdId].sort())
  expect(lines.filter(line => line.includes('credit_mismatch') && line.includes(userId))).toHaveLength(1)
  const spend = (id: string) =>
    hold(ctx, { id: randomUUID(), userId: id, amountCredits: 3, priceVersion: 1, lifeMs: 60_000 })
  await expect(spend(userId)).rejects.toMatchObject({ code: 'spending_paused' })
  await expect(spend(thirdId)).rejects.toMatchObject({ code: 'spending_paused' })
  expect((await spend(otherId)).state).toBe('open')
})

test('faults 104: a new price list changes nothing for an answer that is being written', async () => {
  const userId = await userWith(20)
  const sent = await prices(ctx)
  const id = randomUUID()
  await hold(ctx, { id, userId, amountCredits: sent.quick, priceVersion: sent.version, lifeMs: 60_000 })
  await pool.query('insert into credit_price (quick, deep, per_thousand_tokens) values (5, 20, 2)')
  expect(await prices(ctx)).toMatchObject({ quick: 5, deep: 20, version: sent.version + 1 })
  const closed = await settle(ctx, { holdId: id, userId, amountCredits: sent.quick, ref: `thread_x:${id}` })
  expect(closed.chargedCredits).toBe(3)
  expect(await balance(ctx, userId)).toBe(17)
  const entry = await pool.query(
    `select price_version from credit_entry where user_id = $1 and kind = 'spend'`,
    [userId],
  )
  expect(entry.rows).toEqual([{ price_version: sent.version }])
})
