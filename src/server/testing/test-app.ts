import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { createNotices } from '../platform/notices.ts'
import { loadFrontSettings } from '../settings/settings.ts'
import { cheapHasher } from './cheap-hasher.ts'
import type { TestDatabase } from './database.ts'
import { type FakeAnalyst, fakeAnalyst } from './fake-analyst.ts'
import { scriptedProviders } from './scripted-provider.ts'

export interface TestApp extends App {
  analyst: FakeAnalyst
  /** Who takes money: as the test tells them, over no network. */
  scripted: ReturnType<typeof scriptedProviders>
  close(): Promise<void>
}

/**
 * The whole product over a test's database, but for a fake analyst and scripted providers of payments, with settings of the
 * test's choice.
 */
export async function testApp(
  database: TestDatabase,
  env: Record<string, string> = {},
  log = createLog('silent'),
  /** Who takes money; `stand-ins` are asked over HTTP, so that the app has to listen on its PORT. */
  payees: 'scripted' | 'stand-ins' = 'scripted',
): Promise<TestApp> {
  const notices = createNotices(database.connection, log)
  await notices.ready()
  const analyst = fakeAnalyst()
  const scripted = scriptedProviders()
  const app = await createApp({
    config: readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'soko-app-')), ...env }),
    frontSettings: loadFrontSettings(null),
    suggestions: { industries: ['Beverages'], countries: ['Ghana'] },
    queries: {
      dataVersion: 'none',
      runAsk: async () => ({ tables: [], sources: [], method: [], data_version: 'none', queries: [] }),
    },
    pool: database.pool,
    log,
    clock: systemClock,
    notices,
    analyst,
    hasher: cheapHasher(),
    ...(payees === 'scripted' && { providers: scripted.map }),
    webFolder: join(import.meta.dirname, 'no-such-folder'),
  })
  app.isReady = true
  await app.http.fastify.ready()
  return Object.assign(app, {
    analyst,
    scripted,
    async close() {
      await app.chat.drain(1_000)
      await app.http.fastify.close()
      await notices.close()
    },
  })
}
