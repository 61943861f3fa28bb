import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isDiskFull } from '../error-causes.ts'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { ADMIN, lastLine } from './cluster.ts'
import { type RunAs, run } from './run-as.ts'

/** One PostgreSQL on one cluster, and what it takes to command it. */
export type Postmaster = {
  cluster: string
  logFile: string
  binaries: Binaries
  runAs: RunAs
}

/** Where a client finds the database. */
export type SocketConnection = { host: string; port: number; user: string; database: string }

/** What PostgreSQL says while the remains of a killed one still hold its files; anything else will not pass by waiting. */
const LINGERING =
  /lock file|shared memory|already in use|another (server|postmaster)|starting up|shutting down/i
const ROTATE_BYTES = 5_000_000
const START_WAIT_MS = 60_000
/** A postmaster that runs but whose socket nobody answers is restarted after this. */
const MUTE_MS = 10_000

/**
 * Attaches to the running PostgreSQL, or starts it, trying again while the remains of a killed one linger.
 * @returns its socket's folder and whether it was running already
 * @throws StartError with the last line of PostgreSQL's own log
 */
export async function ensureRunning(
  postmaster: Postmaster,
  socketFolder: string,
): Promise<{ socketFolder: string; attached: boolean }> {
  const deadline = Date.now() + START_WAIT_MS
  let mutedSince: number | undefined
  let reason = ''
  while (Date.now() < deadline) {
    const running = await runningSocket(postmaster)
    if (running === null) {
      mutedSince = undefined
      const started = await startPostmaster(postmaster)
      if (started.code === 0) return { socketFolder, attached: false }
      reason = lastLog(postmaster) || lastLine(started.output)
      if (!LINGERING.test(reason) || isDiskFull(new Error(reason))) break
    } else {
      if (await answers(running)) return { socketFolder: running, attached: true }
      mutedSince ??= Date.now()
      reason = 'it runs, but does not answer'
      if (Date.now() - mutedSince > MUTE_MS) await stopPostmaster(postmaster)
    }
    await sleep(200)
  }
  throw new StartError(`PostgreSQL did not start: ${reason} (${postmaster.logFile})`)
}

/** Ends every session, writes a checkpoint and stops; at once, without the checkpoint, if that takes over a minute. */
export async function stopPostmaster({ cluster, binaries, runAs }: Postmaster): Promise<void> {
  const stop = [binaries.pgCtl, 'stop', '-D', cluster, '-w', '-s']
  const gently = await run(runAs, [...stop, '-m', 'fast', '-t', '60'], binaries.env)
  if (gently.code !== 0 && existsSync(join(cluster, 'postmaster.pid'))) {
    await run(runAs, [...stop, '-m', 'immediate', '-t', '20'], binaries.env)
  }
}

/** True when a PostgreSQL answers on this socket. */
export async function answers(socketFolder: string): Promise<boolean> {
  const client = new Client({
    host: socketFolder,
    port: 5432,
    user: ADMIN,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The socket folder of the PostgreSQL that runs on this cluster, or null when none does. */
async function runningSocket(postmaster: Postmaster): Promise<string | null> {
  const { cluster, binaries, runAs } = postmaster
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return null
  const status = await run(runAs, [binaries.pgCtl, 'status', '-D', cluster], binaries.env)
  if (status.code !== 0) return null
  const [pid = '', folder, , , socketFolder = ''] = readFileSync(pidFile, 'utf8').split('\n')
  if (!isPostgres(pid) || folder !== cluster) {
    // After a crash the number may belong to anything, and PostgreSQL itself would wait for that process for ever; in a
    // copied data folder it may belong to the PostgreSQL of the original.
    rmSync(pidFile, { force: true })
    return null
  }
  return socketFolder
}

function isPostgres(pid: string): boolean {
  const ps = spawnSync('ps', ['-o', 'comm=', '-p', pid], { encoding: 'utf8' })
  const name = ps.error ? readProc(pid) : ps.stdout
  return name === null || name.includes('postgres')
}

/** Small images have no `ps`; null means it cannot be known, and then PostgreSQL's own word stands. */
function readProc(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return existsSync('/proc/self/comm') ? '' : null
  }
}

async function startPostmaster({ cluster, logFile, binaries, runAs }: Postmaster) {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) {
    renameSync(logFile, `${logFile}.1`)
  }
  const command = [binaries.pgCtl, 'start', '-D', cluster, '-w', '-s', '-t', '60', '-l', logFile]
  return await run(runAs, command, binaries.env)
}

function lastLog(postmaster: Postmaster): string {
  try {
    const lines = readFileSync(postmaster.logFile, 'utf8').trim().split('\n')
    const fatal = lines.slice(-50).findLast(line => /FATAL|PANIC/.test(line)) ?? ''
    return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')
  } catch {
    return ''
  }
}
