import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The built product, running for real: its own database, its own panel, one port. */
export interface Product {
  url: string
  /** What it printed so far. */
  printed(): string
  /** Newest first, as the local mailbox shows them. */
  mailsTo(address: string): Promise<{ subject: string; text: string }[]>
  /** Ends the server at once, as a crash would; the database's watchdog sees to the rest. */
  kill(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
}

/**
 * Starts dist/server/main.js on a free port and waits until it is ready. The data folder is kept between runs, so the
 * panel is made once; each test registers its own people.
 * @throws when it is not ready in three minutes, with what it printed
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: '.cache/e2e',
      PORT: String(port),
      PUBLIC_URL: url,
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  await untilReady(url, child, () => printed)
  return {
    url,
    printed: () => printed,
    async mailsTo(address) {
      const answer = await fetch(`${url}/dev/mail?to=${encodeURIComponent(address)}`)
      return (await answer.json()) as { subject: string; text: string }[]
    },
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function untilReady(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`The product did not get ready:\n${printed()}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'exit')
  child.kill(signal)
  await over
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
