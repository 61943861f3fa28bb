import { expect, test } from 'vitest'
import { proveTurns } from './prove-turns.ts'

const wrong: string[] = []

test('faults 59, 61, 77, 80: killed with −9 under running answers, server and database lose nothing acknowledged, end every answer, leave no hold and charge nothing twice', async () => {
  const { problems, states, started, done, race } = await proveTurns({
    seed: 3,
    serverKills: 5,
    databaseKills: 2,
    raceRounds: 5,
    entry: 'src/server/main.ts',
    say: line => wrong.push(line),
  })
  expect(wrong).toEqual([])
  expect(problems.total()).toBe(0)
  expect(done).toBeGreaterThan(0)
  expect(started).toBeGreaterThan(done)
  expect(states.complete).toBeGreaterThan(0)
  expect(states.incomplete).toBeGreaterThan(0)
  expect(race).toEqual({ rounds: 5, keptRounds: 5, askedOnceRounds: 5 })
}, 240_000)
