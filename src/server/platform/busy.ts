const sampleMs = 500
/** Share of the time at work from which a process counts as busier, and below which it counts as calmer again. */
const levels = [
  { risesAt: 0.5, fallsAt: 0.35 },
  { risesAt: 0.7, fallsAt: 0.5 },
]

let before = performance.eventLoopUtilization()
let sampledAt = performance.now()
let level = 0

/**
 * How busy this process was in the last half second, at work or waiting for a processor: 0 calm, 1 busy, 2 close to all
 * that it can do. What is done about it makes it calmer, so it falls later than it rises.
 */
export function busyLevel(now = performance.now()): number {
  if (now - sampledAt < sampleMs) return level
  const sample = performance.eventLoopUtilization()
  const share = performance.eventLoopUtilization(sample, before).utilization
  if (share > (levels[level]?.risesAt ?? 1)) level += 1
  else if (share < (levels[level - 1]?.fallsAt ?? 0)) level -= 1
  before = sample
  sampledAt = now
  return level
}
