import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../src/server/platform/context.ts'
import { AppError } from '../../src/server/platform/errors.ts'
import type { AcknowledgementLog } from './acknowledgement-log.ts'
import type { Grounds } from './choose-fought.ts'
import { createChooser } from './choose-task.ts'
import type { Complaints } from './complaints.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import { createLedgerModel, type LedgerModel } from './ledger-model.ts'
import { type Answer, isRefusal, type Operation, type Task } from './operation.ts'
import { performTask } from './perform-task.ts'

/** What all clients of a run have in common. */
export interface LedgerWorld {
  ctx: Context
  database: LedgerDatabase
  log: AcknowledgementLog
  grounds: Grounds
  users: readonly string[]
  complaints: Complaints
  counts: RunCounts
  /** Set when the run is to end before its operations are done. */
  hasEnded: () => boolean
}

/** What clients count; `refusals` by outcome. */
export interface RunCounts {
  operations: number
  /** Tasks asked again, because no answer came. */
  retries: number
  /** Answers of 'busy', after which it is asked again. */
  busy: number
  /** Answers that the exact model had foretold. */
  foretold: number
  refusals: Record<string, number>
}

const retryMs = 120
/** A database that stays away for so long ends the run. */
const giveUpMs = 60_000

/** One client asks until its operations are answered, every one of them. Returns the model of its own accounts. */
export async function runClient(
  world: LedgerWorld,
  client: number,
  seed: number,
  operationCount: number,
): Promise<LedgerModel> {
  const { log, grounds, complaints, counts } = world
  const own = new Set(grounds.ownOf(client))
  const model = createLedgerModel([...own])
  const next = createChooser(client, seed, grounds, model)
  for (let left = operationCount; left > 0 && !world.hasEnded(); ) {
    const task = next()
    const askedAt = log.nextMoment()
    const answered = await askUntilAnswered(world, task)
    if (!answered) break
    const answeredAt = log.nextMoment()
    for (const [at, operation] of task.operations.entries()) {
      const answer = answered.answers[at] as Answer
      log.write({ askedAt, answeredAt, operation, answer })
      if (isRefusal(answer)) counts.refusals[answer.outcome] = (counts.refusals[answer.outcome] ?? 0) + 1
      if (isOwn(own, operation)) counts.foretold += 1
    }
    const wrong = model.follow(task, answered.answers, answered.lostAnswers)
    if (wrong) complaints.add('answers', `client ${client}: ${wrong}`)
    left -= task.operations.length
    counts.operations += task.operations.length
  }
  return model
}

const isOwn = (own: ReadonlySet<number>, one: Operation): boolean =>
  one.verb !== 'sweep' && own.has(one.account)

/** Asks the same under the same ids until there is an answer; null when something failed that no kill explains. */
async function askUntilAnswered(
  { ctx, users, database, complaints, counts, hasEnded }: LedgerWorld,
  task: Task,
): Promise<{ answers: Answer[]; lostAnswers: number } | null> {
  const giveUpAt = Date.now() + giveUpMs
  for (let lostAnswers = 0; ; ) {
    const excuse = database.whenAsked()
    try {
      return { answers: await performTask(ctx, users, task), lostAnswers }
    } catch (error) {
      if (error instanceof AppError && error.code === 'busy') {
        counts.busy += 1
      } else if (excuse() && Date.now() < giveUpAt) {
        lostAnswers += 1
        counts.retries += 1
      } else {
        complaints.add('errors', `${JSON.stringify(task)}: ${String(error)} ${causeOf(error)}`)
        if (hasEnded() || Date.now() > giveUpAt) return null
      }
      await sleep(retryMs)
    }
  }
}

const causeOf = (error: unknown): string => (error instanceof Error && error.cause ? String(error.cause) : '')
