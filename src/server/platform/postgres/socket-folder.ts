import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { RunAs } from './run-as.ts'

const SOCKET = '.s.PGSQL.5432'
/** What a unix socket's address holds on Linux, its closing zero taken off; macOS holds 103. */
const PATH_BYTES = process.platform === 'linux' ? 107 : 103

/**
 * The folder of the database's socket: inside the data folder, or, where that path is too long for a socket's address, a
 * folder of our own under /tmp that follows from the data folder's path. Mode 0700: reaching the socket is the only
 * credential there is.
 * @param folder absolute path of the database's folder
 */
export function socketFolder(folder: string, runAs: RunAs): string {
  const inside = join(folder, 'socket')
  const path = fits(inside)
    ? inside
    : `/tmp/soko-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  const uid = runAs.owner?.uid ?? process.getuid?.()
  mkdirSync(path, { recursive: true, mode: 0o700 })
  let found = lstatSync(path)
  if (runAs.owner && found.isDirectory() && found.uid === process.getuid?.()) {
    chownSync(path, runAs.owner.uid, runAs.owner.gid)
    found = lstatSync(path)
  }
  // Anybody may have made a folder of this name under /tmp before us.
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `${path} must be a folder of this user's own with mode 0700: remove it and start again`,
    )
  }
  return path
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET)) <= PATH_BYTES
}
