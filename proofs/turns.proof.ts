import { parseArgs } from 'node:util'
import { type Figure, report } from '../bench/report.ts'
import { type ProblemKind, problemKinds } from './turns/problems.ts'
import { proveTurns, type TurnsOutcome } from './turns/prove-turns.ts'
import { sendsAtOnce } from './turns/race-for-last-credit.ts'
import { namedWithinMs } from './turns/turn-checks.ts'

/** `npm run proof:turns -- --seed 7 --server-kills 200 --database-kills 100 --races 1000` */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'server-kills': { type: 'string', default: '200' },
    'database-kills': { type: 'string', default: '100' },
    races: { type: 'string', default: '1000' },
  },
})
const [seed, serverKills, databaseKills, raceRounds] = [
  values.seed,
  values['server-kills'],
  values['database-kills'],
  values.races,
].map(Number) as [number, number, number, number]
const maxMinutes = 15
const lostTextMaxMs = 500

const startedAt = performance.now()
const minutes = () => (performance.now() - startedAt) / 60_000
const say = (line: string) => console.log(`${minutes().toFixed(1)} min  ${line}`)
console.log(`seed ${seed}`)
const outcome = await proveTurns({
  seed,
  serverKills,
  databaseKills,
  raceRounds,
  entry: 'dist/server/main.js',
  say,
})

const figure = (what: string, ours: string, promise = '', holds = true, beside = ''): Figure => ({
  what,
  ours,
  beside,
  promise,
  holds,
})
const never = ({ problems }: TurnsOutcome) =>
  Object.entries(problemKinds).map(([kind, what]) => {
    const count = problems.count(kind as ProblemKind)
    return figure(what, String(count), 'none', count === 0)
  })
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const { race, states } = outcome
const told = Object.entries(states).map(([state, count]) => `${count} ${state}`)

report({
  id: 'turns',
  title: 'Killed under running answers',
  command: `npm run proof:turns -- --seed ${seed}`,
  how: `${serverKills} times −9 for the server and ${databaseKills} times for the whole database, at random moments of an
answer's life. The client writes what is acknowledged to a log with fsync; after each restart it is compared with the
database, the ledger, the thread and the replayed events. Then ${sendsAtOnce} sends at the same instant on credit for one. The seed
fixes what is sent and when is killed; how the processes run beside each other it cannot.`,
  figures: [
    figure('questions acknowledged, answers acknowledged', `${outcome.started}, ${outcome.done}`),
    figure('how they ended', told.join(', ')),
    figure('sends that were neither acknowledged nor stored', String(outcome.neverStored)),
    ...never(outcome),
    figure(
      'from the kill to a named final state, at most',
      seconds(outcome.slowestMs),
      `at most ${seconds(namedWithinMs)}`,
      outcome.slowestMs <= namedWithinMs,
    ),
    figure(
      'text gone with a killed server: read at most so long before',
      `${Math.round(outcome.lostTextMs)} ms`,
      `at most ${lostTextMaxMs} ms`,
      outcome.lostTextMs <= lostTextMaxMs,
    ),
    figure('from start to ready, at most: server', seconds(outcome.serverUpMs)),
    figure('from start to ready, at most: database with recovery', seconds(outcome.databaseUpMs)),
    figure(
      `races with 1 × 200 and ${sendsAtOnce - 1} × 402`,
      String(race.keptRounds),
      `all ${race.rounds}`,
      race.keptRounds === race.rounds,
    ),
    figure(
      'races in which one analyst asked the model, once',
      String(race.askedOnceRounds),
      `all ${race.rounds}`,
      race.askedOnceRounds === race.rounds,
    ),
    figure('time', `${minutes().toFixed(1)} min`, `at most ${maxMinutes} min`, minutes() <= maxMinutes),
  ],
})
