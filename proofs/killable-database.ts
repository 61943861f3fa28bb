import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findBinaries } from '../src/server/platform/postgres/binaries.ts'
import { ADMIN, ensureCluster, writeSettings } from '../src/server/platform/postgres/cluster.ts'
import type { Postmaster, SocketConnection } from '../src/server/platform/postgres/postmaster.ts'
import { chooseRunAs } from '../src/server/platform/postgres/run-as.ts'
import { socketFolder } from '../src/server/platform/postgres/socket-folder.ts'
import { startWatchdog } from '../src/server/platform/postgres/start-watchdog.ts'
import { killFamily } from './process-family.ts'

const settings = { durable: true, maxConnections: 200 }
const upMaxMs = 60_000

/** The product's PostgreSQL with the product's settings, durable, that can be killed whole and brought up again. */
export interface KillableDatabase {
  connection: SocketConnection
  /**
   * Ends all of its processes with −9, the one that starts the others first made to stand still, and answers how many
   * they were. Also while it comes up, which then begins anew.
   */
  kill(): Promise<number>
  /** Resolves when it has recovered and answers. */
  bringUp(): Promise<void>
  /** Ends it in order. */
  close(): Promise<void>
}

/**
 * Makes a cluster under `dataDir` and starts it as a child of this process, so that its end is seen at once: a killed
 * process that nobody waits for keeps its number until the system's first process looks, and the next start waits for it.
 */
export async function startKillableDatabase(dataDir: string): Promise<KillableDatabase> {
  const folder = join(realpathSync(dataDir), 'postgres')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const binaries = findBinaries(join(folder, 'lib'))
  const runAs = chooseRunAs(folder, binaries.pgCtl)
  const sockets = socketFolder(folder, runAs)
  const cluster = await ensureCluster(folder, binaries, runAs, settings, () => undefined)
  writeSettings(cluster, sockets, settings)
  const postmaster: Postmaster = { cluster, logFile: join(folder, 'postgres.log'), binaries, runAs }
  const dismissWatchdog = startWatchdog({ folder, postmaster, removeFolder: true }, 1)
  const connection = { host: sockets, port: 5432, user: ADMIN, database: 'soko' }
  let child: ChildProcess | null = null
  let isClosed = false

  async function bringUp(): Promise<void> {
    // What a killed one leaves behind may hold its files for a moment: as the product does, it is tried again.
    for (const until = Date.now() + upMaxMs; !isClosed && Date.now() < until; await sleep(20)) {
      child = spawnPostmaster(postmaster)
      if (await answers({ ...connection, database: 'postgres' }, child)) return
    }
    throw new Error(`PostgreSQL did not come up:\n${readFileSync(postmaster.logFile, 'utf8').slice(-2_000)}`)
  }

  async function end(stop: (pid: number) => unknown): Promise<void> {
    const ending = child
    child = null
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return
    const over = once(ending, 'exit')
    await stop(ending.pid)
    await over
  }

  await bringUp()
  await query({ ...connection, database: 'postgres' }, 'CREATE DATABASE soko')
  return {
    connection,
    bringUp,
    async kill() {
      let count = 0
      await end(async pid => {
        count = await killFamily(pid)
      })
      return count
    },
    async close() {
      isClosed = true
      await end(pid => process.kill(pid, 'SIGINT'))
      dismissWatchdog()
    },
  }
}

function spawnPostmaster({ cluster, logFile, binaries, runAs }: Postmaster): ChildProcess {
  const env = Object.entries({ LC_ALL: 'C', ...binaries.env }).map(([name, value]) => `${name}=${value}`)
  const log = openSync(logFile, 'a')
  const program = join(dirname(binaries.pgCtl), 'postgres')
  const child = spawn('env', [...env, ...runAs.prefix, program, '-D', cluster], {
    cwd: '/',
    stdio: ['ignore', log, log],
    detached: true,
    ...runAs.owner,
  })
  closeSync(log)
  return child
}

/** Resolves with true once it answers, with false when it has ended. */
async function answers(connection: SocketConnection, child: ChildProcess): Promise<boolean> {
  for (; child.exitCode === null && child.signalCode === null; await sleep(10)) {
    const isUp = await query(connection, 'SELECT 1').then(
      () => true,
      () => false,
    )
    if (isUp) return true
  }
  return false
}

async function query(connection: SocketConnection, sql: string): Promise<void> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => undefined)
  }
}
