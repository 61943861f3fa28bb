import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { inTransaction } from './context.ts'
import { toAppError } from './error-mapper.ts'
import { createPool } from './pool.ts'

const database = await testDatabase()
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('did not fail'),
    (error: unknown) => error,
  )
const unavailable = { status: 503, code: 'unavailable', details: { retryAfterSeconds: 2 } }

test('faults 77: a connection that breaks inside a transaction, between statements too, is 503', async () => {
  const pool = createPool(database.connection, { max: 1 })
  const broken = (pauseMs: number) =>
    inTransaction(testContext(pool), async ({ db }) => {
      const { rows } = await db.execute(sql`select pg_backend_pid() as pid`)
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sleep(pauseMs)
      await db.execute(sql`select 1`)
    })
  expect(toAppError(await failureOf(broken(0)))).toMatchObject(unavailable)
  expect(toAppError(await failureOf(broken(100)))).toMatchObject(unavailable)
  await pool.end()
})

test('faults 77: a database that takes a connection and says nothing, or nothing to a question, is 503', async () => {
  const mute = createServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const address = mute.address() as { port: number }
  const there = { ...database.connection, host: '127.0.0.1', port: address.port }
  const unheard = createPool({ ...there, connectionTimeoutMillis: 100 }, { max: 1 })
  const ask = (pool: typeof unheard, seconds: number) =>
    failureOf(testContext(pool).db.execute(sql`select pg_sleep(${seconds})`))
  expect(toAppError(await ask(unheard, 0))).toMatchObject(unavailable)
  mute.close()

  const silent = createPool({ ...database.connection, query_timeout: 100 }, { max: 1 })
  expect(toAppError(await ask(silent, 1))).toMatchObject(unavailable)
  await Promise.all([unheard.end(), silent.end()])
})

test('faults 133: what a call writes for an account that was deleted meanwhile is refused as signed out', async () => {
  const { db } = testContext(database.pool)
  const writing = db.execute(sql`
    insert into conversation (session_key, user_id, first_message)
    values (${`thread_${'A'.repeat(22)}`}, gen_random_uuid(), 'GDP of Ghana')`)
  expect(toAppError(await failureOf(writing))).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('what nobody foresaw stays internal', () => {
  expect(toAppError(new TypeError('x is not a function'))).toMatchObject({ status: 500, code: 'internal' })
})
