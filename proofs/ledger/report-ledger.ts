import { median } from '../../bench/figures.ts'
import { type Figure, report } from '../../bench/report.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { LedgerOutcome } from './prove-ledger.ts'

/** What is promised. */
export const fullSize = { operations: 1_000_000, kills: 100, seconds: 900 }

const how = [
  '16 clients on the product’s verbs, with repeated and conflicting ids, in transactions across two accounts and in sweeps,',
  'on the embedded PostgreSQL with fsync; postmaster and backends are killed at random times, some while they recover.',
  'What was asked and answered is kept in a file outside the database and looked up afterwards, both ways. Four accounts a',
  'client are its own: each answer about them must be what a model of the rules foretold; six are fought over by all.',
  '',
  'kill −9 takes the memory of PostgreSQL, not the page cache of the system. So this proves that an answer follows the',
  'write, that recovery gives back whole transactions and that a repeat changes nothing; it does not prove what a power cut',
  'leaves on the disk. For that fsync, on here as in the product, and the disk have to be trusted.',
].join('\n')

export function reportLedger(seed: number, done: LedgerOutcome, database: LedgerDatabase): void {
  const { counts } = done.complaints
  report({
    id: 'ledger',
    title: 'The ledger under kill −9 of the whole database',
    command: `npm run proof:ledger -- --seed ${seed}`,
    how,
    figures: [
      ...sizes(done, database),
      none('acknowledged writes lost', counts.lost, `${done.acknowledgedWrites} looked up`),
      none('there twice or unasked', counts.twice, `${done.entries} entries, ${done.holds} holds`),
      none('sums, chains or models that differ', counts.sums),
      none('balances below zero', counts.belowZero),
      none('writes out of order', counts.order),
      none('answers against the rules', counts.answers, `${done.foretold} foretold by the model`),
      none('errors that no kill excuses', counts.errors),
      {
        what: 'duration, looking up included',
        ours: `${done.seconds.toFixed(0)} s`,
        beside: '',
        promise: `at most ${fullSize.seconds} s`,
        holds: done.seconds <= fullSize.seconds,
      },
    ],
  })
}

function sizes(done: LedgerOutcome, { counts, restartMs }: LedgerDatabase): Figure[] {
  const refusals = Object.entries(done.refusals).map(([kind, count]) => `${kind} ${count}`)
  return [
    {
      what: 'operations answered',
      ours: String(done.operations),
      beside: `${Math.round(done.operations / done.seconds)} a second, restarts counted`,
      promise: `at least ${fullSize.operations}`,
      holds: done.operations >= fullSize.operations,
    },
    {
      what: 'of them refused',
      ours: String(Object.values(done.refusals).reduce((sum, count) => sum + count, 0)),
      beside: refusals.sort().join(', '),
      promise: '',
      holds: true,
    },
    {
      what: 'kills −9 of the whole database',
      ours: String(counts.kills),
      beside: `${counts.killsInRecovery} in recovery, ${counts.processes} processes, up again after ${Math.round(median(restartMs))} ms (median)`,
      promise: `at least ${fullSize.kills}`,
      holds: counts.kills >= fullSize.kills,
    },
    {
      what: 'asked again for want of an answer',
      ours: String(done.retries),
      beside: '',
      promise: '',
      holds: true,
    },
  ]
}

const none = (what: string, wrong: number, beside = ''): Figure => ({
  what,
  ours: String(wrong),
  beside,
  promise: '0',
  holds: wrong === 0,
})
