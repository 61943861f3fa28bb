import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnNode } from './spawn-node.ts'

const root = join(import.meta.dirname, '../../..')

/** A server in a process of its own. */
export interface ServerProcess {
  /** Its origin, e.g. `http://127.0.0.1:4711`. */
  url: string
  pid: number
  /** What it printed so far, both streams. */
  printed(): string
  /** Sends a signal and waits for the end; nothing is sent where it has ended already. Answers the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface ServerSettings {
  /** From its sources, or as the build left it. */
  entry: 'src/server/main.ts' | 'dist/server/main.js'
  /** Its settings beside the port, its address and RATE_LIMITS=off. */
  env: Record<string, string>
  readyMaxMs: number
}

/** Starts a server on a free port and waits until it is ready. @throws with what it printed when it does not get so far */
export async function startServerProcess(settings: ServerSettings, tries = 3): Promise<ServerProcess> {
  const { entry, env, readyMaxMs } = settings
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const child = spawnNode([entry], {
    cwd: root,
    env: { PATH, HOME, PORT: String(port), PUBLIC_URL: url, RATE_LIMITS: 'off', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const printed = () => output
  try {
    await untilReady(url, child, readyMaxMs, printed)
  } catch (error) {
    // Somebody else had it a moment later.
    if (tries > 1 && output.includes(`Port ${port} is taken`)) return startServerProcess(settings, tries - 1)
    throw error
  }
  return { url, pid: child.pid ?? 0, printed, end: signal => endChild(child, signal) }
}

async function untilReady(
  url: string,
  child: ChildProcess,
  maxMs: number,
  printed: () => string,
): Promise<void> {
  for (const until = Date.now() + maxMs; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not get ready:\n${printed()}`)
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const over = once(child, 'exit')
    child.kill(signal)
    await over
  }
  return child.exitCode
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
