import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs work and gives its outcome at the next whole multiple of `beatMs` after the start, so that how long it took, and
 * with that what it found, does not show. The beat is set before the work begins: the work cannot move it.
 */
export async function inEvenTime<T>(beatMs: number, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now()
  try {
    return await work()
  } finally {
    // Its failure is told at the beat too.
    const beats = Math.floor((performance.now() - startMs) / beatMs) + 1
    await sleepUntil(startMs + beats * beatMs)
  }
}

/** Never ends early: after synchronous work a timer counts from before it, so one may not be enough. */
async function sleepUntil(endMs: number): Promise<void> {
  for (let leftMs = endMs - performance.now(); leftMs > 0; leftMs = endMs - performance.now()) {
    await sleep(Math.ceil(leftMs))
  }
}
