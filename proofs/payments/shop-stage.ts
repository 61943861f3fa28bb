import { copySamplePanel, setUp } from '../../bench/set-up.ts'
import { createPool } from '../../src/server/platform/pool.ts'
import { type ServerProcess, startServerProcess } from '../../src/server/testing/server-process.ts'
import { startKillableDatabase } from '../killable-database.ts'
import type { Entry } from '../stage.ts'
import { type FakeCheckout, startFakeCheckout } from './fake-checkout.ts'

export type ShopStage = Awaited<ReturnType<typeof openShop>>

/** A database, a hosted checkout that outlives every server, and servers that sell through it. */
export const openShop = (entry: Entry) =>
  setUp('payment-kills', async (dataDir, atEnd) => {
    await copySamplePanel(dataDir)
    const database = await startKillableDatabase(dataDir)
    atEnd(database.close)
    const pool = createPool(database.connection, { max: 4 })
    atEnd(() => pool.end())
    const checkout: FakeCheckout = await startFakeCheckout()
    atEnd(checkout.close)
    const { host, port, user, database: name } = database.connection
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql:///${name}?${new URLSearchParams({ host, port: String(port), user })}`,
      LOG_LEVEL: 'error',
      EXPRESSPAY_MERCHANT_ID: 'a-merchant',
      EXPRESSPAY_API_KEY: 'a-key',
      EXPRESSPAY_URL: checkout.url,
    }
    const startServer = async (): Promise<ServerProcess> => {
      const server = await startServerProcess({ entry, env, readyMaxMs: 60_000 })
      atEnd(() => server.end('SIGKILL'))
      return server
    }
    // Its first start brings the tables.
    await (await startServer()).end('SIGTERM')
    return { pool, checkout, startServer }
  })
