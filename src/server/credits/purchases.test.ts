import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import {
  adjust,
  balance,
  checkInvariants,
  closeDebts,
  hold,
  isPaused,
  openDebts,
  postedAmounts,
  purchase,
  release,
  resume,
  reverse,
  settle,
  warnOfLowBalance,
} from './credits.ts'

const { pool } = await testDatabase()
const { log, lines } = recordedLog()
const ctx = testContext(pool, { log })
const buy = (userId: string, amountCredits = 100, ref = `topup:${randomUUID()}`) =>
  purchase(ctx, { userId, ref, amountCredits, reason: 'Starter' })
const takeBack = (userId: string, ref: string, amountCredits = 100) =>
  reverse(ctx, { userId, ref, amountCredits, reason: 'Refund', actor: null })
const spend = (userId: string, amountCredits: number) =>
  adjust(ctx, { userId, ref: randomUUID(), amountCredits: -amountCredits, reason: 'Test', actor: 'test' })

describe('a purchase', () => {
  test('is posted once by its ref, however many post it at once', async () => {
    const userId = randomUUID()
    const ref = `topup:${randomUUID()}`
    const posted = await Promise.all(Array.from({ length: 8 }, () => buy(userId, 100, ref)))
    expect(posted.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await balance(ctx, userId)).toBe(100)
    await expect(buy(userId, 99, ref)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    await expect(buy(randomUUID(), 100, ref)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  test.each([0, -1, 0.3, Number.NaN, 2 ** 63, Number.POSITIVE_INFINITY])(
    'faults 98: of %s credits is refused',
    async amount => {
      await expect(buy(randomUUID(), amount)).rejects.toMatchObject({ code: 'malformed' })
      await expect(takeBack(randomUUID(), randomUUID(), amount)).rejects.toMatchObject({ code: 'malformed' })
    },
  )

  test('brings an account above the line, so that it is warned again when it runs low anew', async () => {
    const userId = randomUUID()
    await buy(userId, 12)
    const parts = {
      publicUrl: 'http://soko.test',
      receiverOf: async () => ({ email: 'ama@example.com', name: 'Ama' }),
    }
    const warn = () => warnOfLowBalance(ctx, parts, userId)
    await pool.query(
      `INSERT INTO users (id, email, email_canonical, password_hash, name, address)
       VALUES ($1, 'ama@example.com', 'ama@example.com', 'none', 'Ama', 'Accra')`,
      [userId],
    )
    expect([await warn(), await warn()]).toEqual([true, false])
    await buy(userId, 100)
    await spend(userId, 105)
    expect([await warn(), await warn()]).toEqual([true, false])
  })
})

describe('faults 122: a reversal', () => {
  test('takes what is free, never what is held, and owes the rest, once', async () => {
    const userId = randomUUID()
    await buy(userId)
    await hold(ctx, { id: `h-${userId}`, userId, amountCredits: 30, priceVersion: 1, lifeMs: 60_000 })
    await spend(userId, 20)
    const ref = `reversal:${randomUUID()}`
    const all = await Promise.all(Array.from({ length: 6 }, () => takeBack(userId, ref)))
    for (const one of all)
      expect(one).toMatchObject({ takenCredits: 50, owedCredits: 50, balanceCredits: 30 })
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(lines.filter(line => line.includes('credit_debt') && line.includes(ref))).toHaveLength(1)
    await expect(takeBack(userId, ref, 99)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    // What was held before may still be paid for.
    await settle(ctx, { holdId: `h-${userId}`, userId, amountCredits: 30, ref: randomUUID() })
    expect(await balance(ctx, userId)).toBe(0)
    expect(await checkInvariants(ctx)).toEqual([])
  })

  test('of an empty account is all debt, without an entry', async () => {
    const userId = randomUUID()
    const done = await takeBack(userId, `reversal:${userId}`)
    expect(done).toMatchObject({ takenCredits: 0, owedCredits: 100, isNew: true })
    expect(await openDebts(ctx, userId)).toMatchObject([{ amountCredits: 100 }])
    const entries = await pool.query('SELECT FROM credit_entry WHERE user_id = $1', [userId])
    expect(entries.rowCount).toBe(0)
  })
})

test('who owes is paused again by the check, where a hand let the account go', async () => {
  const userId = randomUUID()
  await takeBack(userId, `reversal:${userId}`)
  await pool.query('UPDATE credit_account SET paused_at = NULL WHERE user_id = $1', [userId])
  expect(await checkInvariants(ctx)).toEqual([userId])
  expect(await checkInvariants(ctx)).toEqual([])
  expect(lines.some(line => line.includes('credit_debt_unpaused') && line.includes(userId))).toBe(true)
})

describe('faults 105: a debt beside credits that a hold kept from the reversal', () => {
  /** 100 bought, 60 of them set aside while the purchase is taken back. */
  async function aDebtUnderAHold() {
    const userId = randomUUID()
    const holdId = randomUUID()
    await buy(userId)
    await hold(ctx, { id: holdId, userId, amountCredits: 60, priceVersion: 1, lifeMs: 60_000 })
    const ref = `reversal:${userId}`
    expect(await takeBack(userId, ref)).toMatchObject({ takenCredits: 40, owedCredits: 60 })
    return { userId, holdId, ref, word: { userId, actor: 'ama', reason: 'paid by transfer' } }
  }
  const entries = async (userId: string) =>
    (await pool.query('SELECT kind, ref, amount FROM credit_entry WHERE user_id = $1 ORDER BY id', [userId]))
      .rows

  test('is closed by those credits first: nobody keeps what was given back', async () => {
    const { userId, holdId, ref, word } = await aDebtUnderAHold()
    await release(ctx, { holdId, userId })
    expect(await balance(ctx, userId)).toBe(60)
    expect(await closeDebts(ctx, word)).toEqual({ owedCredits: 60, takenCredits: 60, balanceCredits: 0 })
    expect((await entries(userId)).slice(1)).toEqual([
      { kind: 'reversal', ref, amount: -40 },
      { kind: 'reversal', ref: `${ref}:rest`, amount: -60 },
    ])
    expect((await postedAmounts(ctx, 'reversal', [ref])).get(ref)).toBe(100)
    expect(await isPaused(ctx, userId)).toBe(false)
    expect(await checkInvariants(ctx)).toEqual([])
  })

  test('waits for the hold, and takes of what came since no more than is owed', async () => {
    const { userId, holdId, word } = await aDebtUnderAHold()
    await expect(closeDebts(ctx, word)).rejects.toMatchObject({ code: 'invalid' })
    expect(await openDebts(ctx, userId)).toHaveLength(1)
    await settle(ctx, { holdId, userId, amountCredits: 50, ref: randomUUID() })
    const second = `reversal:${randomUUID()}`
    await takeBack(userId, second, 30)
    await buy(userId, 65)
    expect(await closeDebts(ctx, word)).toEqual({ owedCredits: 80, takenCredits: 65, balanceCredits: 0 })
    await buy(userId, 20)
    expect(await balance(ctx, userId)).toBe(20)
    expect(await openDebts(ctx, userId)).toEqual([])
  })
})

test('an account is let go only when nothing is owed and its books agree', async () => {
  const userId = randomUUID()
  const word = { userId, actor: 'ama', reason: 'paid by transfer' }
  await expect(resume(ctx, word)).rejects.toMatchObject({ code: 'not_found' })
  await buy(userId)
  expect(await resume(ctx, word)).toBe(false)
  const client = await pool.connect()
  await client.query(`set session_replication_role = 'replica'`)
  await client.query(
    'update credit_account set balance = balance + 7, paused_at = now() where user_id = $1',
    [userId],
  )
  await client.query('reset session_replication_role')
  client.release()
  await expect(resume(ctx, word)).rejects.toMatchObject({ code: 'invalid' })
  await expect(closeDebts(ctx, word)).rejects.toMatchObject({ code: 'not_found' })
  await pool.query('UPDATE credit_account SET balance = balance - 7 WHERE user_id = $1', [userId])
  expect(await resume(ctx, word)).toBe(true)
})
