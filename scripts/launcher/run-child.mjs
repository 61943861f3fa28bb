import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { PlainError } from './plain-error.mjs'

/** A terminal and npm both pass the same Ctrl-C on; only one that comes later means 'now'. */
const SAME_WISH_MS = 1_000

/**
 * Runs a program under the shipped Node and hands signals on to it, once each. It ends when we end, however we end: the
 * channel between us closes, and `end-with-parent.mjs` takes that for SIGTERM.
 * @param asks whether it reads what a person types
 * @returns its exit code
 */
export function runChild(root, node, args, { asks = false } = {}) {
  const link = new URL('./end-with-parent.mjs', import.meta.url)
  const child = spawn(node, ['--import', link.href, ...args], {
    cwd: root,
    stdio: [asks ? 'inherit' : 'ignore', 'inherit', 'inherit', 'ipc'],
    // Its own group: a Ctrl-C at the terminal then reaches it once, through us, in order.
    detached: process.platform !== 'win32',
    env: { NODE_COMPILE_CACHE: join(root, 'dist', '.compile-cache'), ...process.env },
  })
  let askedAt = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const isFirst = askedAt === 0
      const isSame = Date.now() - askedAt < SAME_WISH_MS
      if (isFirst) askedAt = Date.now()
      if (isFirst) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      else if (!isSame) child.kill('SIGKILL')
    })
  }
  endWithNpm(child)
  return new Promise((resolve, reject) => {
    child.on('error', error => reject(new PlainError(`${node} cannot be run: ${error.message}`)))
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** npm that was killed cannot tell us, nor can the shell between us: both show in who our forebears are. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const before = forebears()
  setInterval(() => {
    if (forebears() !== before) child.kill('SIGTERM')
  }, 1_000).unref()
}

function forebears() {
  try {
    const [, parentOfShell] = /\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return `${process.ppid} ${parentOfShell}`
  } catch {
    return String(process.ppid)
  }
}
