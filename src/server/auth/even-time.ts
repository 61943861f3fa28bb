import { setInterval } from 'node:timers/promises'

/**
 * Runs work and gives its outcome at the next whole multiple of `beatMs` after the start, so that how long it took, and
 * with that what it found, does not show. The beat is set before the work begins: the work cannot move it.
 */
export async function inEvenTime<T>(beatMs: number, work: () => Promise<T>): Promise<T> {
  const beats = setInterval(beatMs)
  let isOver = false
  const outcome = work().finally(() => {
    isOver = true
  })
  // Its failure is told at the beat too.
  outcome.catch(() => undefined)
  for await (const _ of beats) if (isOver) break
  return outcome
}
