import { setTimeout as sleep } from 'node:timers/promises'
import { signPeopleIn } from '../../bench/sign-people-in.ts'
import { seededRandom } from '../../src/server/insights/seeded-random.ts'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'
import type { ServerProcess } from '../../src/server/testing/server-process.ts'
import { questionOf } from '../clients/answer-model.ts'
import { type Audit, auditTurns } from '../clients/audit-turns.ts'
import { type Balancer, createBalancer } from '../clients/balancer.ts'
import { type Asked, ask } from '../clients/web-client.ts'
import { type Entry, openStage, type Stage } from '../stage.ts'

export interface DrainOptions {
  seed: number
  entry: Entry
  /** Streams that run when the first instance is asked to end. */
  streams: number
  /** New questions in between, by the second; one in ten is asked without a stream. */
  newPerSecond: number
  /** Between the words of the model, and how many it writes at least and at most. */
  paceMs: number
  words: readonly [from: number, to: number]
  say: (line: string) => void
}

/** One instance's end. */
export interface Ending {
  exitCode: number | null
  tookMs: number
}

export interface DrainOutcome extends Audit {
  questionCount: number
  /** Sends that one instance refused and another one took. */
  refusedSendCount: number
  /** Streams that were under way at the first of the two ends. */
  streamsAtFirstEnd: number
  /** Streams that ended before their answer, and how long each was away until its next event. */
  awayMs: number[]
  /** The longest time that a stream told nothing, the model's pace taken off. */
  longestSilenceMs: number
  endings: Ending[]
}

const sendMaxMs = 15_000
/** New questions go on for so long after the last end. */
const afterwardsMs = 1_500
const rampMs = 10

/**
 * A rolling restart of two instances on one database: both take questions, one is asked to end, a third takes its place,
 * then the other is asked to end. The seed decides how long each answer is; the rest is the processes' own time.
 */
export async function proveDrain(options: DrainOptions): Promise<DrainOutcome> {
  const { entry, paceMs, say } = options
  const stage = await openStage('drain', entry, ['clients/answer-model.ts', '--pace', String(paceMs)])
  try {
    return await rollingRestart(stage, options)
  } finally {
    say('Clearing away')
    await stage.end()
  }
}

async function rollingRestart(stage: Stage, options: DrainOptions): Promise<DrainOutcome> {
  const { streams, paceMs, say } = options
  const [first, second] = await Promise.all([stage.startServer(), stage.startServer()])
  let refusedSendCount = 0
  const balancer = createBalancer({
    urls: [first.url, second.url],
    onRefused: ({ path }) => {
      if (path === '/api/chat/reply') refusedSendCount += 1
    },
  })
  say(`Two instances are up; ${streams} questions are asked`)
  const crowd = startCrowd(stage, balancer, options)
  await crowd.begin(streams)
  crowd.goOn()
  await sleep(500)
  const streamsAtFirstEnd = crowd.underWayCount()
  say(`${streamsAtFirstEnd} streams run; the first instance is asked to end`)
  const firstEnding = endIn(first, balancer)
  const third = await stage.startServer()
  balancer.add(third.url)
  say(`Another is in its place; ${crowd.underWayCount()} streams run; the second instance is asked to end`)
  const endings = await Promise.all([firstEnding, endIn(second, balancer)])
  for (const { exitCode, tookMs } of endings)
    say(`An instance ended with ${exitCode} after ${seconds(tookMs)} s`)
  await sleep(afterwardsMs)
  const all = await crowd.end()
  say(`${all.length} questions have their end; compared with what is stored`)
  const audit = await auditTurns(stage.pool, third.url, all)
  endings.push(await endIn(third, balancer))
  return {
    ...audit,
    ...{ questionCount: all.length, refusedSendCount, streamsAtFirstEnd, endings },
    awayMs: all.flatMap(({ breaks }) => breaks.map(({ awayMs }) => awayMs)),
    longestSilenceMs: Math.max(0, ...all.map(asked => asked.longestSilenceMs - paceMs)),
  }
}

async function endIn(server: ServerProcess, balancer: Balancer): Promise<Ending> {
  const from = performance.now()
  const exitCode = await server.end('SIGTERM')
  balancer.remove(server.url)
  return { exitCode, tookMs: performance.now() - from }
}

/** People who ask: so many at first, then new ones all the time. */
function startCrowd(stage: Stage, balancer: Balancer, options: DrainOptions) {
  const { seed, words, newPerSecond } = options
  const random = seededRandom(seed, 'drain')
  const running = new Set<Promise<Asked>>()
  const asking: Promise<Asked>[] = []
  const users: SignedInTestUser[] = []
  let isOver = false
  let goingOn = Promise.resolve()

  async function askNext(): Promise<void> {
    const user = users.pop() ?? (await signPeopleIn(stage.pool, 1))[0]
    if (!user) return
    const question = questionOf(Math.round(random.between(...words)))
    const isPlain = asking.length % 10 === 9
    const asked = ask({ balancer, sendMaxMs }, user, question, isPlain)
    asking.push(asked)
    running.add(asked)
    void asked.finally(() => running.delete(asked))
  }

  return {
    async begin(count: number) {
      users.push(...(await signPeopleIn(stage.pool, count)))
      for (let at = 0; at < count; at += 1) {
        await askNext()
        await sleep(rampMs)
      }
      users.push(...(await signPeopleIn(stage.pool, 20)))
    },
    goOn() {
      goingOn = (async () => {
        while (!isOver) {
          await askNext()
          await sleep(1_000 / newPerSecond)
        }
      })()
    },
    underWayCount: () => running.size,
    async end() {
      isOver = true
      await goingOn
      return await Promise.all(asking)
    },
  }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
