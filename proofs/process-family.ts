import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const endWaitMs = 10_000

/**
 * Kills a process and its children with −9, so that none of them does anything more. The parent is stopped first, or it
 * could start children that we do not know of. Returns how many there were, when all of them have ended.
 */
export async function killFamily(parent: number): Promise<number> {
  process.kill(parent, 'SIGSTOP')
  // A moment passes until it stands still; nothing to see where there is no /proc.
  for (const until = Date.now() + 100; statOf(parent)?.[0] !== 'T' && Date.now() < until; ) await sleep(1)
  const family = [parent, ...childrenOf(parent)]
  for (const pid of family) signal(pid, 'SIGKILL')
  const deadline = Date.now() + endWaitMs
  while (family.some(isRunning)) {
    if (Date.now() > deadline) throw new Error('Processes outlived SIGKILL')
    await sleep(5)
  }
  return family.length
}

function childrenOf(parent: number): number[] {
  return parentsByProcess()
    .filter(([, of]) => of === parent)
    .map(([pid]) => pid)
}

/** Pairs of process and parent. */
function parentsByProcess(): [number, number][] {
  if (existsSync('/proc/self/stat')) {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(name => [Number(name), Number(statOf(Number(name))?.[1])])
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number) as [number, number])
}

/** State and parent of a process, as Linux tells them; undefined when it has ended. The name before them may hold anything. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}

/** A process that has ended but that nobody has taken note of does not run. */
function isRunning(pid: number): boolean {
  return signal(pid, 0) && statOf(pid)?.[0] !== 'Z'
}

/** False when there is no such process. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
