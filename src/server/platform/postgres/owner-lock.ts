import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/** Who holds a data folder. `server`: a running product. `leaving`: about to let go. */
type Holder = { pid: number; state: 'server' | 'leaving' }

export type OwnerLock = {
  /** Tells a start that waits for this folder that it is worth waiting. */
  leaving(): void
  release(): void
}

/**
 * The right to run PostgreSQL in a folder. It is a lock of the operating system (SQLite takes it for us, on every
 * platform), so it falls with its process however that ends, and no stale file can block a start.
 * @returns null when another process holds it
 */
export function tryLock(folder: string, state: Holder['state'] = 'server'): OwnerLock | null {
  const database = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked|busy/.test(error.message)) return null
    throw error
  }
  writeHolder(folder, state)
  return { leaving: () => writeHolder(folder, 'leaving'), release: () => database.close() }
}

/** Somebody keeps the folder. */
export class FolderTaken extends StartError {
  /** False where a command or a server that stops is at work, whose database may be replaced under a guest. */
  readonly byServer: boolean

  constructor(message: string, { byServer }: { byServer: boolean }) {
    super(message)
    this.byServer = byServer
  }
}

/**
 * Waits for a holder that is about to leave (a server that stops, a watchdog or a command at work).
 * @throws FolderTaken, one line, when a running server keeps the folder, or another holder all this time
 */
export async function lockFolder(folder: string, waitMs = 60_000): Promise<OwnerLock> {
  const deadline = Date.now() + waitMs
  // A holder writes its name just after it took the lock, so the first look may read its predecessor's.
  let looks = 0
  for (;;) {
    const lock = tryLock(folder)
    if (lock) return lock
    const holder = readHolder(folder)
    if ((holder?.state !== 'leaving' && looks++ > 3) || Date.now() > deadline) {
      throw takenBy(holder, folder)
    }
    await sleep(100)
  }
}

function takenBy(holder: Holder | null, folder: string): FolderTaken {
  const who = holder ? ` (process ${holder.pid})` : ''
  const byServer = holder?.state === 'server'
  const words =
    holder?.state === 'leaving'
      ? `Another command is at work on ${folder}${who}: try again when it has ended`
      : `Another Soko${who} already uses ${folder}: stop it, or set another DATA_DIR`
  return new FolderTaken(words, { byServer })
}

function writeHolder(folder: string, state: Holder['state']): void {
  const file = join(folder, 'owner.json')
  writeFileSync(file, JSON.stringify({ pid: process.pid, state } satisfies Holder))
  // A start as root must not lock the folder's owner out of the next one.
  const owner = statSync(folder)
  if (process.getuid?.() !== 0 || owner.uid === 0) return
  for (const path of [file, join(folder, 'owner.lock')]) chownSync(path, owner.uid, owner.gid)
}

function readHolder(folder: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))
  } catch {
    return null
  }
}
