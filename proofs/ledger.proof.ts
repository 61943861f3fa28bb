import { parseArgs } from 'node:util'
import { openLedgerDatabase } from './ledger/ledger-database.ts'
import { proveLedger } from './ledger/prove-ledger.ts'
import { fullSize, reportLedger } from './ledger/report-ledger.ts'

/**
 * Random operations on the ledger from parallel clients while the whole database is killed with −9. Also in small, which
 * prints its counts and keeps no report: `npm run proof:ledger -- --seed 7 --operations 20000 --kills 5`.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operations: { type: 'string', default: String(fullSize.operations) },
    kills: { type: 'string', default: String(fullSize.kills) },
  },
})
const [seed, operations, kills] = [Number(values.seed), Number(values.operations), Number(values.kills)]
console.log(`seed ${seed} · ${operations} operations · ${kills} kills`)

const database = await openLedgerDatabase()
try {
  const done = await proveLedger(database, {
    seed,
    operations,
    kills,
    // What is left of the time is for looking everything up.
    secondsAtMost: fullSize.seconds - 30,
    print: line => console.log(line),
  })
  const isFull = operations >= fullSize.operations && kills >= fullSize.kills
  if (isFull) reportLedger(seed, done, database)
  else console.log({ ...done, ...database.counts, complaints: done.complaints.counts })
  if (done.complaints.total() > 0) process.exitCode = 1
} finally {
  await database.end()
}
