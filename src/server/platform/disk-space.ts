import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { isDiskFull, isLostConnection } from './error-causes.ts'
import { AppError } from './errors.ts'
import type { Logger } from './log.ts'
import { StartError } from './start-error.ts'

/** A disk counts as full until so much can be written again. */
const probeBytes = 1 << 20
const probeEveryMs = 1_000

export interface DiskSpace {
  /** True from the first error that says so until there is room again. */
  readonly isFull: boolean
  /**
   * Hears of every error that is logged; answers whether it is to be logged. A full disk fails every call: it is one
   * alarm and not one for each of them.
   */
  hear(error: unknown): boolean
  /** From here on it alarms, and while the disk is full tries every second whether it still is. */
  watch(parts: DiskParts): void
  close(): void
}

export interface DiskParts {
  log: Logger
  pool: Pool
  dataDir: string
  /** True where the database keeps its files in `dataDir`: without room there it stops altogether. */
  holdsDatabase: boolean
}

export function createDiskSpace(): DiskSpace {
  let parts: DiskParts | null = null
  let isFull = false
  let timer: NodeJS.Timeout | undefined

  function isAbout(error: unknown, { holdsDatabase, dataDir }: DiskParts): boolean {
    if (isDiskFull(error)) return true
    return isLostConnection(error) && (isFull || (holdsDatabase && freeBytes(dataDir) < probeBytes))
  }

  function probeLater(parts: DiskParts): void {
    timer = setTimeout(() => void probe(parts), probeEveryMs)
    timer.unref()
  }

  async function probe(parts: DiskParts): Promise<void> {
    try {
      await writeSomething(parts)
      isFull = false
      parts.log.info('There is room on the disk again')
    } catch {
      probeLater(parts)
    }
  }

  return {
    get isFull() {
      return isFull
    },
    hear(error) {
      if (!parts || !isAbout(error, parts)) return true
      if (isFull) return false
      isFull = true
      const reason =
        error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : ''
      parts.log.error(
        { alarm: 'disk_full', reason },
        'The disk is full: nothing can be stored until there is room',
      )
      probeLater(parts)
      return false
    },
    watch(given) {
      parts = given
    },
    close() {
      parts = null
      clearTimeout(timer)
    },
  }
}

/** Of a folder that cannot be read nothing is known: what failed there is not for want of room. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const probeFile = (dataDir: string) => join(dataDir, '.room-on-disk')

/** @throws while there is no room, in the database or for files */
async function writeSomething({ pool, dataDir }: DiskParts): Promise<void> {
  const something = randomBytes(probeBytes)
  await pool.query('truncate disk_probe')
  await pool.query('insert into disk_probe (data) values ($1)', [something])
  await writeFile(probeFile(dataDir), something)
  await rm(probeFile(dataDir), { force: true })
}

/** What a caller is told whose words could not be stored. */
export const noRoom = (): AppError =>
  new AppError('unavailable', {
    message: 'Nothing can be stored at the moment. Nothing was charged. Please try again later.',
    retryAfterSeconds: 5,
  })

/** The one sentence for a start that finds no room. */
export const fullDiskError = (dataDir: string): StartError =>
  new StartError(`The disk is full: make room in ${dataDir}, then start again`)

/** @throws StartError where not even a small file can be written; what else is wrong with the folder its users say */
export function demandRoom(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probeFile(dataDir), Buffer.alloc(probeBytes, 1))
  } catch (error) {
    if (isDiskFull(error)) throw fullDiskError(dataDir)
  } finally {
    try {
      rmSync(probeFile(dataDir), { force: true })
    } catch {
      // The folder cannot be written at all.
    }
  }
}
