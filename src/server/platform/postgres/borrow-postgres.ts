import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from './cluster.ts'
import {
  DATABASE,
  type EmbeddedPostgresOptions,
  ownFolder,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { FolderTaken } from './owner-lock.ts'
import { answers, type SocketConnection } from './postmaster.ts'

export interface BorrowedPostgres {
  connection: SocketConnection
  /** True where no server runs, so nobody else works on the database. */
  isOurs: boolean
  /** Stops what was started for us; leaves a running server's database alone. */
  giveBack(): Promise<void>
}

/** A server that starts needs a while from taking its folder to its first connection. */
const waitMs = 30_000

/**
 * The embedded database for a command: that of the server which runs on this data folder, else one started for as long as
 * the command takes.
 * @throws StartError with one line for the operator, also where another command keeps the folder: it may be about to put
 * another database in the place of this one
 */
export async function borrowEmbeddedPostgres(
  options: Pick<EmbeddedPostgresOptions, 'dataDir' | 'log' | 'durable' | 'lockWaitMs'>,
): Promise<BorrowedPostgres> {
  const deadline = Date.now() + waitMs
  for (;;) {
    try {
      const { connection, stop } = await startEmbeddedPostgres({ ...options, isBrief: true })
      return { connection, isOurs: true, giveBack: stop }
    } catch (error) {
      if (!(error instanceof FolderTaken) || !error.byServer) throw error
      const connection = await runningConnection(ownFolder(options.dataDir))
      if (connection) return { connection, isOurs: false, giveBack: async () => undefined }
      if (Date.now() > deadline) throw error
    }
    await sleep(200)
  }
}

/** Where the PostgreSQL of a folder says that it listens, if it answers there. */
async function runningConnection(folder: string): Promise<SocketConnection | null> {
  const host = socketOf(join(folder, 'cluster', 'postmaster.pid'))
  if (host === null || !(await answers(host))) return null
  return { host, port: 5432, user: ADMIN, database: DATABASE }
}

function socketOf(pidFile: string): string | null {
  try {
    return readFileSync(pidFile, 'utf8').split('\n')[4] || null
  } catch {
    return null
  }
}
