import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { UsageEntry } from '../../contract/credits.ts'
import { findSession } from '../auth/auth.ts'
import { createHttp } from '../platform/http-server.ts'
import { aSignedInUser } from '../testing/builders.ts'
import { createClient } from '../testing/client.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { grant, grantStarter, hold, settle } from './credits.ts'
import { mountCredits } from './routes.ts'

const { pool } = await testDatabase()
const ctx = testContext(pool)
const app = createHttp({
  db: ctx.db,
  log: ctx.log,
  clock: ctx.clock,
  findSession,
  publicUrl: 'http://localhost',
  trustedProxies: [],
  isProduction: false,
})
mountCredits(
  app,
  async (_, refs) => new Map(refs.filter(ref => ref.endsWith('asked')).map(ref => [ref, 'GDP of Ghana'])),
)
const client = createClient(app)

interface Page {
  history: { data: UsageEntry[]; next_cursor: string | null }
}

async function userWith(credits: number) {
  const user = await aSignedInUser(pool)
  await grantStarter(ctx, user.id, credits)
  const get = (path: string) => client.get(path, { headers: user.headers })
  return { ...user, get }
}

test('the balance is told with open holds not taken off, and the most a question can cost', async () => {
  const user = await userWith(100)
  await hold(ctx, { id: randomUUID(), userId: user.id, amountCredits: 10, priceVersion: 1, lifeMs: 60_000 })
  const answer = await user.get('/accounts/credits')
  expect(answer.json()).toEqual({ credits: 100, prices: { quick: 3, deep: 10 } })
  const newcomer = await aSignedInUser(pool)
  const empty = await client.get('/accounts/credits', { headers: newcomer.headers })
  expect(empty.json()).toMatchObject({ credits: 0 })
  expect((await client.get('/accounts/credits')).status).toBe(401)
})

describe('the usage history', () => {
  test('comes in pages, newest first, each entry once', async () => {
    const user = await userWith(100)
    for (let index = 1; index < 12; index += 1)
      await grant(ctx, { userId: user.id, ref: `${user.id}:${index}`, amountCredits: index, reason: 'Test' })
    const amounts: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path: string = `/accounts/usage/history?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { history }: Page = (await user.get(path)).json<Page>()
      expect(history.data.length).toBeLessThanOrEqual(5)
      amounts.push(...history.data.map(entry => entry.amount))
      cursor = history.next_cursor
    }
    expect(amounts).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 100])
  })

  test.each(['0', '-1', '1000000000', 'abc', '1e2', '101', ''])(
    'faults 134: a limit of %j is malformed',
    async limit => {
      const user = await userWith(1)
      expect((await user.get(`/accounts/usage/history?limit=${limit}`)).status).toBe(400)
    },
  )

  test('faults 134: a cursor that is garbage or another user’s is malformed', async () => {
    const [user, other] = await Promise.all([userWith(1), userWith(1)])
    await grant(ctx, { userId: user.id, ref: randomUUID(), amountCredits: 1, reason: 'Test' })
    const { history } = (await user.get('/accounts/usage/history?limit=1')).json<Page>()
    const next = `/accounts/usage/history?cursor=${history.next_cursor}`
    expect((await user.get(next)).json<Page>().history.data).toHaveLength(1)
    expect((await other.get(next)).status).toBe(400)
    for (const cursor of ['', 'x', 'A'.repeat(10_000), '%00', "1' or '1'='1"])
      expect((await user.get(`/accounts/usage/history?cursor=${encodeURIComponent(cursor)}`)).status).toBe(
        400,
      )
  })
})

test('an entry keeps the label of its kind, and one for an answer names its question beside it', async () => {
  const user = await userWith(100)
  const id = randomUUID()
  await hold(ctx, { id, userId: user.id, amountCredits: 3, priceVersion: 1, lifeMs: 60_000 })
  await settle(ctx, { holdId: id, userId: user.id, amountCredits: 3, ref: 'thread_1:asked' })
  const { history } = (await user.get('/accounts/usage/history')).json<Page>()
  expect(history.data.map(({ narrative, question }) => [narrative, question])).toEqual([
    ['Chat prompt', 'GDP of Ghana'],
    ['Top up', undefined],
  ])
})
