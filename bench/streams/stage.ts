import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { grantStarter } from '../../src/server/credits/credits.ts'
import { createPool } from '../../src/server/platform/pool.ts'
import { aSignedInUser, type SignedInTestUser } from '../../src/server/testing/builders.ts'
import { testContext } from '../../src/server/testing/context.ts'
import { panelForTests } from '../../src/server/testing/panel-for-tests.ts'
import { type ServerProcess, startServerProcess } from '../../src/server/testing/server-process.ts'
import type { RawAsk } from './reader-socket.ts'
import { questionFor, type Wish } from './token-source.ts'

/** A helper process and the port it listens on. */
export interface Helper {
  process: ChildProcess
  port: number
}

/** Everything the bench plays on: each part a process of its own, all on this machine. */
export interface Stage {
  dataDir: string
  source: Helper
  pipe: Helper
  server: ServerProcess
  /** From starting the server the second time to its being ready, database included. */
  secondStartMs: number
  pool: Pool
  users: SignedInTestUser[]
  end(): Promise<void>
}

const creditsEach = 1_000_000

/** Starts it; `usersCount` people are signed in and have credits. */
export async function openStage(usersCount: number): Promise<Stage> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'soko-streams-')))
  const endings: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })]
  const end = async () => {
    for (const close of endings.splice(0).reverse()) await close()
  }
  const stop = () => void end().finally(() => process.exit(1))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  endings.push(() => process.off('SIGINT', stop).off('SIGTERM', stop))
  try {
    const { dataDir: madeDir } = await panelForTests()
    cpSync(join(madeDir, 'sample-panel'), join(dataDir, 'sample-panel'), { recursive: true })
    const source = await startHelper('token-source.ts', [])
    endings.push(() => source.process.disconnect())
    const pipe = await startHelper('bare-pipe.ts', [String(source.port)])
    endings.push(() => pipe.process.disconnect())
    const first = await startServer(dataDir, source.port)
    await first.end('SIGTERM')
    const startedAt = performance.now()
    const server = await startServer(dataDir, source.port)
    const secondStartMs = performance.now() - startedAt
    endings.push(() => server.end('SIGTERM'))
    const pool = createPool(
      { host: join(dataDir, 'postgres/socket'), port: 5432, user: 'soko', database: 'soko' },
      { max: 4 },
    )
    endings.push(() => pool.end())
    const users = await signUsersIn(pool, usersCount)
    return { dataDir, source, pipe, server, secondStartMs, pool, users, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** The product as it was built, over its own database, with the source as its model. */
const startServer = (dataDir: string, sourcePort: number): Promise<ServerProcess> =>
  startServerProcess({
    entry: 'dist/server/main.js',
    env: {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      MODEL: 'openai-compatible/fake',
      OPENAI_COMPATIBLE_URL: `http://127.0.0.1:${sourcePort}/v1`,
      ...(process.env.SERVER_NODE_OPTIONS && { NODE_OPTIONS: process.env.SERVER_NODE_OPTIONS }),
    },
    readyMaxMs: 120_000,
  })

export async function startHelper(file: string, args: string[]): Promise<Helper> {
  const child = fork(join(import.meta.dirname, file), args)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, port }
}

async function signUsersIn(pool: Pool, count: number): Promise<SignedInTestUser[]> {
  const ctx = testContext(pool)
  const users: SignedInTestUser[] = []
  while (users.length < count) {
    const some = Array.from({ length: 4 }, async () => {
      const user = await aSignedInUser(pool)
      await grantStarter(ctx, user.id, creditsEach)
      return user
    })
    users.push(...(await Promise.all(some)))
  }
  return users
}

/** A question to the product, as its app sends it. */
export function askProduct(
  { server }: Stage,
  user: SignedInTestUser,
  wish: Wish,
  turnId: string = randomUUID(),
): RawAsk {
  const body = { message: questionFor(wish), session_key: null, turn_id: turnId }
  return {
    port: Number(new URL(server.url).port),
    path: '/api/chat/reply',
    headers: { ...user.headers },
    body: JSON.stringify(body),
  }
}

/** The same to the bare pipe, which asks nobody who sends it. */
export const askPipe = ({ pipe }: Stage, wish: Wish): RawAsk => ({
  port: pipe.port,
  path: '/',
  headers: {},
  body: JSON.stringify({ message: questionFor({ ...wish, hasPlan: false }) }),
})
