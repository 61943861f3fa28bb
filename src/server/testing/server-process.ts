import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { panelForTests } from './panel-for-tests.ts'

const root = join(import.meta.dirname, '../../..')
const readyMaxMs = 60_000

export interface ServerProcess {
  url: string
  kill(signal: NodeJS.Signals): Promise<void>
}

export interface ServerSettings {
  connection: { host: string; port: number; user: string; database: string }
  env?: Record<string, string>
}

/** Starts the server from its sources as a process of its own, and waits until it is ready. */
export async function startServerProcess({ connection, env }: ServerSettings): Promise<ServerProcess> {
  const { dataDir } = await panelForTests()
  const port = await freePort()
  const { host, user, database } = connection
  const where = new URLSearchParams({ host, port: String(connection.port), user })
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql:///${database}?${where}`,
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child, () => printed)
  return {
    url: `${url}/api`,
    async kill(signal) {
      const over = once(child, 'exit')
      child.kill(signal)
      await over
    },
  }
}

async function untilReady(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (const until = Date.now() + readyMaxMs; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not get ready:\n${printed()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
