import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailReceiver } from '../auth/auth.ts'
import { aSignedInUser } from '../testing/builders.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import {
  adjust,
  grant,
  grantStarter,
  hold,
  lowBelow,
  refund,
  settle,
  setWarnedByMail,
  type WarningParts,
  warnOfLowBalance,
  warnWhoWasForgotten,
} from './credits.ts'

const { pool } = await testDatabase()
const ctx = testContext(pool)
const parts: WarningParts = { publicUrl: 'http://soko.test', receiverOf: mailReceiver }

async function anAccount(credits: number) {
  const user = await aSignedInUser(pool)
  await grantStarter(ctx, user.id, credits)
  const spend = async (amountCredits: number) => {
    const holdId = randomUUID()
    await hold(ctx, { id: holdId, userId: user.id, amountCredits, priceVersion: 1, lifeMs: 60_000 })
    const ref = `thread_${holdId}`
    await settle(ctx, { holdId, userId: user.id, amountCredits, ref })
    await warnOfLowBalance(ctx, parts, user.id)
    return ref
  }
  const topUp = (amountCredits: number) =>
    grant(ctx, { userId: user.id, ref: randomUUID(), amountCredits, reason: 'Top up' })
  const mails = async () =>
    (
      await pool.query<{ text_body: string }>(
        `SELECT text_body FROM mail_outbox WHERE to_address = $1 AND purpose = 'low-balance'`,
        [user.email],
      )
    ).rows
  return { ...user, spend, topUp, mails }
}

test('low is under 15% of what the last 30 days cost, refunds taken off, and of ten deep answers at least', async () => {
  const user = await anAccount(2_000)
  expect(await lowBelow(ctx, user.id)).toBe(15)
  const ref = await user.spend(600)
  expect(await lowBelow(ctx, user.id)).toBe(90)
  await refund(ctx, { userId: user.id, spendRef: ref, amountCredits: 200, reason: 'Wrong', actor: 'Efua' })
  expect(await lowBelow(ctx, user.id)).toBe(60)
  await pool.query('ALTER TABLE credit_entry DISABLE TRIGGER credit_entry_append_only')
  await pool.query(
    `UPDATE credit_entry SET created_at = created_at - interval '31 days' WHERE user_id = $1`,
    [user.id],
  )
  await pool.query('ALTER TABLE credit_entry ENABLE TRIGGER credit_entry_append_only')
  expect(await lowBelow(ctx, user.id)).toBe(15)
})

test('one mail when the balance falls under the line, none before and none after', async () => {
  const user = await anAccount(100)
  await user.spend(85)
  expect(await user.mails()).toEqual([])
  await user.spend(1)
  const [mail, ...more] = await user.mails()
  expect(more).toEqual([])
  expect(mail?.text_body).toContain('Your account has 14 credits left')
  expect(mail?.text_body).toMatch(/^http:\/\/soko\.test\/app$/m)
  await user.spend(3)
  await Promise.all([1, 2, 3].map(() => warnOfLowBalance(ctx, parts, user.id)))
  expect(await user.mails()).toHaveLength(1)
})

test('of several answers that end together one tells', async () => {
  const user = await anAccount(10)
  const told = await Promise.all(Array.from({ length: 8 }, () => warnOfLowBalance(ctx, parts, user.id)))
  expect(told.filter(Boolean)).toHaveLength(1)
  expect(await user.mails()).toHaveLength(1)
})

test('again only after a top-up that lifted it over the line: neither a small one nor a refund counts', async () => {
  const user = await anAccount(20)
  const ref = await user.spend(10)
  expect(await user.mails()).toHaveLength(1)
  await user.topUp(2)
  await user.spend(1)
  await refund(ctx, { userId: user.id, spendRef: ref, amountCredits: 10, reason: 'Wrong', actor: 'Efua' })
  await user.spend(10)
  expect(await user.mails()).toHaveLength(1)
  await adjust(ctx, { userId: user.id, ref: randomUUID(), amountCredits: 50, reason: 'Gift', actor: 'Efua' })
  await user.spend(1)
  expect(await user.mails()).toHaveLength(1)
  await user.spend(50)
  expect(await user.mails()).toHaveLength(2)
})

test('nobody is told who has turned it off, or whose account is closed; turned on again it counts', async () => {
  const user = await anAccount(20)
  await setWarnedByMail(ctx, user.id, false)
  await user.spend(10)
  expect(await user.mails()).toEqual([])
  await setWarnedByMail(ctx, user.id, true)
  await pool.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [user.id])
  await user.spend(1)
  expect(await user.mails()).toEqual([])
  await pool.query(`UPDATE users SET status = 'active' WHERE id = $1`, [user.id])
  await user.spend(1)
  expect(await user.mails()).toHaveLength(1)
})

/** An account that spent below its line five minutes ago and whose mail was never queued. */
async function aForgottenAccount() {
  const user = await anAccount(20)
  const holdId = randomUUID()
  await hold(ctx, { id: holdId, userId: user.id, amountCredits: 10, priceVersion: 1, lifeMs: 60_000 })
  await settle(ctx, { holdId, userId: user.id, amountCredits: 10, ref: `thread_${holdId}` })
  await pool.query('ALTER TABLE credit_entry DISABLE TRIGGER credit_entry_append_only')
  await pool.query(
    `UPDATE credit_entry SET created_at = created_at - interval '5 minutes' WHERE user_id = $1`,
    [user.id],
  )
  await pool.query('ALTER TABLE credit_entry ENABLE TRIGGER credit_entry_append_only')
  return user
}

test('who was forgotten by a server that died is told by the clock, once', async () => {
  const user = await aForgottenAccount()
  await warnWhoWasForgotten(ctx, parts)
  await warnWhoWasForgotten(ctx, parts)
  expect(await user.mails()).toHaveLength(1)
})

test('an account that is gone, or one that cannot be judged, keeps the mail from nobody else', async () => {
  const users = []
  for (let count = 0; count < 6; count += 1) users.push(await aForgottenAccount())
  const [gone, broken, ...others] = users
  await pool.query('DELETE FROM users WHERE id = $1', [gone?.id])
  const receiverOf: WarningParts['receiverOf'] = (ctx, userId) =>
    userId === broken?.id ? Promise.reject(new Error('Unreadable')) : mailReceiver(ctx, userId)
  expect(await warnWhoWasForgotten(ctx, { ...parts, receiverOf })).toBe(others.length)
  for (const user of others) expect(await user.mails()).toHaveLength(1)
  expect(await warnWhoWasForgotten(ctx, parts)).toBe(1)
  expect(await broken?.mails()).toHaveLength(1)
})
