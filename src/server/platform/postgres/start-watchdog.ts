import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Watch } from './watchdog.ts'

/**
 * The shell waits at the cost of a megabyte: `read` returns when the pipe from our owner closes, which the kernel does
 * however the owner ends. Only then does the real watchdog run.
 */
const WAIT = 'grace=$1; shift; if read -r word; then exit 0; fi; sleep "$grace"; exec "$@"'

/**
 * Starts the small detached process that stops PostgreSQL some time after this process died.
 * @param graceSeconds how long a new server has to attach
 * @returns dismisses it; call when PostgreSQL was stopped in order
 */
export function startWatchdog(watch: Watch, graceSeconds: number): () => void {
  const command = [process.execPath, program(), JSON.stringify(watch)]
  const child = spawn('/bin/sh', ['-c', WAIT, 'watchdog', String(graceSeconds), ...command], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return () => {
    child.stdin.end('done\n')
  }
}

/** The same program beside us, as source or bundled. */
function program(): string {
  const bundled = fileURLToPath(new URL('./postgres-watchdog.js', import.meta.url))
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('./watchdog.ts', import.meta.url))
}
