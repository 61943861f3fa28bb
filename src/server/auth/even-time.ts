import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs work and gives its outcome at the next whole multiple of `beatMs` after the start, so that how long it took, and
 * with that what it found, does not show. The beat is set before the work begins: the work cannot move it.
 */
export type EvenTime = <T>(beatMs: number, work: () => Promise<T>) => Promise<T>

/** What passes the time. */
export interface Timer {
  nowMs(): number
  sleep(ms: number): Promise<unknown>
  /** Gives way until the next turn of the event loop. */
  nextTurn(): Promise<unknown>
}

const realTimer: Timer = { nowMs: () => performance.now(), sleep, nextTurn }

/** Timers come up to two milliseconds late, by how the work before them fell: that would still show. */
const timerSlackMs = 2

export function createEvenTime(timer: Timer = realTimer): EvenTime {
  /** Never ends early, and late by no more than a turn of the event loop: the last stretch is waited out turn by turn. */
  async function sleepUntil(endMs: number): Promise<void> {
    const leftMs = endMs - timerSlackMs - timer.nowMs()
    if (leftMs > 0) await timer.sleep(Math.floor(leftMs))
    while (timer.nowMs() < endMs) await timer.nextTurn()
  }
  return async (beatMs, work) => {
    const startMs = timer.nowMs()
    try {
      return await work()
    } finally {
      // A failure comes at the beat too.
      const beats = Math.floor((timer.nowMs() - startMs) / beatMs) + 1
      await sleepUntil(startMs + beats * beatMs)
    }
  }
}
