const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** After this a purchase that nobody has paid for is expired. */
export const expiresAfterMs = 24 * hourMs

/** Waits after the first polls: somebody is probably looking at the screen. */
const firstWaitsMs = [15_000, 30_000, minuteMs, 2 * minuteMs]
/** Then by the age of the attempt. Within the first hour a payment is seen in under five minutes. */
const waitsByAge = [
  { untilMs: hourMs, waitMs: 4 * minuteMs },
  { untilMs: 4 * hourMs, waitMs: 15 * minuteMs },
  { untilMs: expiresAfterMs, waitMs: hourMs },
]
/** So that those of one moment do not stay together. */
const spread = 0.1

/** How long to wait for the next poll, in ms; null where there is none. `random` from 0 to 1. */
export function waitMsAfter(pollCount: number, ageMs: number, random: number): number | null {
  if (ageMs >= expiresAfterMs) return null
  const waitMs =
    firstWaitsMs[pollCount] ?? waitsByAge.find(({ untilMs }) => ageMs < untilMs)?.waitMs ?? hourMs
  return Math.round(waitMs * (1 - spread + 2 * spread * random))
}
