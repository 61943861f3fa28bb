import { expect, test } from 'vitest'
import { proveDrain } from './prove-drain.ts'

test('faults 79: a rolling restart of two instances loses no send, hands every stream over within 3 s, charges once', async () => {
  const outcome = await proveDrain({
    ...{ seed: 1, entry: 'dist/server/main.js', streams: 20, newPerSecond: 4 },
    ...{ paceMs: 50, words: [40, 70] as const, say: () => undefined },
  })
  expect(outcome.faults).toEqual([])
  expect(outcome.states).toEqual({ complete: outcome.questionCount })
  expect(outcome.chargedOnceCount).toBe(outcome.questionCount)
  expect(outcome).toMatchObject({ lostCount: 0, chargedTwiceCount: 0, openHoldCount: 0 })
  expect(outcome.awayMs.length).toBeGreaterThan(5)
  expect(Math.max(...outcome.awayMs)).toBeLessThan(3_000)
  expect(outcome.longestSilenceMs).toBeLessThan(3_000)
  expect(outcome.endings.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
}, 120_000)
