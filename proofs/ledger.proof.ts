import { parseArgs } from 'node:util'
import { median } from '../bench/figures.ts'
import { report } from '../bench/report.ts'
import { openKillableDatabase } from './ledger/killable-database.ts'
import { proveLedger } from './ledger/prove-ledger.ts'

/**
 * Random operations on the ledger from parallel clients while the whole database is killed with −9:
 * `npm run proof:ledger -- --seed 7 --operations 20000 --kills 5`.
 */
const full = { operations: 1_000_000, kills: 100, seconds: 900 }
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operations: { type: 'string', default: String(full.operations) },
    kills: { type: 'string', default: String(full.kills) },
  },
})
const seed = Number(values.seed)
const [operations, kills] = [Number(values.operations), Number(values.kills)]
console.log(`seed ${seed} · ${operations} operations · ${kills} kills`)

const database = await openKillableDatabase()
const close = () => database.close().finally(() => process.exit(130))
process.once('SIGINT', close)
process.once('SIGTERM', close)
try {
  const done = await proveLedger(database, {
    seed,
    operations,
    kills,
    // What is left of the time is for looking everything up.
    secondsAtMost: full.seconds - 60,
    print: line => console.log(line),
  })
  const { counts } = done.complaints
  const { killsInRecovery, processes } = database.counts
  const none = (what: string, wrong: number, beside = '') => ({
    what,
    ours: String(wrong),
    beside,
    promise: '0',
    holds: wrong === 0,
  })
  const told = (what: string, ours: string, promise: string, holds: boolean, beside = '') => ({
    what,
    ours,
    beside,
    promise,
    holds,
  })
  const refusals = Object.entries(done.refusals).map(([kind, count]) => `${count} ${kind}`)
  report({
    id: 'ledger',
    title: 'The ledger under kill −9 of the whole database',
    command: `npm run proof:ledger -- --seed ${seed}`,
    how: [
      '16 clients on the product’s verbs, with repeated and conflicting ids, in transactions across two accounts and in sweeps,',
      'on the embedded PostgreSQL with fsync; postmaster and backends are killed at random times, some while they recover.',
      'What was asked and answered is kept in a file outside the database and looked up afterwards, both ways; four accounts a',
      'client are its own, and each answer about them must be what a model of the rules foretold. kill −9 takes the memory of',
      'PostgreSQL, not the page cache of the system: this proves that an answer follows the write, that recovery gives back',
      'whole transactions and that a repeat changes nothing. It does not prove what a power cut leaves on the disk: for that',
      'fsync, which is on here as in the product, and the disk have to be trusted.',
    ].join('\n'),
    figures: [
      told(
        'operations answered',
        String(done.operations),
        `${operations}`,
        done.operations >= operations,
        `${Math.round(done.operations / done.seconds)} a second, restarts counted`,
      ),
      told(
        'kills −9 of the whole database',
        String(database.counts.kills),
        `${kills}`,
        database.counts.kills >= kills,
        `${killsInRecovery} of them in recovery, ${processes} processes; back after ${Math.round(median(database.restartMs))} ms (median)`,
      ),
      told(
        'tasks asked again for want of an answer',
        String(done.retries),
        '',
        true,
        `refused: ${refusals.sort().join(', ')}`,
      ),
      none('acknowledged writes lost', counts.lost, `${done.acknowledgedWrites} looked up`),
      none(
        'entries or holds there twice or unasked',
        counts.twice,
        `${done.entries} entries, ${done.holds} holds`,
      ),
      none('sums, chains or models that differ', counts.sums),
      none('balances below zero', counts.belowZero),
      none('writes out of order', counts.order),
      none('answers against the rules', counts.answers, `${done.foretold} foretold by the model`),
      none('errors that no kill excuses', counts.errors),
      told(
        'seconds, looking up included',
        done.seconds.toFixed(0),
        `at most ${full.seconds}`,
        done.seconds <= full.seconds,
      ),
    ],
  })
} finally {
  process.off('SIGINT', close)
  process.off('SIGTERM', close)
  await database.close()
}
