import { expect, test } from 'vitest'
import { proveTakeover } from './prove-takeover.ts'

test('eight sign-ins at the same instant leave one active session; the running answer is saved, charged once and there, older screens hear of it within a second', async () => {
  const outcome = await proveTakeover({
    seed: 1,
    signInRounds: 4,
    reEnableRounds: 2,
    entry: 'dist/server/main.js',
    say: () => undefined,
  })
  const { heardMs, ...counts } = outcome
  expect(counts).toEqual({
    rounds: 6,
    problems: [],
    oneActiveRounds: 6,
    savedRounds: 6,
    runningRounds: 6,
    untold: 0,
  })
  expect(heardMs).toHaveLength(12)
  expect(Math.max(...heardMs)).toBeLessThan(1_000)
}, 120_000)
