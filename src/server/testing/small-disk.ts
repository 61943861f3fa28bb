import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own in memory, which can be filled to the last byte. */
export interface SmallDisk {
  folder: string
  fill(): void
  /** Takes away what filled it. */
  makeRoom(): void
  remove(): void
}

/** Mounts a disk of so many MiB; null with the reason where this machine does not let us. */
export function smallDisk(mib: number): { disk: SmallDisk } | { disk: null; reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'soko-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    rmdirSync(folder)
    const reason = mounted.stderr?.trim() || String(mounted.error)
    return { disk: null, reason: `No small disk can be mounted here: ${reason}` }
  }
  const filler = join(folder, 'filler')
  return {
    disk: {
      folder,
      fill: () => fillUp(filler),
      makeRoom: () => rmSync(filler, { force: true }),
      remove() {
        spawnSync('umount', ['-l', folder])
        rmdirSync(folder)
      },
    },
  }
}

/** Large pieces as long as they fit, then small ones. */
function fillUp(file: string): void {
  const written = openSync(file, 'a')
  for (const size of [1 << 20, 4_096]) {
    try {
      for (;;) writeSync(written, Buffer.alloc(size, 1))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  closeSync(written)
}
