import { join } from 'node:path'
import { setUp } from '../../bench/set-up.ts'
import { migrate } from '../../src/server/platform/migrate.ts'
import { createPool } from '../../src/server/platform/pool.ts'
import { startKillableDatabase } from '../killable-database.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const connectionCount = 16

export type PaymentDatabase = Awaited<ReturnType<typeof openPaymentDatabase>>

/** The product's PostgreSQL, durable, with the product's tables, in a folder of its own. */
export const openPaymentDatabase = () =>
  setUp('payments', async (dataDir, atEnd) => {
    const { connection, close } = await startKillableDatabase(dataDir)
    atEnd(close)
    const pool = createPool(connection, { max: connectionCount })
    atEnd(() => pool.end())
    await migrate(pool, migrations)
    return { pool, connection }
  })
