import { expect, test } from 'vitest'
import { proveTurns } from './prove-turns.ts'

const wrong: string[] = []

test('faults 59, 61, 77, 80: killed with −9 under running answers, server and database lose nothing acknowledged, end every answer, leave no hold and charge nothing twice', async () => {
  const { problems, states, started, done, race } = await proveTurns({
    seed: 6,
    serverKills: 1,
    databaseKills: 1,
    raceRounds: 1,
    entry: 'dist/server/main.js',
    say: line => wrong.push(line),
  })
  expect(wrong).toEqual([])
  expect(problems.total()).toBe(0)
  expect(done).toBeGreaterThan(0)
  expect(started).toBeGreaterThan(done)
  expect(states.complete).toBeGreaterThan(0)
  expect(states.incomplete).toBeGreaterThan(0)
  expect(race).toEqual({ rounds: 1, keptRounds: 1, askedOnceRounds: 1 })
}, 240_000)
