import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPool } from '../../src/server/platform/pool.ts'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'
import { type ServerProcess, startServerProcess } from '../../src/server/testing/server-process.ts'
import { copySamplePanel, setUp } from '../set-up.ts'
import { signPeopleIn } from '../sign-people-in.ts'
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
export const openStage = (usersCount: number): Promise<Stage> =>
  setUp('streams', async (dataDir, atEnd) => {
    await copySamplePanel(dataDir)
    const source = await startHelper('token-source.ts', [])
    atEnd(() => source.process.disconnect())
    const pipe = await startHelper('bare-pipe.ts', [String(source.port)])
    atEnd(() => pipe.process.disconnect())
    const first = await startServer(dataDir, source.port)
    await first.end('SIGTERM')
    const startedAt = performance.now()
    const server = await startServer(dataDir, source.port)
    const secondStartMs = performance.now() - startedAt
    atEnd(() => server.end('SIGTERM'))
    const pool = createPool(
      { host: join(dataDir, 'postgres/socket'), port: 5432, user: 'soko', database: 'soko' },
      { max: 4 },
    )
    atEnd(() => pool.end())
    const users = await signPeopleIn(pool, usersCount, creditsEach)
    return { source, pipe, server, secondStartMs, pool, users }
  })

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
  body: JSON.stringify({ message: questionFor({ ...wish, hasQueries: false }) }),
})
