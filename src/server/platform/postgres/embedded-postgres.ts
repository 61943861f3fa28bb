import { chownSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { StartError } from '../start-error.ts'
import { findBinaries } from './binaries.ts'
import { ADMIN, type ClusterOptions, ensureCluster, writeSettings } from './cluster.ts'
import { lockFolder } from './owner-lock.ts'
import { ensureRunning, type Postmaster, type SocketConnection, stopPostmaster } from './postmaster.ts'
import { chooseRunAs } from './run-as.ts'
import { socketFolder } from './socket-folder.ts'
import { startWatchdog } from './start-watchdog.ts'

export type EmbeddedPostgres = {
  connection: SocketConnection
  /** Where PostgreSQL writes its own log. */
  logFile: string
  /** Stops PostgreSQL in order and lets go of the data folder. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = Partial<ClusterOptions> & {
  /** The product's data folder; everything goes into its folder `postgres`. */
  dataDir: string
  log: { info(message: string): void }
  /** How long PostgreSQL outlives a killed server, so that the next one can attach. */
  graceSeconds?: number
  /** A command that soon ends: a server that starts meanwhile waits for it. */
  isBrief?: boolean
  /** How long to wait for a holder of the folder that is about to leave. */
  lockWaitMs?: number
  /** For tests: when this process dies, the data folder goes with it. */
  removeWhenKilled?: boolean
}

/** The product's database in the cluster. */
export const DATABASE = 'soko'

/**
 * Brings up the PostgreSQL that ships with the product: makes its cluster once, attaches to it when a killed server left
 * it running, starts it otherwise. Durable, reachable over a unix socket only, one server process per data folder.
 * @throws StartError with one line for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, graceSeconds = 10, isBrief = false, removeWhenKilled = false } = options
  const settings = { durable: options.durable ?? true, maxConnections: options.maxConnections ?? 100 }
  const folder = ownFolder(options.dataDir)
  const lock = await lockFolder(folder, options.lockWaitMs)
  if (isBrief) lock.leaving()
  let dismissWatchdog: (() => void) | undefined
  try {
    const binaries = findBinaries(join(folder, 'lib'))
    const runAs = chooseRunAs(folder, binaries.pgCtl)
    const sockets = socketFolder(folder, runAs)
    const cluster = await ensureCluster(folder, binaries, runAs, settings, () =>
      log.info('Making the database'),
    )
    const postmaster: Postmaster = { cluster, logFile: join(folder, 'postgres.log'), binaries, runAs }
    writeSettings(cluster, sockets, settings)
    // Before PostgreSQL itself, so that there is no moment in which it could be orphaned.
    dismissWatchdog = startWatchdog({ folder, postmaster, removeFolder: removeWhenKilled }, graceSeconds)
    const running = await ensureRunning(postmaster, sockets)
    if (running.attached) log.info('Attached to the running database')
    const connection = { host: running.socketFolder, port: 5432, user: ADMIN, database: DATABASE }
    await ensureDatabase(connection)
    return { connection, logFile: postmaster.logFile, stop: once(() => stop(postmaster)) }
  } catch (error) {
    lock.release()
    throw error
  }

  async function stop(postmaster: Postmaster): Promise<void> {
    lock.leaving()
    await stopPostmaster(postmaster)
    dismissWatchdog?.()
    lock.release()
  }
}

/** The database's folder, made at need, private to its owner; its real path, since the socket's place follows from it. */
export function ownFolder(dataDir: string): string {
  // pg_ctl hands the path to a shell between double quotes.
  if (/["$`\\\n]/.test(resolve(dataDir))) {
    throw new StartError(`The data folder's path must not hold any of " $ \` \\: ${dataDir}`)
  }
  try {
    mkdirSync(dataDir, { recursive: true })
    const folder = join(realpathSync(dataDir), 'postgres')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const parent = statSync(dataDir)
    if (process.getuid?.() === 0 && parent.uid !== 0 && statSync(folder).uid === 0) {
      chownSync(folder, parent.uid, parent.gid)
    }
    return folder
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${reasonOf(error)}`)
  }
}

async function ensureDatabase(connection: SocketConnection): Promise<void> {
  try {
    await query(connection, 'SELECT 1')
  } catch (error) {
    const isMissing = error instanceof DatabaseError && error.code === '3D000'
    if (!isMissing) throw error
    await query({ ...connection, database: 'postgres' }, `CREATE DATABASE ${DATABASE}`)
  }
}

async function query(connection: SocketConnection, sql: string): Promise<void> {
  const client = new Client(connection)
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= action()
    return done
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
