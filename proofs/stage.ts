import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { copySamplePanel, setUp } from '../bench/set-up.ts'
import { createPool } from '../src/server/platform/pool.ts'
import {
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from '../src/server/testing/server-process.ts'
import { type KillableDatabase, startKillableDatabase } from './killable-database.ts'
import type { ModelAsk, ModelNews } from './model-process.ts'

/** What a proof plays on: a database of its own, a fake model, servers; each a process, all gone at its end. */
export interface Stage {
  /** A temporary folder of its own. */
  dataDir: string
  database: KillableDatabase
  /** Connections for looking behind the product; they come back by themselves after a kill. */
  pool: Pool
  /** How often the model was asked each question. */
  modelCounts(): Promise<Record<string, number>>
  startServer(): Promise<ServerProcess>
  end(): Promise<void>
}

export type Entry = ServerSettings['entry']

/**
 * The servers run from the sources or as they were built. `name` is part of the folder's name; `modelArgs` starts another
 * model than the usual one: a file beside this one, which tells its address, and what it is given; `settings` are the servers' where they differ.
 */
export const openStage = (
  name: string,
  entry: Entry,
  modelArgs: readonly [string, ...string[]] = ['model-process.ts'],
  settings: Readonly<Record<string, string>> = {},
): Promise<Stage> =>
  setUp(name, async (dataDir, atEnd) => {
    await copySamplePanel(dataDir)
    const database = await startKillableDatabase(dataDir)
    atEnd(database.close)
    const pool = createPool(database.connection, { max: 8 })
    atEnd(() => pool.end())
    const model = await startModel(modelArgs)
    atEnd(model.end)
    const { host, port, user, database: of } = database.connection
    const where = new URLSearchParams({ host, port: String(port), user })
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql:///${of}?${where}`,
      LOG_LEVEL: 'error',
      MODEL: 'openai-compatible/fake',
      OPENAI_COMPATIBLE_URL: model.url,
      ...settings,
    }
    const startServer = async () => {
      const server = await startServerProcess({ entry, env, readyMaxMs: 60_000 })
      atEnd(() => server.end('SIGKILL'))
      return server
    }
    return { database, pool, modelCounts: model.counts, startServer }
  })

async function startModel([file, ...args]: readonly [string, ...string[]]) {
  const child = fork(join(import.meta.dirname, file), args)
  const [{ url }] = (await once(child, 'message')) as [Extract<ModelNews, { url: string }>]
  return {
    url,
    async counts() {
      child.send({ kind: 'count' } satisfies ModelAsk)
      const [news] = (await once(child, 'message')) as [Extract<ModelNews, { counts: object }>]
      return news.counts
    },
    async end() {
      // Interrupted at a terminal it has ended already.
      if (child.exitCode !== null || child.signalCode !== null) return
      const over = once(child, 'exit')
      if (child.connected) child.disconnect()
      await over
    },
  }
}
