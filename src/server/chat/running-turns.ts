import { setTimeout as sleep } from 'node:timers/promises'
import type { TurnState } from '../../contract/turn-event.ts'
import { tellBalance } from '../credits/credits.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { notify } from '../platform/notices.ts'
import { tellUser } from '../platform/user-events.ts'
import type { AcceptedTurn } from './accept-turn.ts'
import { createEventFlusher } from './event-flusher.ts'
import type { Ended } from './finish-turn.ts'
import { createLiveTurn, type LiveTurn } from './live-turn.ts'
import { type CutReason, runTurn, type TurnParts } from './turn.ts'
import { beatHeart, eventsChannel, storeChunks } from './turn-store.ts'

const heartbeatMs = 5_000
const heartbeatRetryMs = 1_000
/** Above any answer that is still worth waiting for. */
const turnMaxMs = 10 * 60_000
/** For storing what a drain cut short. */
const drainSaveMs = 5_000

export interface RunningTurnsParts extends Omit<TurnParts, 'flusher'> {
  base: Context
  /** Turns this process answers at the same time, at most. */
  maxRunning: number
  /** Called once an answer was paid for, e.g. to warn of a low balance. */
  onSpent?: ((ctx: Context, userId: string) => Promise<unknown>) | undefined
}

export interface RunningTurns {
  /** @throws AppError('busy') when this process takes no more */
  admit(): void
  start(turn: AcceptedTurn, timezone: string): void
  /** The turn, while it runs here. */
  find(turnId: string): LiveTurn | null
  ids(): string[]
  cut(turnId: string, reason: CutReason): void
  /** Takes no more; lets what runs, and what is being accepted, end, at most for `timeoutMs`, then stores it as it is. */
  drain(timeoutMs: number, accepting: Iterable<Promise<unknown>>): Promise<void>
}

interface Running {
  turn: AcceptedTurn
  live: LiveTurn
  controller: AbortController
  over: Promise<void>
}

/** The turns that this process answers, apart from the requests that asked. */
export function createRunningTurns(parts: RunningTurnsParts): RunningTurns {
  const { base, owner, maxRunning } = parts
  const running = new Map<string, Running>()
  const tellings = new Set<Promise<void>>()
  let isDraining = false
  let heart: NodeJS.Timeout | undefined

  const cut = (turnId: string, reason: CutReason): void => running.get(turnId)?.controller.abort(reason)

  const flusher = createEventFlusher({
    store: chunks => storeChunks(base, owner, chunks),
    onLost: turnId => cut(turnId, 'lost'),
    onFull: turnIds => {
      for (const turnId of turnIds) cut(turnId, 'full')
    },
    log: base.log,
  })

  async function beat(): Promise<void> {
    const asked = [...running.keys()]
    let nextMs = heartbeatMs
    try {
      const held = new Map(
        (await beatHeart(base, owner, asked)).map(({ id, isStopAsked }) => [id, isStopAsked]),
      )
      for (const id of asked) if (held.get(id)) cut(id, 'stop')
    } catch (error) {
      base.log.warn({ err: error }, 'No sign of life could be stored')
      nextMs = heartbeatRetryMs
    }
    heart = running.size > 0 ? setTimeout(beatLater, nextMs) : undefined
  }
  const beatLater = () => void beat()

  async function runToEnd(one: Omit<Running, 'over'>, timezone: string): Promise<void> {
    const { turn, live, controller } = one
    const limit = setTimeout(() => controller.abort('time' satisfies CutReason), turnMaxMs)
    const ctx = { ...base, requestId: turn.id }
    const toldStart = tell(ctx, () => tellState(ctx, turn, 'running'))
    let ended: Ended | null = null
    try {
      const today = dateIn(timezone, base.clock.now())
      ended = await runTurn(ctx, { ...parts, flusher }, { turn, live, today, signal: controller.signal })
    } catch (error) {
      base.log.error({ err: error, turn_id: turn.id }, 'A turn broke')
    } finally {
      clearTimeout(limit)
      running.delete(turn.id)
      live.end()
    }
    const end = ended
    if (end) void tell(ctx, () => tellEnd(ctx, turn, end), toldStart)
  }

  /** Other screens and instances hear of it a moment later; nobody waits for that but what is told next. */
  function tell(ctx: Context, news: () => Promise<void>, after?: Promise<void>): Promise<void> {
    const telling = async () => {
      await after
      await news()
    }
    const told = telling()
      .catch(error => ctx.log.warn({ err: error }, 'Screens could not be told of a turn'))
      .finally(() => tellings.delete(told))
    tellings.add(told)
    return told
  }

  const tellState = (ctx: Context, { id, sessionKey, userId }: AcceptedTurn, state: TurnState) =>
    tellUser(ctx, userId, { event: 'turn', data: { turn_id: id, session_key: sessionKey, state } })

  async function tellEnd(ctx: Context, turn: AcceptedTurn, ended: Ended): Promise<void> {
    await notify(ctx, eventsChannel, owner)
    await tellState(ctx, turn, ended.state)
    if (ended.credits === 0 || ended.balanceCredits === null) return
    await tellBalance(ctx, turn.userId, ended.balanceCredits)
    await parts.onSpent?.(ctx, turn.userId)
  }

  return {
    admit() {
      if (isDraining) throw new AppError('busy', { retryAfterSeconds: 1 })
      if (running.size >= maxRunning) throw new AppError('busy', { retryAfterSeconds: 2 })
    },
    start(turn, timezone) {
      const live = createLiveTurn({ id: turn.id, onUnstored: flusher.note })
      const { id: turn_id, sessionKey: session_key, createdAt: created_at } = turn
      live.appendStored({ event: 'started', data: { turn_id, session_key, created_at } })
      const one = { turn, live, controller: new AbortController() }
      running.set(turn.id, { ...one, over: runToEnd(one, timezone) })
      heart ??= setTimeout(beatLater, heartbeatMs)
    },
    find: turnId => running.get(turnId)?.live ?? null,
    ids: () => [...running.keys()],
    cut,
    async drain(timeoutMs, accepting) {
      isDraining = true
      const allOver = async () => {
        await Promise.allSettled(accepting)
        await Promise.all([...running.values()].map(one => one.over))
      }
      await Promise.race([allOver(), sleep(timeoutMs, undefined, { ref: false })])
      for (const turnId of running.keys()) cut(turnId, 'drain')
      await Promise.race([allOver(), sleep(drainSaveMs, undefined, { ref: false })])
      clearTimeout(heart)
      await Promise.all([flusher.close(), ...tellings])
    },
  }
}

const calendars = new Map<string, Intl.DateTimeFormat>()
/** One takes some 20 kB, and a zone has as many names as ways to write it large and small. */
const calendarsAtMost = 100

/** The date in a time zone: 'YYYY-MM-DD'. Calendars are kept, because making one takes longer than all its answers. */
function dateIn(timeZone: string, at: Date): string {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  if (calendars.size < calendarsAtMost) calendars.set(timeZone, calendar)
  return calendar.format(at)
}
