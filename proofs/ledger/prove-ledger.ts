import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants, sweepHolds } from '../../src/server/credits/credits.ts'
import { seededRandom } from '../../src/server/insights/seeded-random.ts'
import { testContext } from '../../src/server/testing/context.ts'
import { createAcknowledgementLog } from './acknowledgement-log.ts'
import { type AuditCounts, audit } from './audit.ts'
import { createGrounds } from './choose-fought.ts'
import { type Complaints, createComplaints } from './complaints.ts'
import { type LedgerWorld, type RunCounts, runClient } from './ledger-client.ts'
import type { LedgerDatabase } from './ledger-database.ts'

export interface LedgerProof {
  seed: number
  operations: number
  kills: number
  /** After this no new operation begins. */
  secondsAtMost: number
  print: (line: string) => void
}

export interface LedgerOutcome extends RunCounts, AuditCounts {
  seconds: number
  complaints: Complaints
}

const clientCount = 16
const progressMs = 5_000
/** One in so many kills is followed by another while the database recovers. */
const recoveryKillEvery = 8
/** After so many kills the books are compared while everybody works on. */
const invariantsEvery = 10

/**
 * Clients do random things to the ledger, in parallel, while the whole database is killed with −9. In the end everything
 * that they were told is looked up. The seed fixes what each client decides and after how many answers a kill falls; how
 * the processes interleave is not replayable.
 */
export async function proveLedger(database: LedgerDatabase, proof: LedgerProof): Promise<LedgerOutcome> {
  const { seed, operations, secondsAtMost, print } = proof
  const from = Date.now()
  const run = randomUUID().slice(0, 8)
  const grounds = createGrounds(run, clientCount)
  const logFile = join(database.dataDir, `acknowledged-${run}.jsonl`)
  const complaints = createComplaints(print)
  let isDone = false
  const world: LedgerWorld = {
    ctx: testContext(database.pool),
    database,
    log: createAcknowledgementLog(logFile),
    grounds,
    users: Array.from({ length: grounds.accountCount }, () => randomUUID()),
    complaints,
    counts: { operations: 0, retries: 0, busy: 0, foretold: 0, refusals: {} },
    hasEnded: () => isDone || Date.now() - from > secondsAtMost * 1_000 || complaints.counts.errors > 20,
  }
  const tell = () => print(progressOf(world, Date.now() - from))
  const progress = setInterval(tell, progressMs)
  try {
    const killer = killAtRandom(world, proof, () => isDone).catch((error: unknown) => {
      complaints.add('errors', `The database did not come back: ${String(error)}`)
      isDone = true
    })
    const models = await Promise.all(
      Array.from({ length: clientCount }, (_, client) =>
        runClient(world, client, seed, Math.ceil(operations / clientCount)),
      ),
    ).finally(() => {
      isDone = true
    })
    await killer
    tell()
    world.log.close()
    await sweepHolds(world.ctx)
    await checkBooksAgree(world)
    const audited = await audit(database.pool, logFile, grounds, world.users, models, complaints)
    return { ...world.counts, ...audited, seconds: (Date.now() - from) / 1_000, complaints }
  } finally {
    clearInterval(progress)
  }
}

/** Kills the database after so many answers each time, the numbers drawn from the seed. */
async function killAtRandom(world: LedgerWorld, proof: LedgerProof, isDone: () => boolean): Promise<void> {
  const { database, counts } = world
  const random = seededRandom(proof.seed, 'kills')
  // None at the very end: what follows a kill belongs to the proof.
  const after = Array.from({ length: proof.kills }, () => random.uniform() * 0.97 * proof.operations)
  for (const [at, operations] of after.sort((a, b) => a - b).entries()) {
    const delayMs = random.between(0, 20)
    const againAfterMs = at % recoveryKillEvery === 1 ? random.between(0, 150) : null
    while (counts.operations < operations && !isDone()) await sleep(2)
    await sleep(delayMs)
    if (isDone()) return
    await database.crash(againAfterMs)
    if (at % invariantsEvery === 0) await checkBooksAgree(world)
  }
}

/** What the product itself runs at its start and each hour; the database is up. */
async function checkBooksAgree({ ctx, complaints }: LedgerWorld): Promise<void> {
  for (const userId of await checkInvariants(ctx))
    complaints.add('sums', `checkInvariants alarms for user ${userId}`)
}

function progressOf({ counts, database }: LedgerWorld, elapsedMs: number): string {
  const refusals = Object.entries(counts.refusals)
    .map(([kind, count]) => `${kind} ${count}`)
    .sort()
    .join(', ')
  const { kills, killsInRecovery } = database.counts
  return [
    `${(elapsedMs / 1_000).toFixed(0).padStart(4)} s`,
    `${counts.operations} operations`,
    `${kills} kills (${killsInRecovery} in recovery)`,
    `${counts.retries} retries`,
    `${counts.busy} busy`,
    `refusals: ${refusals || 'none'}`,
  ].join(' · ')
}
