import { setTimeout as sleep } from 'node:timers/promises'
import { signPeopleIn } from '../../bench/sign-people-in.ts'
import { seededRandom } from '../../src/server/insights/seeded-random.ts'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'
import type { ServerProcess } from '../../src/server/testing/server-process.ts'
import { waitFor } from '../../src/server/testing/wait-for.ts'
import { questionOf } from '../clients/answer-model.ts'
import { type Audit, auditTurns, countOpenHolds } from '../clients/audit-turns.ts'
import { createBalancer } from '../clients/balancer.ts'
import { type Asked, ask } from '../clients/web-client.ts'
import { type Entry, openStage, type Stage } from '../stage.ts'
import { type CallTally, callAllTheTime } from './call-all-the-time.ts'

export interface OutageOptions {
  seed: number
  entry: Entry
  /** Streams that run when the database goes away. */
  streams: number
  /** From its kill until it is started again. */
  awayMs: number
  /** Questions sent by the second while it is away. */
  newPerSecond: number
  /** Between the words of the model, and how many it writes at least and at most. */
  paceMs: number
  words: readonly [from: number, to: number]
  say: (line: string) => void
}

/** When what happened, on this process's clock. */
interface Times {
  killedAt: number
  startedAt: number
  /** PostgreSQL has recovered and answers. */
  upAt: number
  /** The server answers a call with 200 again. */
  recoveredAt: number
  settledAt: number
}

export interface OutageOutcome extends Audit, Times {
  /** The streams that were under way, the questions sent while the database was away, and those of afterwards. */
  before: Asked[]
  meanwhile: Asked[]
  afterwards: Asked[]
  /** Of the streams before, how many were told words while it was away, and how many `done`: which must be none. */
  fedWhileAwayCount: number
  doneWhileAwayCount: number
  /** What other calls were answered, from a second before the kill to the recovery. */
  calls: CallTally
  wasReadyWhileAway: boolean
  exitCode: number | null
}

const rampMs = 15
const sendMaxMs = 90_000
const recoveryMaxMs = 30_000
/** A turn without an end is swept within this. */
const sweptMaxMs = 60_000
const afterwardsCount = 5
const cutEvery = 5

/**
 * All of PostgreSQL's processes are killed under running streams, stay away for a while, and come back. One stream in five
 * loses its network in the meantime. The seed decides the answers' lengths; the rest is the processes' own time.
 */
export async function proveOutage(options: OutageOptions): Promise<OutageOutcome> {
  const { entry, paceMs, say } = options
  const stage = await openStage('outage', entry, ['clients/answer-model.ts', '--pace', String(paceMs)])
  try {
    return await loseDatabase(stage, options)
  } finally {
    say('Clearing away')
    await stage.end()
  }
}

async function loseDatabase(stage: Stage, options: OutageOptions): Promise<OutageOutcome> {
  const { streams, awayMs, newPerSecond, words, say } = options
  const short = [words[0], 2 * words[0]] as const
  const meanwhileCount = Math.floor((awayMs / 1_000) * newPerSecond)
  const server = await stage.startServer()
  const users = await signPeopleIn(stage.pool, streams + meanwhileCount + afterwardsCount + 1)
  const caller = users.pop() as SignedInTestUser
  const network = new AbortController()
  const crowd = createCrowd(server, users, options)
  say(`The server is up; ${streams} questions are asked`)
  const before = await crowd.askInTurn(streams, rampMs, words, network.signal)
  const calling = callAllTheTime(server.url, caller)
  await sleep(1_000)

  const killedAt = performance.now()
  await stage.database.kill()
  say('The database is gone')
  const asking = crowd.askInTurn(meanwhileCount, 1_000 / newPerSecond, short)
  await sleep(awayMs / 2)
  network.abort()
  const { ok: wasReadyWhileAway } = await fetch(`${server.url}/readyz`)
  await sleep(awayMs / 2)
  const back = await comeBack(stage, server, caller)
  const calls = await calling.end()
  say(
    `It is back after ${seconds(back.upAt - killedAt)} s; the server answers ${seconds(back.recoveredAt - back.upAt)} s later`,
  )

  const all = await Promise.all([...before, ...(await asking)])
  const settledAt = performance.now()
  say('All questions have their end')
  const afterwards = await Promise.all(await crowd.askInTurn(afterwardsCount, rampMs, short))
  await waitFor('no hold is open', async () => (await countOpenHolds(stage.pool)) === 0, sweptMaxMs).catch(
    () => undefined,
  )
  const audit = await auditTurns(stage.pool, server.url, [...all, ...afterwards])
  const exitCode = await server.end('SIGTERM')
  const told = (event: string) => (asked: Asked) =>
    asked.frames.some(
      ({ at, ...frame }) => frame.event === event && at > killedAt + 100 && at < back.startedAt,
    )
  return {
    ...audit,
    ...{ killedAt, ...back, settledAt },
    ...{ before: all.slice(0, streams), meanwhile: all.slice(streams), afterwards },
    fedWhileAwayCount: all.slice(0, streams).filter(told('delta')).length,
    doneWhileAwayCount: all.filter(told('done')).length,
    ...{ calls, wasReadyWhileAway, exitCode },
  }
}

async function comeBack(stage: Stage, server: ServerProcess, { headers }: SignedInTestUser) {
  const startedAt = performance.now()
  await stage.database.bringUp()
  const upAt = performance.now()
  const answers = async () => (await fetch(`${server.url}/api/accounts/credits`, { headers })).ok
  await waitFor('the server answers again', answers, recoveryMaxMs)
  return { startedAt, upAt, recoveredAt: performance.now() }
}

/** People who ask a question each. */
function createCrowd(server: ServerProcess, users: SignedInTestUser[], { seed }: OutageOptions) {
  const random = seededRandom(seed, 'outage')
  const balancer = createBalancer({ urls: [server.url], onRefused: () => undefined })
  return {
    /** Resolves when the last has sent; some of them lose their network with `cut`. */
    async askInTurn(
      count: number,
      everyMs: number,
      words: OutageOptions['words'],
      cut?: AbortSignal,
    ): Promise<Promise<Asked>[]> {
      const asking: Promise<Asked>[] = []
      for (let at = 0; at < count; at += 1) {
        const parts = { balancer, sendMaxMs, ...(cut && at % cutEvery === 0 && { cut }) }
        const question = questionOf(Math.round(random.between(...words)))
        asking.push(ask(parts, users.pop() as SignedInTestUser, question))
        await sleep(everyMs)
      }
      return asking
    },
  }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
