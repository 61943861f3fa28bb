import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A secret kept in a file that only its owner can read; made at its first use, the same at each later one. */
export function localSecret(file: string, make: () => string): string {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
