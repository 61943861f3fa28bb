import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { adjust, grant, grantStarter, hold, settle, usageHistory } from './credits.ts'

const { pool } = await testDatabase()
const ctx = testContext(pool)

async function userWithEntries(count: number): Promise<string> {
  const userId = randomUUID()
  await grantStarter(ctx, userId, 100)
  for (let index = 1; index < count; index += 1)
    await grant(ctx, { userId, ref: `${userId}:${index}`, amountCredits: index, reason: 'Test' })
  return userId
}

async function allPages(userId: string, limit: number, betweenPages?: () => Promise<unknown>) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await usageHistory(ctx, { userId, cursor, limit })
    ids.push(...page.data.map(entry => entry.id))
    cursor = page.next_cursor ?? undefined
    await betweenPages?.()
  } while (cursor !== undefined)
  return ids
}

test('each entry is a credit or a debit with a positive amount, labelled by the rule', async () => {
  const userId = randomUUID()
  await grantStarter(ctx, userId, 100)
  const turnId = randomUUID()
  await hold(ctx, { id: turnId, userId, amountCredits: 3, priceVersion: 1, lifeMs: 60_000 })
  await settle(ctx, { holdId: turnId, userId, amountCredits: 3, ref: `thread_abc:${turnId}` })
  await adjust(ctx, { userId, ref: randomUUID(), amountCredits: -4, reason: 'Correction', actor: 'ama' })
  const { data, next_cursor } = await usageHistory(ctx, { userId })
  expect(data.map(({ type, amount, narrative }) => [type, amount, narrative])).toEqual([
    ['debit', 4, 'Other'],
    ['debit', 3, 'Chat prompt'],
    ['credit', 100, 'Top up'],
  ])
  expect(data[1]?.ref).toBe(`thread_abc:${turnId}`)
  expect(data.every(entry => !Number.isNaN(Date.parse(entry.created_at)))).toBe(true)
  expect(next_cursor).toBeNull()
})

test('faults 135: entries posted while someone pages are neither repeated nor do they skip any', async () => {
  const userId = await userWithEntries(23)
  const whole = (await usageHistory(ctx, { userId })).data.map(entry => entry.id)
  const paged = await allPages(userId, 5, () =>
    grant(ctx, { userId, ref: randomUUID(), amountCredits: 1, reason: 'Meanwhile' }),
  )
  expect(paged).toEqual(whole)
})

test('faults 134: a cursor that is garbage, tampered with, too long or another user’s is malformed', async () => {
  const [userId, otherId] = await Promise.all([userWithEntries(4), userWithEntries(4)])
  const { next_cursor } = await usageHistory(ctx, { userId, limit: 2 })
  const good = next_cursor as string
  expect((await usageHistory(ctx, { userId, cursor: good, limit: 2 })).data).toHaveLength(2)
  const bytes = Buffer.from(good, 'base64url')
  const flipped = Array.from(bytes, (byte, index) => {
    const copy = Buffer.from(bytes)
    copy[index] = byte ^ 1
    return copy.toString('base64url')
  })
  for (const cursor of ['', 'garbage', '1', `${good}=`, `${good}A`, 'A'.repeat(10_240), ...flipped])
    await expect(usageHistory(ctx, { userId, cursor })).rejects.toMatchObject({ code: 'malformed' })
  await expect(usageHistory(ctx, { userId: otherId, cursor: good })).rejects.toMatchObject({
    code: 'malformed',
  })
})
