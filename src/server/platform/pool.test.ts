import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { inTransaction } from './context.ts'
import { createPool } from './pool.ts'

const database = await testDatabase()
let pool: ReturnType<typeof createPool>
beforeEach(() => {
  pool = createPool(database.connection, { max: 1 })
})
afterEach(() => pool.end())

test('faults 83: a connection lost between two statements of a transaction fails that transaction alone', async () => {
  const ctx = testContext(pool)
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  const broken = inTransaction(ctx, async ({ db }) => {
    const { rows } = await db.execute(sql`select pg_backend_pid() as pid`)
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await sleep(200)
    await db.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow()
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
  expect(await inTransaction(ctx, async () => 'works')).toBe('works')
})

test('faults 83: a transaction that could not begin gives its connection back', async () => {
  const ctx = testContext(pool)
  await pool.query('select 1')
  pool.once('acquire', client => {
    // BEGIN is written to a connection whose other end is gone.
    Reflect.get(client, 'connection').stream.destroy()
  })
  await expect(inTransaction(ctx, async () => 'begun')).rejects.toThrow()
  expect(await inTransaction(ctx, async () => 'works')).toBe('works')
})

test('PostgreSQL ends a statement that runs away, and a transaction that nobody goes on with', async () => {
  const { rows } = await pool.query(
    `select name, setting::int as ms from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', ms: 30_000 },
    { name: 'statement_timeout', ms: 30_000 },
  ])
})
