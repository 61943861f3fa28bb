import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { grantStarter, hold, settle } from '../src/server/credits/credits.ts'
import { migrate } from '../src/server/platform/migrate.ts'
import { createPool } from '../src/server/platform/pool.ts'
import { startEmbeddedPostgres } from '../src/server/platform/postgres/embedded-postgres.ts'
import { testContext } from '../src/server/testing/context.ts'
import { median } from './figures.ts'
import { report } from './report.ts'
import { setUp } from './set-up.ts'

/**
 * What the ledger costs beside the least that a spend could be: lock the account, write an entry, change the balance, in
 * one transaction over the wire, as pgbench sends it. The product's spend is a hold before the answer and its settling after
 * it: two transactions, counted as one. All run by turns on the same PostgreSQL, fsync on, so that a machine that drifts
 * drifts for all.
 */
const clients = 16
const accounts = 256
const rounds = 5
const roundMs = 2_500
const promisedPercent = 75

async function run(pool: Pool): Promise<void> {
  const ctx = testContext(pool)
  const users = Array.from({ length: accounts }, () => randomUUID())
  for (const userId of users) await grantStarter(ctx, userId, 1_000_000)
  await pool.query(`
    create table floor_account (id uuid primary key, balance bigint not null);
    create table floor_entry (id bigint generated always as identity primary key, account uuid, amount bigint)`)
  await pool.query('insert into floor_account select unnest($1::uuid[]), 1000000', [users])
  const anyone = () => users[Math.floor(Math.random() * users.length)] ?? ''

  /** `isPrepared`: each statement is read and planned once a connection. */
  async function spendBare(isPrepared: boolean): Promise<void> {
    const client = await pool.connect()
    try {
      const account = anyone()
      await client.query('begin')
      for (const [name, { text, values }] of Object.entries(bareStatements(account)))
        await client.query({ text, values, ...(isPrepared && { name }) })
      await client.query('commit')
    } finally {
      client.release()
    }
  }

  /** Two transactions: before an answer, and after it. */
  async function spend(): Promise<void> {
    const userId = anyone()
    const id = randomUUID()
    await hold(ctx, { id, userId, amountCredits: 3, priceVersion: 1, lifeMs: 60_000 })
    await settle(ctx, { holdId: id, userId, amountCredits: 3, ref: `thread_bench:${id}` })
  }

  const kinds = { bare: () => spendBare(false), prepared: () => spendBare(true), ours: spend }
  for (const work of Object.values(kinds)) await inParallel(work, 1_000)
  const perSecond: Record<keyof typeof kinds, number[]> = { bare: [], prepared: [], ours: [] }
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of ['bare', 'prepared', 'ours'] as const)
      perSecond[name].push(await inParallel(kinds[name], roundMs))
    const latest = Object.entries(perSecond).map(([name, all]) => `${name} ${all.at(-1)?.toFixed(0)}/s`)
    console.log(`round ${round}: ${latest.join(', ')}`)
  }
  const { bare, prepared, ours } = perSecond
  const shareOf = (floor: number[]) =>
    median(ours.map((value, at) => (100 * value) / (floor[at] ?? Number.NaN)))
  const percent = shareOf(bare)
  report({
    id: 'spend',
    title: 'Spending credits',
    command: 'npm run bench:spend',
    how: `${clients} clients, ${accounts} accounts, ${rounds} rounds of ${roundMs / 1_000} s each by turns on one PostgreSQL with fsync; medians. The floor is one transaction over the wire: select for update, insert, update. Ours is a hold and its settling, two transactions with all checks of the ledger, counted as one.`,
    figures: [
      {
        what: `spends a second, ${clients} clients`,
        ours: `${median(ours).toFixed(0)}/s (${percent.toFixed(0)} %)`,
        beside: `bare ${median(bare).toFixed(0)}/s`,
        promise: `at least ${promisedPercent} % of the bare one`,
        holds: percent >= promisedPercent,
      },
      {
        what: 'the same beside prepared statements',
        ours: `${shareOf(prepared).toFixed(0)} %`,
        beside: `bare, prepared ${median(prepared).toFixed(0)}/s`,
        promise: '',
        holds: true,
      },
    ],
  })
}

const bareStatements = (account: string) => ({
  lock: { text: 'select balance from floor_account where id = $1 for update', values: [account] },
  entry: { text: 'insert into floor_entry (account, amount) values ($1, -3)', values: [account] },
  change: { text: 'update floor_account set balance = balance - 3 where id = $1', values: [account] },
})

/** How often a second all clients together get it done. */
async function inParallel(work: () => Promise<void>, forMs: number): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  const client = async () => {
    for (; performance.now() - startedAt < forMs; count += 1) await work()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (1_000 * count) / (performance.now() - startedAt)
}

const ground = await setUp('spend', async (dataDir, atEnd) => {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: line => console.log(line) },
    graceSeconds: 1,
    removeWhenKilled: true,
  })
  atEnd(() => postgres.stop())
  const pool = createPool(postgres.connection, { max: clients })
  atEnd(() => pool.end())
  return { pool }
})
try {
  await migrate(ground.pool, join(import.meta.dirname, '../migrations'))
  await run(ground.pool)
} finally {
  await ground.end()
}
