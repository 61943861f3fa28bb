import { rmSync } from 'node:fs'
import { argv } from 'node:process'
import { tryLock } from './owner-lock.ts'
import { type Postmaster, stopPostmaster } from './postmaster.ts'

/** What a watchdog is told when its owner starts it. */
export type Watch = {
  folder: string
  postmaster: Postmaster
  /** For tests: the folder goes with its owner. */
  removeFolder: boolean
}

/**
 * Runs when a server died without stopping its PostgreSQL and a while has passed. The lock tells whether a new server has
 * taken over meanwhile; while we hold it, none can attach to a database that is about to stop.
 */
async function stopIfOwnerless({ folder, postmaster, removeFolder }: Watch): Promise<void> {
  const lock = tryLock(folder, 'leaving')
  if (!lock) return
  await stopPostmaster(postmaster)
  if (removeFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  lock.release()
}

const watch = argv[2]
if (watch) await stopIfOwnerless(JSON.parse(watch))
