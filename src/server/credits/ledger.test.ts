import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import { waitFor } from '../testing/wait-for.ts'
import { adjust, balance, grant, grantStarter, hold, refund, release, settle } from './credits.ts'

const { pool } = await testDatabase({ maxConnections: 20 })
const { log, lines } = recordedLog()
const ctx = testContext(pool, { log })

const refusal = (code: string) => expect.objectContaining({ code })

async function userWith(amountCredits: number): Promise<string> {
  const userId = randomUUID()
  await grantStarter(ctx, userId, amountCredits)
  return userId
}

const holdOf = (userId: string, amountCredits = 3, id = randomUUID() as string) =>
  hold(ctx, { id, userId, amountCredits, priceVersion: 1, lifeMs: 60_000 })

const settleOf = (userId: string, holdId: string, amountCredits = 3) =>
  settle(ctx, { holdId, userId, amountCredits, ref: `thread_x:${holdId}` })

async function accountOf(userId: string) {
  const found = await pool.query(
    `select balance, held, (select coalesce(sum(amount), 0)::bigint from credit_entry e where e.user_id = a.user_id) as entries
     from credit_account a where user_id = $1`,
    [userId],
  )
  return found.rows[0] as { balance: number; held: number; entries: number }
}

describe('a hold', () => {
  test('sets credits aside, and a settle takes them with one entry', async () => {
    const userId = await userWith(10)
    const id = randomUUID()
    expect(await holdOf(userId, 3, id)).toEqual({
      state: 'open',
      amountCredits: 3,
      priceVersion: 1,
      balanceCredits: 10,
    })
    expect(await accountOf(userId)).toEqual({ balance: 10, held: 3, entries: 10 })
    expect(await settleOf(userId, id, 3)).toEqual({
      state: 'settled',
      chargedCredits: 3,
      balanceCredits: 7,
    })
    expect(await accountOf(userId)).toEqual({ balance: 7, held: 0, entries: 7 })
  })

  test('repeated under its id is the same hold, held once', async () => {
    const userId = await userWith(10)
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => holdOf(userId, 3, id)))
    expect(new Set(answers.map(answer => answer.state))).toEqual(new Set(['open']))
    expect((await accountOf(userId)).held).toBe(3)
  })

  test('refuses its id for another amount or another user', async () => {
    const [userId, otherId] = await Promise.all([userWith(10), userWith(10)])
    const id = randomUUID()
    await holdOf(userId, 3, id)
    await expect(holdOf(userId, 4, id)).rejects.toEqual(refusal('idempotency_mismatch'))
    await expect(holdOf(otherId, 3, id)).rejects.toEqual(refusal('idempotency_mismatch'))
    expect((await accountOf(otherId)).held).toBe(0)
  })

  test('of one id by two users at once is held by one of them', async () => {
    const users = await Promise.all([userWith(10), userWith(10)])
    const id = randomUUID()
    const tries = await Promise.allSettled(users.map(userId => holdOf(userId, 3, id)))
    expect(tries.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    const held = await Promise.all(users.map(async userId => (await accountOf(userId)).held))
    expect(held.sort()).toEqual([0, 3])
  })

  test('without enough credit is refused with what is needed and what is free', async () => {
    const userId = await userWith(5)
    await holdOf(userId, 3)
    const error = await holdOf(userId, 3).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).body('r').error).toMatchObject({
      code: 'insufficient_credits',
      needed: 3,
      balance: 2,
    })
    await expect(holdOf(randomUUID())).rejects.toEqual(refusal('insufficient_credits'))
  })
})

test('a hold that waits for a top-up to commit has its credits', async () => {
  const userId = await userWith(1)
  let waiting: Promise<unknown> | undefined
  await inTransaction(ctx, async tx => {
    await grant(tx, { userId, ref: randomUUID(), amountCredits: 10, reason: 'Test' })
    waiting = holdOf(userId, 6)
    // The hold has looked once and waits for the account; only then does the top-up commit.
    await waitFor('the hold waits for the account', async () => {
      const { rowCount } = await pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%hold_credits%' and datname = current_database()`,
      )
      return rowCount === 1
    })
  })
  expect(await waiting).toMatchObject({ state: 'open', balanceCredits: 11 })
  expect(await accountOf(userId)).toEqual({ balance: 11, held: 6, entries: 11 })
})

test('faults 95: of two spends of the last credit one wins', async () => {
  for (let round = 0; round < 10; round += 1) {
    const userId = await userWith(3)
    const tries = await Promise.allSettled([holdOf(userId), holdOf(userId)])
    expect(tries.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

describe('faults 96: closing a hold again changes nothing', () => {
  test('settle twice answers the same, whatever the second one asks', async () => {
    const userId = await userWith(10)
    const id = randomUUID()
    await holdOf(userId, 5, id)
    const first = await settleOf(userId, id, 2)
    expect(await settleOf(userId, id, 5)).toEqual(first)
    expect(await release(ctx, { holdId: id, userId })).toEqual(first)
    expect(await accountOf(userId)).toEqual({ balance: 8, held: 0, entries: 8 })
  })

  test('settle after release takes nothing', async () => {
    const userId = await userWith(10)
    const id = randomUUID()
    await holdOf(userId, 5, id)
    const released = await release(ctx, { holdId: id, userId })
    expect(released).toEqual({ state: 'released', chargedCredits: 0, balanceCredits: 10 })
    expect(await release(ctx, { holdId: id, userId })).toEqual(released)
    expect(await settleOf(userId, id, 5)).toEqual(released)
    expect(await accountOf(userId)).toEqual({ balance: 10, held: 0, entries: 10 })
  })

  test('eight at once take it once', async () => {
    const userId = await userWith(10)
    const id = randomUUID()
    await holdOf(userId, 3, id)
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 ? settleOf(userId, id) : release(ctx, { holdId: id, userId }),
      ),
    )
    const { balance: left, held, entries } = await accountOf(userId)
    expect([7, 10]).toContain(left)
    expect([held, entries]).toEqual([0, left])
  })

  test('an unknown hold, or another user’s, is not found', async () => {
    const [userId, otherId] = await Promise.all([userWith(10), userWith(10)])
    const id = randomUUID()
    await holdOf(userId, 3, id)
    await expect(settleOf(otherId, id)).rejects.toEqual(refusal('not_found'))
    await expect(release(ctx, { holdId: randomUUID(), userId })).rejects.toEqual(refusal('not_found'))
  })
})

test('faults 97: a settle above the hold takes the hold, and our loss is logged', async () => {
  const userId = await userWith(10)
  const id = randomUUID()
  await holdOf(userId, 3, id)
  expect((await settleOf(userId, id, 8)).chargedCredits).toBe(3)
  expect(lines.filter(line => line.includes(id)).join()).toContain('"lossCredits":5')
})

test('faults 98: only whole credits above 0 pass', async () => {
  const userId = await userWith(10)
  const wrong = [0, -1, 0.1 + 0.2, Infinity, '1e3', Number.NaN, 2 ** 63, null, '3', 1.5]
  for (const amount of wrong as number[]) {
    await expect(holdOf(userId, amount)).rejects.toEqual(refusal('malformed'))
    await expect(settleOf(userId, 'none', amount)).rejects.toEqual(refusal('malformed'))
    await expect(
      grant(ctx, { userId, ref: randomUUID(), amountCredits: amount, reason: 'Test' }),
    ).rejects.toEqual(refusal('malformed'))
  }
  expect(await accountOf(userId)).toEqual({ balance: 10, held: 0, entries: 10 })
})

describe('faults 100: corrections', () => {
  test('an adjustment is an entry with reason and actor, also in the middle of spends', async () => {
    const userId = await userWith(100)
    const spends = Array.from({ length: 10 }, async () => {
      const id = randomUUID()
      await holdOf(userId, 3, id)
      await settleOf(userId, id)
    })
    const adjustments = Array.from({ length: 10 }, () =>
      adjust(ctx, { userId, ref: randomUUID(), amountCredits: -2, reason: 'Goodwill undone', actor: 'ama' }),
    )
    await Promise.all([...spends, ...adjustments])
    expect(await accountOf(userId)).toEqual({ balance: 50, held: 0, entries: 50 })
    const found = await pool.query(
      `select distinct reason, actor from credit_entry where user_id = $1 and kind = 'adjustment'`,
      [userId],
    )
    expect(found.rows).toEqual([{ reason: 'Goodwill undone', actor: 'ama' }])
  })

  test('an adjustment without reason or actor, or of more than is free, is refused', async () => {
    const userId = await userWith(10)
    await holdOf(userId, 8)
    const down = { userId, ref: randomUUID(), amountCredits: -3, reason: 'Correction', actor: 'ama' }
    await expect(adjust(ctx, down)).rejects.toEqual(refusal('insufficient_credits'))
    await expect(adjust(ctx, { ...down, amountCredits: 1, reason: ' ' })).rejects.toEqual(refusal('invalid'))
    await expect(adjust(ctx, { ...down, amountCredits: 1, actor: '' })).rejects.toEqual(refusal('invalid'))
  })

  test('the database refuses a bare change of a balance, up, down or at birth', async () => {
    const userId = await userWith(10)
    const bare = (text: string) => expect(pool.query(text)).rejects.toThrow(/only through an entry/)
    await bare(`update credit_account set balance = balance + 1 where user_id = '${userId}'`)
    await bare(`update credit_account set balance = balance - 1 where user_id = '${userId}'`)
    await bare(`insert into credit_account (user_id, balance) values ('${randomUUID()}', 5)`)
    expect(await balance(ctx, userId)).toBe(10)
  })
})

describe('faults 101: the ledger is written once', () => {
  test.each([
    `update credit_entry set amount = 1`,
    `update credit_entry set reason = 'x' where false`,
    `delete from credit_entry`,
    `truncate credit_entry`,
    `delete from credit_price`,
    `update credit_price set quick = 1`,
  ])('the trigger refuses: %s', async text => {
    await userWith(10)
    await expect(pool.query(text)).rejects.toThrow(/is refused/)
  })

  test('no role holds the grant to change it', async () => {
    const found = await pool.query(
      `select relname, privilege_type from pg_class, aclexplode(relacl)
       where relname in ('credit_entry', 'credit_price') and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')`,
    )
    expect(found.rows).toEqual([])
    const acl = await pool.query(
      `select relacl is not null as is_set from pg_class where relname = 'credit_entry'`,
    )
    expect(acl.rows).toEqual([{ is_set: true }])
  })

  test('an account is never deleted', async () => {
    const userId = await userWith(10)
    await expect(pool.query('delete from credit_account where user_id = $1', [userId])).rejects.toThrow(
      /is refused/,
    )
  })
})

describe('grants and refunds', () => {
  test('starter credits are given once, also by eight at once', async () => {
    const userId = randomUUID()
    await Promise.all(Array.from({ length: 8 }, () => grantStarter(ctx, userId, 100)))
    expect(await accountOf(userId)).toEqual({ balance: 100, held: 0, entries: 100 })
    await grantStarter(ctx, randomUUID(), 0)
  })

  test('a ref is one grant: another amount or user under it is refused', async () => {
    const [userId, otherId] = await Promise.all([userWith(10), userWith(10)])
    const first = { userId, ref: randomUUID(), amountCredits: 5, reason: 'Goodwill' }
    expect(await grant(ctx, first)).toBe(15)
    expect(await grant(ctx, first)).toBe(15)
    await expect(grant(ctx, { ...first, amountCredits: 6 })).rejects.toEqual(refusal('idempotency_mismatch'))
    await expect(grant(ctx, { ...first, userId: otherId })).rejects.toEqual(refusal('idempotency_mismatch'))
  })

  test('an answer is refunded once, at most what it took, to its own user', async () => {
    const [userId, otherId] = await Promise.all([userWith(10), userWith(10)])
    const id = randomUUID()
    await holdOf(userId, 3, id)
    await settleOf(userId, id)
    const back = { userId, spendRef: `thread_x:${id}`, amountCredits: 2, reason: 'Wrong', actor: 'ama' }
    await expect(refund(ctx, { ...back, amountCredits: 4 })).rejects.toEqual(refusal('invalid'))
    await expect(refund(ctx, { ...back, userId: otherId })).rejects.toEqual(refusal('not_found'))
    expect(await refund(ctx, back)).toBe(9)
    expect(await refund(ctx, back)).toBe(9)
  })
})
