import { expect, test } from 'vitest'
import { proveOutage } from './prove-outage.ts'

test('faults 77: with the whole database killed under streams, calls are 503, nothing is lost, and all recovers by itself', async () => {
  const outcome = await proveOutage({
    ...{ seed: 1, entry: 'dist/server/main.js', streams: 20, awayMs: 4_000, newPerSecond: 4 },
    ...{ paceMs: 50, words: [20, 100] as const, say: () => undefined },
  })
  const { before, meanwhile, afterwards, calls } = outcome
  expect(outcome.faults).toEqual([])
  expect(outcome).toMatchObject({
    lostCount: 0,
    chargedTwiceCount: 0,
    openHoldCount: 0,
    doneWhileAwayCount: 0,
  })
  expect(outcome.states).toEqual({ complete: before.length + meanwhile.length + afterwards.length })
  expect(outcome.fedWhileAwayCount).toBeGreaterThan(0)
  expect([...calls.strange, ...Object.keys(calls.statuses)]).toEqual(['200', '503'])
  expect(calls.withoutRetryAfterCount).toBe(0)
  expect(outcome.wasReadyWhileAway).toBe(false)
  expect(outcome.recoveredAt - outcome.upAt).toBeLessThan(10_000)
  expect(outcome.exitCode).toBe(0)
}, 120_000)
