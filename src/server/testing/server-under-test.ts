import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import type { TestDatabase } from './database.ts'
import { panelForTests } from './panel-for-tests.ts'
import { startServerProcess } from './server-process.ts'
import { testApp } from './test-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether tests that can meet either meet the sources, in this process, or what was built, in its own. */
    serverFrom: 'sources' | 'build'
  }
}

export interface ServerUnderTest {
  /** e.g. `http://127.0.0.1:4711`. */
  origin: string
  close(): Promise<unknown>
}

/**
 * A whole server over a test's database, its limits off, on a port of its own. A bundler may leave out what the sources
 * do: what guards the product is tested both ways, by the same cases, as the project of the run says.
 */
export const openServerUnderTest = (database: TestDatabase): Promise<ServerUnderTest> =>
  inject('serverFrom') === 'build' ? startBuilt(database) : startSources(database)

async function startSources(database: TestDatabase): Promise<ServerUnderTest> {
  const app = await testApp(database, { RATE_LIMITS: 'off' })
  await app.http.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.fastify.server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() }
}

async function startBuilt({ connection }: TestDatabase): Promise<ServerUnderTest> {
  const { user, host, port, database } = connection
  const { dataDir } = await panelForTests()
  const server = await startServerProcess({
    entry: 'dist/server/main.js',
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    },
    readyMaxMs: 90_000,
  })
  return { origin: server.url, close: () => server.end('SIGTERM') }
}
