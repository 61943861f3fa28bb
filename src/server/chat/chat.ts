import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { AnswerDocument } from '../../contract/answer.ts'
import type { TurnState } from '../../contract/turn-event.ts'
import type { Analyst } from '../analyst/analyst.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import type { Context, SignedInContext } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { noRoom } from '../platform/disk-space.ts'
import { AppError } from '../platform/errors.ts'
import type { Logger } from '../platform/log.ts'
import { type Notices, notify } from '../platform/notices.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { type Ask, acceptTurn, isUnderWay } from './accept-turn.ts'
import type { EventLine } from './event-lines.ts'
import type { Follower } from './live-turn.ts'
import { checkQuestion } from './question.ts'
import { countedQuestion, countFreeAnswer, sendLimits } from './question-limits.ts'
import { createRemoteTurns } from './remote-turns.ts'
import { createRunningTurns } from './running-turns.ts'
import { sweepTurns } from './sweep-turns.ts'
import { readTurn } from './transcript.ts'

export { askedByRef } from './asked-by-ref.ts'
export { eraseConversations, everyAnswer, everyConversation, everyShare } from './carry-out.ts'
export { pruneConversations } from './conversations.ts'
export { type OpenPointCount, openPointCounts, pruneOpenPoints } from './open-points.ts'
export { pruneEvents } from './prune-events.ts'
export { revokeEveryShare } from './shares.ts'

const stopChannel = 'turn_stop'
/** A stopped answer has ended within this; the call then says so. */
const stopWaitMs = 1_000
/** All of a user's answers, stored and paid for. */
const endWaitMs = 5_000

export interface ChatParts {
  /** What turns run with, apart from any request. */
  base: Context
  notices: Notices
  analyst: Analyst
  rateLimits: RateLimits
  /** Whether there is no room to store anything. */
  isDiskFull?: () => boolean
  /** An answer as safe HTML. */
  renderHtml: (document: AnswerDocument) => string
  /** Called once an answer was paid for, e.g. to warn of a low balance. */
  onSpent?: (ctx: Context, userId: string) => Promise<unknown>
  /** Turns this process answers at the same time, at most. */
  maxRunning?: number
  sweepEveryMs?: number
  /** Without a sign of life for so long a turn is closed. Signs come every 5 s. */
  silentForMs?: number
  /** How long a finished answer waits for a database that is away: 30 s, and as long again to start and recover. */
  saveMaxMs?: number
}

export interface Question {
  message: string
  sessionKey: string | null
  thinkLonger: boolean
  /** Made by the client; a new one without it. */
  turnId?: string | undefined
  /** Of the suggestion that the message is the question of. */
  suggestionId?: string | null | undefined
  /** IANA; says which day it is for the asker. */
  timezone: string
}

/** What a reply that waits for its end is answered with. */
export interface Reply {
  message: string
  session_key: string
  turn_id: string
  document: AnswerDocument | null
  credits: number
}

export interface Chat {
  /** Stores a question and begins to answer it, or finds it under its id. Answers the turn's id. @throws AppError */
  ask(ctx: SignedInContext, question: Question): Promise<string>
  /** Waits for a turn's end. @throws AppError with the reason of a failed one */
  reply(ctx: SignedInContext, turnId: string): Promise<Reply>
  /** Hands over a turn's events after `after` up to its end. Returns how to leave. */
  follow(turnId: string, after: number, follower: Follower): () => void
  /** Asks whatever process answers the turn to stop it. @throws AppError('not_found') */
  stop(ctx: SignedInContext, turnId: string): Promise<TurnState>
  /** Stops all that is being answered for a user and waits until it is stored, at most some seconds. */
  endAll(ctx: Context, userId: string): Promise<void>
  /** Stops turns of a conversation that was deleted. */
  stopDeleted(ctx: SignedInContext, turnIds: readonly string[]): Promise<void>
  /** Sweeps, and goes on sweeping. */
  start(): Promise<void>
  /** Takes no more questions; running answers may end, at most for `timeoutMs`, then are stored as they are. */
  drain(timeoutMs: number): Promise<void>
}

export function createChat(parts: ChatParts): Chat {
  const { base, notices, analyst, rateLimits, renderHtml, onSpent } = parts
  const { isDiskFull = () => false } = parts
  const { maxRunning = 1_000, sweepEveryMs = 10_000, silentForMs = 30_000, saveMaxMs = 60_000 } = parts
  const owner = randomUUID()
  const running = createRunningTurns({
    ...{ base, owner, analyst, renderHtml, maxRunning, saveMaxMs, onSpent, isDiskFull },
    onFree: userId => countFreeAnswer(rateLimits, userId),
  })
  const remote = createRemoteTurns(base, notices, owner)
  const deaf = notices.listen(stopChannel, turnId => running.cut(turnId, 'stop'))
  const sweeper = createSweeper(base.log, sweepEveryMs, () =>
    sweepTurns(base, { renderHtml, owner, silentForMs, running: running.ids }),
  )

  /** Readers of a turn that runs here are fed from memory. */
  function follow(turnId: string, after: number, follower: Follower): () => void {
    const live = running.find(turnId)
    if (!live) return remote.follow(turnId, after, follower)
    // Beyond what has happened: not this turn's number, so it gets the turn from its beginning.
    return live.follow(after > live.lastSeq ? 0 : after, follower)
  }

  /** Waits for a turn's end, if need be no longer than a signal says. Answers its last event. */
  const untilOver = (turnId: string, signal?: AbortSignal): Promise<EventLine | null> =>
    new Promise(resolve => {
      let last: EventLine | null = null
      const leave = follow(turnId, 0, {
        onLine(_, line) {
          last = line
        },
        onEnd: () => resolve(last),
      })
      signal?.addEventListener('abort', () => {
        leave()
        resolve(last)
      })
    })

  /** Questions that are being stored now: one that is stored is answered, also when the server ends meanwhile. */
  const accepting = new Set<Promise<void>>()

  const sends = createConcurrencyLimit(sendLimits)

  async function accept(ctx: Context, ask: Ask, timezone: string): Promise<void> {
    const countQuestion = () => countedQuestion(rateLimits, ask.userId)
    const turn = await sends.run(ask.userId, () =>
      acceptTurn(ctx, ask, { owner, admit: running.admit, countQuestion }),
    )
    if (turn) running.start(turn, timezone)
  }

  async function requestStop(ctx: Context, turnIds: readonly string[]): Promise<void> {
    await ctx.db.execute(sql`
      update turn set stop_requested_at = coalesce(stop_requested_at, now())
      where id = any(${sql.param(turnIds)}::uuid[]) and state in ('queued', 'running')`)
    for (const turnId of turnIds) {
      if (running.find(turnId)) running.cut(turnId, 'stop')
      else await notify(ctx, stopChannel, turnId)
    }
  }

  return {
    async ask(ctx, question) {
      const {
        message,
        sessionKey,
        thinkLonger,
        turnId = randomUUID(),
        suggestionId = null,
        timezone,
      } = question
      checkQuestion(message)
      if (isDiskFull()) throw noRoom()
      const ask = {
        turnId: turnId.toLowerCase(),
        userId: ctx.user.id,
        message,
        sessionKey,
        depth: thinkLonger ? ('deep' as const) : ('quick' as const),
        suggestionId,
      }
      const accepted = accept(ctx, ask, timezone)
      accepting.add(accepted)
      await accepted.finally(() => accepting.delete(accepted))
      return ask.turnId
    },
    async reply(ctx, turnId) {
      const last = await untilOver(turnId)
      if (last?.event === 'error') throw new AppError('not_saved')
      const { state, errorCode, message, sessionKey, document, credits } = await readTurn(ctx, turnId)
      // This process ends, or gave the turn up: the answer is there for a later look.
      if (isUnderWay(state)) throw new AppError('unavailable', { retryAfterSeconds: 5 })
      if (state === 'failed') throw new AppError(errorCode ?? 'internal')
      return { message, session_key: sessionKey, turn_id: turnId, document, credits }
    },
    follow,
    async stop(ctx, turnId) {
      const { state } = await readTurn(ctx, turnId)
      if (!isUnderWay(state)) return state
      await requestStop(ctx, [turnId])
      await untilOver(turnId, AbortSignal.timeout(stopWaitMs))
      return (await readTurn(ctx, turnId)).state
    },
    async endAll(ctx, userId) {
      const found = await rowsOf<{ id: string }>(
        ctx.db,
        sql`select id from turn where user_id = ${userId} and state in ('queued', 'running')`,
      )
      const turnIds = found.map(({ id }) => id)
      if (turnIds.length === 0) return
      await requestStop(ctx, turnIds)
      const signal = AbortSignal.timeout(endWaitMs)
      await Promise.all(turnIds.map(turnId => untilOver(turnId, signal)))
    },
    stopDeleted: requestStop,
    async start() {
      await sweeper.start()
    },
    async drain(timeoutMs) {
      sweeper.stop()
      await running.drain(timeoutMs, accepting)
      deaf()
      remote.close()
    },
  }
}

/** Sweeps at once and then by the clock, never two at a time. */
function createSweeper(log: Logger, everyMs: number, sweep: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let hasFailed = false

  async function run(): Promise<void> {
    try {
      // The database was away: those who answer have to have a chance to give a sign of life first.
      if (!hasFailed) await sweep()
      hasFailed = false
    } catch (error) {
      log.warn({ err: error }, 'Turns could not be swept; trying again')
      hasFailed = true
    }
    if (!isStopped) timer = setTimeout(() => void run(), everyMs)
  }

  return {
    start: run,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
