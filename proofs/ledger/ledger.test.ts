import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerDatabase, openLedgerDatabase } from './ledger-database.ts'
import { proveLedger } from './prove-ledger.ts'

let database: LedgerDatabase
beforeAll(async () => {
  database = await openLedgerDatabase()
}, 60_000)
afterAll(() => database?.end(), 60_000)

const prove = (operations: number, kills: number, lines: string[]) =>
  proveLedger(database, { seed: 7, operations, kills, secondsAtMost: 60, print: line => lines.push(line) })

test('while the whole database is killed, nothing acknowledged is lost and nothing happens twice', async () => {
  const lines: string[] = []
  const { rows } = await database.pool.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  )
  expect(rows).toEqual([{ fsync: 'on', commit: 'on' }])
  const done = await prove(2_000, 2, lines)
  expect(lines.filter(line => line.startsWith('WRONG'))).toEqual([])
  expect(done.complaints.total()).toBe(0)
  expect(done.operations).toBeGreaterThanOrEqual(2_000)
  expect(database.counts.kills).toBeGreaterThanOrEqual(2)
  expect(done.retries).toBeGreaterThan(0)
  expect(done.acknowledgedWrites).toBeGreaterThan(500)
}, 90_000)

test('it sees a database that answers before it has written', async () => {
  await database.pool.query('alter database soko set synchronous_commit = off')
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  )
  const { counts } = (await prove(2_000, 2, [])).complaints
  expect(counts.lost).toBeGreaterThan(0)
  expect(counts.answers).toBeGreaterThan(0)
}, 90_000)
