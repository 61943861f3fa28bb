import { parseArgs } from 'node:util'
import { percentile } from '../bench/figures.ts'
import { type Figure, report } from '../bench/report.ts'
import { proveTakeover, takersCount } from './takeover/prove-takeover.ts'

/** `npm run proof:takeover -- --seed 7 --rounds 200 --re-enables 40` */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string', default: '200' },
    're-enables': { type: 'string', default: '40' },
  },
})
const seed = Number(values.seed)
const heardMaxMs = 1_000

const startedAt = performance.now()
const minutes = () => `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`
console.log(`seed ${seed}`)
const outcome = await proveTakeover({
  seed,
  signInRounds: Number(values.rounds),
  reEnableRounds: Number(values['re-enables']),
  entry: 'dist/server/main.js',
  say: line => console.log(`${minutes()}  ${line}`),
})
const { rounds, problems, heardMs } = outcome
for (const problem of problems.slice(0, 20)) console.log(`WRONG: ${problem}`)

const all = (what: string, count: number): Figure => ({
  what,
  ours: String(count),
  beside: '',
  promise: `all ${rounds}`,
  holds: count === rounds,
})
const heard = (what: string, ms: number): Figure => ({
  what: `an older screen hears of it, ${what}`,
  ours: `${ms.toFixed(0)} ms`,
  beside: '',
  promise: `at most ${heardMaxMs.toLocaleString('en-GB')} ms`,
  holds: ms <= heardMaxMs,
})
report({
  id: 'takeover',
  title: 'Eight sign-ins at the same instant',
  command: `npm run proof:takeover -- --seed ${seed}`,
  how: `${values.rounds} times ${takersCount} sign-ins of one person at the same instant, real argon2id, half of them on each of two servers over
one database, while an answer is being written; ${values['re-enables']} times older sessions are enabled again instead, alone or among sign-ins.
Heard is counted from the beginning of the first transaction that takes the place, on two screens, one on each server.`,
  figures: [
    all('rounds with exactly one active session, by the database and the API', outcome.oneActiveRounds),
    all('answers saved whole, charged once, there in the new session', outcome.savedRounds),
    all('answers that were still being written', outcome.runningRounds),
    {
      what: 'anything else wrong',
      ours: String(problems.length),
      beside: '',
      promise: 'none',
      holds: problems.length === 0,
    },
    heard('median', percentile(heardMs, 50)),
    heard('p95', percentile(heardMs, 95)),
    heard('longest', percentile(heardMs, 100)),
    {
      what: 'older screens that were never told',
      ours: String(outcome.untold),
      beside: `${heardMs.length} told`,
      promise: 'none',
      holds: outcome.untold === 0,
    },
    { what: 'time', ours: minutes(), beside: '', promise: '', holds: true },
  ],
})
