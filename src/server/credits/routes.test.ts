import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { UsageEntry } from '../../contract/credits.ts'
import { findSession } from '../auth/auth.ts'
import { createHttp } from '../platform/http-server.ts'
import { createRateLimits } from '../platform/rate-limit.ts'
import { aSignedInUser } from '../testing/builders.ts'
import { createClient } from '../testing/client.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { adjust, grant, grantStarter, hold, purchase, settle } from './credits.ts'
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
mountCredits(app, {
  askedByRef: async (_, refs) =>
    new Map(refs.filter(ref => ref.endsWith('asked')).map(ref => [ref, '=HYPERLINK("GDP of Ghana")'])),
  purchasedByRef: async (_, refs) =>
    new Map(refs.filter(ref => ref.endsWith('bought')).map(ref => [ref, 'Starter, 150.00 GHS, expressPay'])),
  rateLimits: createRateLimits(pool, true),
})
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
  expect(answer.json()).toEqual({
    credits: 100,
    prices: { quick: 3, deep: 10 },
    low_below: 15,
    warns_by_mail: true,
  })
  const newcomer = await aSignedInUser(pool)
  const empty = await client.get('/accounts/credits', { headers: newcomer.headers })
  expect(empty.json()).toMatchObject({ credits: 0 })
  expect((await client.get('/accounts/credits')).status).toBe(401)
})

test('the mail about a low balance is turned off and on by its owner alone', async () => {
  const [user, other] = [await userWith(100), await userWith(100)]
  const turn = (body: unknown) => client.post('/accounts/credits/warning', body, { headers: user.headers })
  expect((await turn({ by_mail: false })).json()).toEqual({ by_mail: false })
  expect((await user.get('/accounts/credits')).json()).toMatchObject({ warns_by_mail: false })
  expect((await other.get('/accounts/credits')).json()).toMatchObject({ warns_by_mail: true })
  expect((await turn({ by_mail: 'no' })).status).toBe(422)
  expect((await turn({ by_mail: true })).json()).toEqual({ by_mail: true })
  expect((await user.get('/accounts/credits')).json()).toMatchObject({ warns_by_mail: true })
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

describe('the usage history of some days', () => {
  /** Entries of 1, 2, 3 … credits, posted at these moments. */
  async function userWithEntriesAt(moments: readonly string[]) {
    const user = await aSignedInUser(pool)
    for (const [place, at] of moments.entries()) {
      const ref = `${user.id}:${place}`
      await grant(ctx, { userId: user.id, ref, amountCredits: place + 1, reason: 'Test' })
      await pool.query('alter table credit_entry disable trigger user')
      await pool.query('update credit_entry set created_at = $1 where ref = $2', [at, ref])
      await pool.query('alter table credit_entry enable trigger user')
    }
    return async (query: string, timezone = 'UTC') => {
      const headers = { ...user.headers, 'x-timezone': timezone }
      const answer = await client.get(`/accounts/usage/history?${query}`, { headers })
      return { status: answer.status, history: answer.json<Page>().history }
    }
  }
  const moments = [
    '2026-11-18T23:30:00Z',
    '2026-11-19T00:00:00Z',
    '2026-11-19T23:59:59.999Z',
    '2026-11-20T00:00:00Z',
  ]
  const amounts = ({ history }: Page) => history.data.map(entry => entry.amount)

  test('holds both days it is asked from and to, and no moment more', async () => {
    const ask = await userWithEntriesAt(moments)
    expect(amounts(await ask('from=2026-11-19&to=2026-11-19'))).toEqual([3, 2])
    expect(amounts(await ask('from=2026-11-19'))).toEqual([4, 3, 2])
    expect(amounts(await ask('to=2026-11-18'))).toEqual([1])
    expect(amounts(await ask('from=2026-11-20&to=2026-11-19'))).toEqual([])
  })

  test('takes the days of the reader’s own calendar', async () => {
    const ask = await userWithEntriesAt(moments)
    expect(amounts(await ask('from=2026-11-19&to=2026-11-19', 'Africa/Lagos'))).toEqual([2, 1])
    expect(amounts(await ask('from=2026-11-20&to=2026-11-20', 'Africa/Lagos'))).toEqual([4, 3])
  })

  test('faults 134, 135: comes in pages, each entry once, whatever is posted meanwhile', async () => {
    const ask = await userWithEntriesAt(Array.from({ length: 7 }, () => '2026-11-19T12:00:00Z'))
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: Page = await ask(`from=2026-11-19&to=2026-11-19&limit=3${next}`)
      seen.push(...amounts(page))
      cursor = page.history.next_cursor
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  test.each(['2026-02-30', '2026-13-01', '26-01-01', '20261119', '', "2026-11-19' or '1'='1", '0000-01-01'])(
    'faults 134: a day of %j is malformed',
    async day => {
      const user = await userWith(1)
      const path = `/accounts/usage/history?from=${encodeURIComponent(day)}`
      expect((await user.get(path)).status).toBe(400)
    },
  )
})

test('an entry keeps the label of its kind, and one for an answer names its question beside it', async () => {
  const user = await userWith(100)
  const id = randomUUID()
  await hold(ctx, { id, userId: user.id, amountCredits: 3, priceVersion: 1, lifeMs: 60_000 })
  await settle(ctx, { holdId: id, userId: user.id, amountCredits: 3, ref: 'thread_1:asked' })
  const { history } = (await user.get('/accounts/usage/history')).json<Page>()
  expect(history.data.map(({ narrative, question }) => [narrative, question])).toEqual([
    ['Chat prompt', '=HYPERLINK("GDP of Ghana")'],
    ['Top up', undefined],
  ])
})

test('credits say where they came from beside the label of their kind', async () => {
  const user = await userWith(100)
  const given = { userId: user.id, amountCredits: 5, reason: 'Thank you' }
  await grant(ctx, { ...given, ref: `promo:${user.id}` })
  await adjust(ctx, { ...given, ref: `operator:${user.id}`, actor: 'ama' })
  await adjust(ctx, { ...given, ref: `less:${user.id}`, amountCredits: -1, actor: 'ama' })
  await purchase(ctx, { ...given, ref: `${user.id}:bought` })
  const { history } = (await user.get('/accounts/usage/history')).json<Page>()
  expect(history.data.map(({ narrative, detail }) => [narrative, detail])).toEqual([
    ['Top up', 'Starter, 150.00 GHS, expressPay'],
    ['Other', undefined],
    ['Top up', 'Credits granted'],
    ['Top up', 'Credits granted'],
    ['Top up', 'Starter credits'],
  ])
})

describe('the usage as a file', () => {
  async function userWithAnAnswer() {
    const user = await userWith(100)
    const id = randomUUID()
    await hold(ctx, { id, userId: user.id, amountCredits: 3, priceVersion: 1, lifeMs: 60_000 })
    await settle(ctx, { holdId: id, userId: user.id, amountCredits: 3, ref: `thread_${id}:asked` })
    return { ...user, ref: `thread_${id}:asked` }
  }

  test('faults 138: is UTF-8 with a mark, newest first, and no question in it is run as a formula', async () => {
    const user = await userWithAnAnswer()
    const file = await user.get('/accounts/usage/history/export?format=csv')
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="soko-usage.csv"',
      'x-content-type-options': 'nosniff',
    })
    const [head, spent, granted, ...rest] = file.text.split('\r\n')
    expect(head).toBe('\uFEFFType,Date (UTC),Amount,Narrative,Reference')
    expect(spent).toMatch(/^Chat prompt,20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,-3,/)
    expect(spent).toMatch(new RegExp(`,"'=HYPERLINK\\(""GDP of Ghana""\\)",${user.ref}$`))
    expect(granted).toMatch(/^Top up,20.+Z,100,Starter credits,starter:/)
    expect(rest).toEqual([''])
  })

  test('sums up to the balance', async () => {
    const user = await userWithAnAnswer()
    const file = await user.get('/accounts/usage/history/export?format=csv')
    const amounts = file.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map(line => Number(line.split(',')[2]))
    expect(amounts).toEqual([-3, 100])
    const { credits } = (await user.get('/accounts/credits')).json<{ credits: number }>()
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(credits)
  })

  test('is a workbook where one is asked for; another format is malformed', async () => {
    const user = await userWithAnAnswer()
    const file = await user.get('/accounts/usage/history/export?format=xlsx')
    expect(file.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="soko-usage.xlsx"',
    })
    expect(file.text.slice(0, 2)).toBe('PK')
    for (const format of ['pdf', 'CSV', '']) {
      const path = `/accounts/usage/history/export?format=${format}`
      expect((await user.get(path)).status).toBe(400)
    }
  })

  test('holds all entries, more than a page of them, and those of some days alone where days are named', async () => {
    const user = await userWith(0)
    await pool.query(
      `SELECT post_credits($1::text::uuid, 'grant', 'file ' || n || $1::text, n, 'a test', null) FROM generate_series(1, 2100) AS n`,
      [user.id],
    )
    const lines = async (query: string) =>
      (await user.get(`/accounts/usage/history/export?format=csv${query}`)).text.trim().split('\r\n')
    const amounts = (await lines('')).slice(1).map(line => Number(line.split(',')[2]))
    expect(amounts).toEqual(Array.from({ length: 2_100 }, (_, place) => 2_100 - place))
    expect(await lines('&to=2020-01-01')).toHaveLength(1)
  })

  test('of more rows than a workbook is made of says what to do instead', async () => {
    const user = await userWith(0)
    await pool.query(
      `SELECT post_credits($1::text::uuid, 'grant', 'many ' || n || $1::text, 1, 'a test', null) FROM generate_series(1, 5001) AS n`,
      [user.id],
    )
    const refused = await user.get('/accounts/usage/history/export?format=xlsx')
    expect(refused.status).toBe(422)
    expect(refused.json<{ error: { message: string } }>().error.message).toContain('fewer days, or take CSV')
    const whole = await user.get('/accounts/usage/history/export?format=csv')
    expect(whole.text.trim().split('\r\n')).toHaveLength(5_002)
  })

  test('is limited as other files are, for each user alone', async () => {
    const [user, other] = [await userWith(1), await userWith(1)]
    const ask = ({ get }: typeof user) => get('/accounts/usage/history/export?format=csv')
    const answers = await Promise.all(Array.from({ length: 21 }, () => ask(user)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(other)).status).toBe(200)
  })
})
