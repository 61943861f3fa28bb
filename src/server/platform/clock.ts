/** The time of day, injected so that a test can set it. What must hold across instances asks the database instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
