const sampleMs = 500
const busyShare = 0.5

let before = performance.eventLoopUtilization()
let sampledAt = performance.now()
let wasBusy = false

/** True where this process worked for more than half of the last half second, or had to wait for a processor. */
export function isBusy(now = performance.now()): boolean {
  if (now - sampledAt < sampleMs) return wasBusy
  const sample = performance.eventLoopUtilization()
  wasBusy = performance.eventLoopUtilization(sample, before).utilization > busyShare
  before = sample
  sampledAt = now
  return wasBusy
}
