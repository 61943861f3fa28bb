import type { Clock } from '../platform/clock.ts'

export interface FakeClock extends Clock {
  advance(ms: number): void
}

/** A clock that stands still until it is told to move. */
export function fakeClock(at = '2026-06-15T12:00:00Z'): FakeClock {
  let ms = Date.parse(at)
  return {
    now: () => new Date(ms),
    advance(byMs) {
      ms += byMs
    },
  }
}
