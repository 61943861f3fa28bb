import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mailReceiver } from '../src/server/auth/auth.ts'
import { checkInvariants } from '../src/server/credits/credits.ts'
import { migrate } from '../src/server/platform/migrate.ts'
import { createPool } from '../src/server/platform/pool.ts'
import { startEmbeddedPostgres } from '../src/server/platform/postgres/embedded-postgres.ts'
import { testContext } from '../src/server/testing/context.ts'
import { jobsOver } from '../src/server/worker.ts'
import { percentile } from './figures.ts'
import { anHourPasses, makeHistory } from './jobs/make-history.ts'
import { type Figure, print, report } from './report.ts'
import { setUp } from './set-up.ts'

/** What happens by the clock, over a year of two million turns and ten million entries; `--scale 0.01` for a small one. */
const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } })
const scale = Number(values.scale)
const size = {
  accounts: 20_000 * scale,
  entries: 10_000_000 * scale,
  turns: 2_000_000 * scale,
}
const rounds = 5
const mostMs = 200

const ground = await setUp('jobs', async (dataDir, atEnd) => {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: line => console.log(line) },
    graceSeconds: 1,
    removeWhenKilled: true,
  })
  atEnd(() => postgres.stop())
  const pool = createPool(postgres.connection, { max: 4 })
  atEnd(() => pool.end())
  const patient = createPool({ ...postgres.connection, statement_timeout: 0, query_timeout: 0 }, { max: 1 })
  atEnd(() => patient.end())
  return { pool, patient }
})

try {
  const { pool, patient } = ground
  await migrate(pool, join(import.meta.dirname, '../migrations'))
  await makeHistory(patient, size, console.log)
  const ctx = testContext(pool)
  const full = await timed(() => checkInvariants(testContext(patient)))
  if (full.result.length > 0) throw new Error(`${full.result.length} accounts do not agree with their ledger`)
  console.log(`Every account checked in ${full.ms.toFixed(0)} ms`)

  const jobs = jobsOver(pool, { publicUrl: 'http://localhost', receiverOf: mailReceiver }).filter(
    job => job.name !== 'check-all-credits',
  )
  // The first run of a job has no mark to begin at.
  for (const { run } of jobs) await run(ctx)
  const times = new Map<string, number[]>(jobs.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round += 1) {
    await anHourPasses(patient, size, round)
    for (const { name, run } of jobs) times.get(name)?.push((await timed(() => run(ctx))).ms)
    console.log(
      `round ${round}: ${[...times].map(([name, all]) => `${name} ${all.at(-1)?.toFixed(0)}`).join(', ')}`,
    )
  }
  const figures: Figure[] = [...times].map(([name, all]) => ({
    what: `${name}, median`,
    ours: `${percentile(all, 50).toFixed(0)} ms`,
    beside: `slowest of ${rounds} ${percentile(all, 100).toFixed(0)} ms`,
    promise: `at most ${mostMs} ms`,
    holds: percentile(all, 50) <= mostMs,
  }))
  figures.push({
    what: 'check-all-credits: every account with its whole ledger, once a night',
    ours: `${full.ms.toFixed(0)} ms`,
    beside: '',
    promise: '',
    holds: true,
  })
  const how = `${size.turns.toLocaleString('en')} turns and ${size.entries.toLocaleString('en')} entries of ${size.accounts.toLocaleString('en')} accounts over a year, made by SQL, on one PostgreSQL with fsync. Before each round an hour passes: spends of that hour, 500 turns whose events are due, 500 holds for the archive, 5 holds past their time, 100 deleted conversations. Then every job of the schedule runs once.`
  const one = { title: 'Jobs by the clock', figures }
  if (scale < 1) print(one)
  else report({ ...one, id: 'jobs', command: 'npm run bench:jobs', how })
} finally {
  await ground.end()
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now()
  const result = await work()
  return { ms: performance.now() - startedAt, result }
}
