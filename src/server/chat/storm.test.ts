import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ErrorBody } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type Asker, anAsker, type ChatInstance, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { waitFor } from '../testing/wait-for.ts'

const database = await testDatabase({ maxConnections: 4 })
const instance = await chatInstance(database)
const limited = await chatInstance(database, { areRateLimitsOn: true })

/** Runs `during` while nobody can read or write a table, so that calls that need it stay in the database. */
async function whileLocked(table: string, during: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    await during()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** How many connections wait for a lock: the work that calls have in the database right now. */
async function waitingInDatabase(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

const search = (asker: Asker) => asker.call(instance, 'POST', '/chat/search', { text: 'ghana' })

async function statusesOf(calls: Promise<Response>[]): Promise<Record<string, number>> {
  const answers = await Promise.all(calls)
  for (const { status, headers } of answers)
    if (status === 429 || status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/)
  return Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => String(status))).map(([status, some]) => [
      status,
      some?.length ?? 0,
    ]),
  )
}

/** While the rest hangs: without a connection kept for it, it would wait until the test gives up. */
async function balanceIsRead(asker: Asker): Promise<void> {
  expect((await asker.call(instance, 'GET', '/accounts/credits')).status).toBe(200)
}

/** Resolves when just so many of these calls have their answer. */
async function untilAnswered(calls: Promise<Response>[], count: number): Promise<void> {
  let answered = 0
  for (const call of calls)
    void call.then(() => {
      answered += 1
    })
  await waitFor(`${count} calls are answered`, () => answered === count, 20_000)
}

test('60 searches of one user at once: one runs, the newest is answered after it, the others get 429, and others’ calls find a connection', async () => {
  const [asker, other] = await Promise.all([anAsker(database), anAsker(database)])
  let calls: Promise<Response>[] = []
  await whileLocked('conversation', async () => {
    calls = Array.from({ length: 60 }, () => search(asker))
    await untilAnswered(calls, 58)
    await waitFor('one search runs', async () => (await waitingInDatabase()) === 1)
    await balanceIsRead(other)
  })
  expect(await statusesOf(calls)).toEqual({ 200: 2, 429: 58 })
}, 30_000)

test('searches of many users: two run at once, twenty wait, the others get 503', async () => {
  const askers = await Promise.all(Array.from({ length: 30 }, () => anAsker(database)))
  let calls: Promise<Response>[] = []
  await whileLocked('conversation', async () => {
    calls = askers.map(search)
    await untilAnswered(calls, 8)
    await waitFor('two searches run', async () => (await waitingInDatabase()) === 2)
  })
  expect(await statusesOf(calls)).toEqual({ 200: 22, 503: 8 })
}, 30_000)

test('histories that hang take their part of the connections, and a balance is read over the others', async () => {
  const askers = await Promise.all(Array.from({ length: 10 }, () => anAsker(database)))
  let calls: Promise<Response>[] = []
  await whileLocked('conversation', async () => {
    calls = askers.flatMap(asker =>
      Array.from({ length: 6 }, () => asker.call(instance, 'GET', '/chat/chat_history')),
    )
    await waitFor('histories are read', async () => (await waitingInDatabase()) > 5)
    await sleep(200)
    expect(await waitingInDatabase()).toBe(6)
    await balanceIsRead(askers[0] as Asker)
  })
  expect(await statusesOf(calls)).toEqual({ 200: 60 })
}, 30_000)

test('one user’s questions are stored one after the other: fifty at once hold one connection', async () => {
  const asker = await anAsker(database)
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select 1 from credit_account where user_id = $1 for update', [asker.id])
  const calls = Array.from({ length: 50 }, () => asker.stream(instance, {}))
  await waitFor('a question is stored', async () => (await waitingInDatabase()) > 0)
  await sleep(200)
  expect(await waitingInDatabase()).toBe(1)
  await client.query('rollback')
  client.release()
  expect(Object.keys(await statusesOf(calls))).toContain('200')
}, 30_000)

const ask = (asker: Asker, on: ChatInstance, more: object = {}) =>
  asker.call(on, 'POST', '/chat/reply', {
    message: 'GDP of Ghana',
    session_key: null,
    turn_id: randomUUID(),
    ...more,
  })

const forgetCount = (name: string) =>
  database.pool.query('delete from rate_limits where key like $1', [`${name}:%`])

test('the 31st question of a minute gets 429 with Retry-After and is not stored; sent again, an earlier one is answered', async () => {
  const asker = await anAsker(database, 1_000)
  const first = { turn_id: randomUUID() }
  expect((await ask(asker, limited, first)).status).toBe(200)
  for (let sent = 1; sent < limits.questionsPerMinute; sent += 1)
    expect((await ask(asker, limited)).status).toBe(200)
  const refused = { turn_id: randomUUID() }
  const answer = await ask(asker, limited, refused)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const stored = await database.pool.query('select id from turn where id = $1', [refused.turn_id])
  expect(stored.rows).toEqual([])
  expect((await ask(asker, limited, first)).status).toBe(200)
  expect((await ask(asker, instance)).status).toBe(200)
}, 30_000)

test('after 60 free answers in an hour the next question gets 429, after 200 in a day too; paid ones count for neither', async () => {
  const asker = await anAsker(database, 1_000)
  expect((await ask(asker, limited)).status).toBe(200)
  limited.analyst.play = { words: 1, everyMs: 0, outcome: { free: true } }
  for (let sent = 0; sent < limits.freeAnswersPerHour; sent += 1) {
    if (sent % 20 === 0) await forgetCount('questions')
    expect((await ask(asker, limited)).status).toBe(200)
  }
  await forgetCount('questions')
  const refused = await ask(asker, limited)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
  expect(((await refused.json()) as ErrorBody).error.message).toContain('60 free answers an hour')

  await forgetCount('free-answers-hour')
  expect((await ask(asker, limited)).status).toBe(200)
  await database.pool.query(`update rate_limits set points = 200 where key like 'free-answers-day:%'`)
  const day = await ask(asker, limited)
  expect(day.status).toBe(429)
  expect(Number(day.headers.get('retry-after'))).toBeGreaterThan(3_600)
  expect((await ask(asker, instance)).status).toBe(200)
  expect(await asker.account()).toMatchObject({ held: 0, spent: 6 })
}, 60_000)
