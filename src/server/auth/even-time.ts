import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

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

/** Timers come up to two milliseconds late, by how the work before them fell: that would still show. */
const timerSlackMs = 2

/** Never ends early, and late by no more than a turn of the event loop: the last stretch is waited out turn by turn. */
async function sleepUntil(endMs: number): Promise<void> {
  const leftMs = endMs - timerSlackMs - performance.now()
  if (leftMs > 0) await sleep(Math.floor(leftMs))
  while (performance.now() < endMs) await nextTurn()
}
