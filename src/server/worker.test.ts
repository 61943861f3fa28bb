import { expect, test } from 'vitest'
import { readConfig } from './platform/config.ts'
import { createNotices } from './platform/notices.ts'
import { createPool } from './platform/pool.ts'
import { testContext } from './testing/context.ts'
import { testDatabase } from './testing/database.ts'
import { recordedLog } from './testing/recorded-log.ts'
import { waitFor } from './testing/wait-for.ts'
import { startWorker } from './worker.ts'

test('background work that the database kept from starting starts as soon as it may', async () => {
  const { connection, close } = await testDatabase()
  await close()
  const { log, lines } = recordedLog()
  const notices = createNotices(connection, log)
  await notices.ready()
  const admin = createPool({ ...connection, database: 'postgres' }, { max: 1 })
  const pool = createPool(connection, { max: 5 })
  const allow = (may: boolean) =>
    admin.query(`ALTER DATABASE ${connection.database} ALLOW_CONNECTIONS ${may}`)
  await allow(false)
  const worker = startWorker({
    base: testContext(pool, { log }),
    pool,
    notices,
    config: readConfig({}),
    crm: null,
    warning: { publicUrl: 'http://soko.test', receiverOf: async () => null },
    makeFile: async () => ({ content: Buffer.alloc(0), contentType: 'text/plain' }),
    payments: {
      providers: new Map(),
      receipts: { issue: async () => undefined, hasBuyer: async () => true },
    },
  })
  await waitFor('it was refused', () => lines.some(line => line.includes('could not start')))
  await allow(true)
  const scheduled = async () => {
    const found = await pool
      .query<{ name: string }>('SELECT name FROM jobs.schedule ORDER BY name')
      .catch(() => null)
    return found?.rows.map(row => row.name) ?? []
  }
  await waitFor('the schedule stands', async () => (await scheduled()).length >= 5, 10_000)
  expect(await scheduled()).toContain('sweep-holds')
  await worker.stop(1_000)
  await notices.close()
  await Promise.all([pool.end(), admin.end()])
})
