import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/server/platform/migrate.ts'
import { createPool } from '../../src/server/platform/pool.ts'
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded-postgres.ts'
import { killFamily } from './process-family.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const connectionCount = 16
/** So long after a restart a connection of before it may still come to light as broken. */
const excusedMs = 2_000
const triesAtMost = 10

/** The product's embedded PostgreSQL, durable, in a folder of its own, to be killed and started again. */
export async function openKillableDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'soko-ledger-'))
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const start = () =>
    startEmbeddedPostgres({
      dataDir,
      log: { info: () => undefined },
      maxConnections: 50,
      graceSeconds: 1,
      removeWhenKilled: true,
    })
  let postgres = await start()
  const pool = createPool(postgres.connection, { max: connectionCount })
  const close = async () => {
    await pool.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  await migrate(pool, migrations).catch(async (error: unknown) => {
    await close()
    throw error
  })
  let isUp = true
  let upSince = 0
  const restartMs: number[] = []
  const counts = { kills: 0, killsInRecovery: 0, processes: 0 }

  async function kill(): Promise<void> {
    isUp = false
    counts.kills += 1
    counts.processes += await killFamily(postmasterOf(pidFile) ?? 0)
  }

  /** The database starts; −9 again as soon as its process is there and the given time has passed. */
  async function killWhileStarting(killedPid: number | null, afterMs: number): Promise<void> {
    for (let pid = postmasterOf(pidFile); ; pid = postmasterOf(pidFile)) {
      if (isUp) return
      if (pid !== null && pid !== killedPid) break
      await sleep(2)
    }
    await sleep(afterMs)
    if (isUp) return
    await kill()
    counts.killsInRecovery += 1
  }

  /** As the product does it: what is left of the old one is let go, and a new one started. */
  async function startAgain(): Promise<void> {
    await postgres.stop()
    for (let left = triesAtMost; ; left -= 1) {
      try {
        postgres = await start()
        break
      } catch (error) {
        // Killed while it started.
        if (left === 0) throw error
        await sleep(100)
      }
    }
    isUp = true
    upSince = Date.now()
  }

  return {
    dataDir,
    pool,
    counts,
    restartMs,
    /** Taken when something is asked: tells later whether a kill may have cost its connection. */
    whenAsked(): () => boolean {
      const [wasUp, killsBefore] = [isUp, counts.kills]
      return () => !wasUp || !isUp || counts.kills > killsBefore || Date.now() - upSince < excusedMs
    },
    /** Kills the whole database and starts it again; `againAfterMs` kills it once more so long after it began to start. */
    async crash(againAfterMs: number | null): Promise<void> {
      const pid = postmasterOf(pidFile)
      await kill()
      const from = Date.now()
      const again = againAfterMs === null ? undefined : killWhileStarting(pid, againAfterMs)
      await startAgain()
      await again
      restartMs.push(Date.now() - from)
    },
    close,
  }
}

export type KillableDatabase = Awaited<ReturnType<typeof openKillableDatabase>>

function postmasterOf(pidFile: string): number | null {
  try {
    return Number(readFileSync(pidFile, 'utf8').split('\n')[0]) || null
  } catch {
    return null
  }
}
