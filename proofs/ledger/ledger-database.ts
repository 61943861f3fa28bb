import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setUp } from '../../bench/set-up.ts'
import { migrate } from '../../src/server/platform/migrate.ts'
import { createPool } from '../../src/server/platform/pool.ts'
import { type KillableDatabase, startKillableDatabase } from '../killable-database.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const connectionCount = 16
/** So long after a restart a connection of before it may still come to light as broken. */
const excusedMs = 2_000

export type LedgerDatabase = Awaited<ReturnType<typeof openLedgerDatabase>>

/** A database with the product's tables, in a folder of its own, that is killed and counts its kills. */
export const openLedgerDatabase = () =>
  setUp('ledger', async (dataDir, atEnd) => {
    const database = await startKillableDatabase(dataDir)
    atEnd(database.close)
    const pool = createPool(database.connection, { max: connectionCount })
    atEnd(() => pool.end())
    await migrate(pool, migrations)
    return { pool, ...createCrasher(database) }
  })

function createCrasher(database: KillableDatabase) {
  let isUp = true
  let upSince = 0
  const restartMs: number[] = []
  const counts = { kills: 0, killsInRecovery: 0, processes: 0 }

  async function kill(): Promise<void> {
    isUp = false
    counts.kills += 1
    counts.processes += await database.kill()
  }

  return {
    counts,
    restartMs,
    /** Taken when something is asked: tells later whether a kill may have cost its connection. */
    whenAsked(): () => boolean {
      const [wasUp, killsBefore] = [isUp, counts.kills]
      return () => !wasUp || !isUp || counts.kills > killsBefore || Date.now() - upSince < excusedMs
    },
    /** Kills the whole database and starts it again; `againAfterMs` kills it once more so long after it began to start. */
    async crash(againAfterMs: number | null): Promise<void> {
      await kill()
      const from = Date.now()
      const coming = database.bringUp().then(() => {
        isUp = true
        upSince = Date.now()
      })
      if (againAfterMs !== null) {
        await Promise.race([sleep(againAfterMs), coming])
        if (!isUp) {
          await kill()
          counts.killsInRecovery += 1
        }
      }
      await coming
      restartMs.push(Date.now() - from)
    },
  }
}
