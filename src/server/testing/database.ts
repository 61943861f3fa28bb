import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, inject } from 'vitest'
import { createPool } from '../platform/pool.ts'

export type TestDatabase = {
  pool: Pool
  /** For code that opens its own connections, e.g. the job queue or a second instance. */
  connection: { host: string; port: number; user: string; database: string }
  /** Closes early; done by itself after the file's last test. */
  close(): Promise<void>
}

export type TestDatabaseOptions = {
  /** `migrated` (default): the product's schema, no rows. `empty`: nothing at all. */
  from?: 'migrated' | 'empty'
  maxConnections?: number
}

/**
 * A database of the test file's own, copied from the migrated one in some 30 ms. Call it at the top of a test file:
 * `const { pool } = await testDatabase()`. Each test makes its own user, so tests of a file need not clean up.
 */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { template, ...server } = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const admin = createPool({ ...server, database: 'postgres' }, { max: 1 })
  const source = options.from === 'empty' ? 'template0' : template
  await admin.query(`CREATE DATABASE ${database} TEMPLATE ${source} STRATEGY FILE_COPY`)
  await admin.end()
  const connection = { ...server, database }
  const pool = createPool(connection, { max: options.maxConnections ?? 10 })
  const close = async () => {
    if (!pool.ended) await pool.end()
  }
  afterAll(close)
  return { pool, connection, close }
}
