import type { reply, stopTurn } from '../../contract/chat.ts'
import type { BodyInput } from '../../contract/endpoint.ts'
import type { TurnEvent } from '../../contract/turn-event.ts'
import { applyTurnEvent } from '../../contract/turn-view.ts'
import { call, type RawCall } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import type { WireEvent } from '../platform/event-stream.ts'
import { followEvents, readOnce, rest } from '../platform/follow-events.ts'
import { makeId } from '../platform/make-id.ts'
import { showNotice } from '../ui/notice.tsx'
import { dropSentDraft, getDraft, setDraft } from './drafts.ts'
import { liveTurns } from './live-turns.ts'
import { refusalWords } from './refusal-words.ts'

/** What the rest of the app is told of a turn. */
export interface TurnListener {
  /** The question is stored under this conversation. */
  started: (turnId: string, sessionKey: string) => void
  /** The turn is over, whatever its end. */
  over: (turnId: string) => void
}

/** How often a question that was refused for the moment goes out again by itself. */
const resendsMax = 2

const running = new Map<string, AbortController>()
let listener: TurnListener = { started: () => {}, over: () => {} }

export function listenToTurns(to: TurnListener): void {
  listener = to
}

/** Leaves every stream, e.g. when the session is gone; the server ends its turns by itself. */
export function leaveTurns(): void {
  for (const controller of running.values()) controller.abort()
  running.clear()
  liveTurns.clear()
}

/** What is asked, and how deep. */
export interface Question {
  text: string
  thinkLonger: boolean
  /** Of the suggestion that was picked. */
  suggestionId?: string | undefined
}

/** Sends a conversation's draft. The text stays in storage until the server has acknowledged it. */
export async function sendDraft(sessionKey: string | null): Promise<void> {
  const draft = getDraft(sessionKey)
  const turnId = draft.turnId ?? makeId()
  if (draft.text.trim() === '' || liveTurns.waitingIn(sessionKey) !== null) return
  setDraft(sessionKey, { ...draft, turnId, problem: null })
  await sendQuestion(sessionKey, draft, turnId)
}

/** Sends a question that was picked, not typed: the draft in the composer is left alone. */
export async function sendPicked(sessionKey: string | null, question: Question): Promise<void> {
  if (liveTurns.waitingIn(sessionKey) === null) await sendQuestion(sessionKey, question, makeId())
}

async function sendQuestion(sessionKey: string | null, question: Question, turnId: string): Promise<void> {
  const { thinkLonger, suggestionId } = question
  const text = question.text.trim()
  liveTurns.begin({ turnId, sessionKey, question: text, thinkLonger, phase: 'sending' })
  const body: BodyInput<typeof reply> = {
    message: text,
    session_key: sessionKey,
    think_longer: thinkLonger,
    turn_id: turnId,
    ...(suggestionId && { suggestion_id: suggestionId }),
  }
  await run(
    turnId,
    signal => ask(turnId, { method: 'POST', path: '/chat/reply', body, signal }),
    error => returnText(sessionKey, { text, thinkLonger, suggestionId }, turnId, error),
  )
}

/** A refused question goes back into the composer, unless other words stand there: then a notice has to do. */
function returnText(sessionKey: string | null, question: Question, turnId: string, error: ApiError) {
  const problem = refusalWords(error)
  const draft = getDraft(sessionKey)
  if (draft.turnId === turnId || draft.text.trim() === '') {
    const isShort = error.code === 'insufficient_credits'
    setDraft(sessionKey, { ...question, turnId, problem, ...(isShort && { isShort }) })
    if (error.code === 'network') resendWhenOnline(sessionKey, turnId)
  } else {
    showNotice(problem, { durationMs: 6_000 })
  }
}

/** Follows a turn that was found running: after a reload, or a take-over. */
export async function resumeTurn(turn: {
  turnId: string
  sessionKey: string
  question: string
}): Promise<void> {
  if (running.has(turn.turnId) || liveTurns.get(turn.turnId)) return
  liveTurns.begin({ ...turn, thinkLonger: false, phase: 'running' })
  await run(
    turn.turnId,
    signal => follow(turn.turnId, null, signal),
    () => {},
  )
}

/** Asks the server to stop; the turn then ends by its own events. */
export async function stopLiveTurn(turnId: string): Promise<void> {
  liveTurns.update(turnId, { stopping: true }, true)
  try {
    await call<typeof stopTurn>({
      method: 'POST',
      path: '/chat/turns/:turn_id/stop',
      params: { turn_id: turnId },
    })
  } catch {
    liveTurns.update(turnId, { stopping: false }, true)
  }
}

/** Runs one turn to its end. An unacknowledged one that is refused goes away, and its text returns. */
async function run(
  turnId: string,
  work: (signal: AbortSignal) => Promise<void>,
  refused: (error: ApiError) => void,
): Promise<void> {
  const controller = new AbortController()
  running.set(turnId, controller)
  try {
    await work(controller.signal)
  } catch (error) {
    if (controller.signal.aborted) return
    const known =
      error instanceof ApiError ? error : new ApiError({ code: 'internal', message: '', status: 0 })
    if (liveTurns.get(turnId)?.phase === 'sending') {
      liveTurns.drop(turnId)
      refused(known)
    } else {
      endUnheard(turnId, known)
    }
  } finally {
    running.delete(turnId)
  }
}

/** The stream will not tell the end: say why, and let the composer go. */
function endUnheard(turnId: string, error: ApiError) {
  const code = error.code === 'network' ? 'unavailable' : error.code
  liveTurns.update(
    turnId,
    turn => ({
      phase: 'over',
      view: { ...turn.view, state: 'incomplete', error: { code, message: error.message } },
    }),
    true,
  )
  listener.over(turnId)
}

/** Sends the question and reads its events; a stream that breaks off after `started` is followed by its own address. */
async function ask(turnId: string, request: RawCall & { signal: AbortSignal }): Promise<void> {
  let lastEventId: string | null = null
  const take = (event: WireEvent) => {
    lastEventId = event.id ?? lastEventId
    return takeEvent(turnId, event)
  }
  for (let tries = 0; ; tries++) {
    try {
      if (await readOnce(request, null, () => {}, take)) return
      break
    } catch (error) {
      if (request.signal.aborted) throw error
      if (liveTurns.get(turnId)?.phase !== 'sending') break
      const waitMs = resendAfterMs(error, tries)
      if (waitMs === null) throw error
      await rest(waitMs, request.signal)
    }
  }
  await follow(turnId, lastEventId, request.signal)
}

/**
 * How long to wait before a question is sent once more, under the same id and so as the same turn; null: not again. Its
 * answer may have been lost alone, or a server that ends or is short of something refused it for the moment.
 */
function resendAfterMs(error: unknown, tries: number): number | null {
  if (!(error instanceof ApiError) || error.code === 'network')
    return tries === 0 && navigator.onLine ? 600 : null
  if (error.status !== 503 || tries >= resendsMax) return null
  return Math.max(600, (error.retryAfterSeconds ?? 1) * 1_000)
}

function follow(turnId: string, lastEventId: string | null, signal: AbortSignal): Promise<void> {
  return followEvents({
    request: () => ({ method: 'GET', path: '/chat/turns/:turn_id/events', params: { turn_id: turnId } }),
    lastEventId,
    signal,
    onConnection: state => liveTurns.update(turnId, { phase: state === 'lost' ? 'lost' : 'running' }),
    onEvent: event => takeEvent(turnId, event),
  })
}

function takeEvent(turnId: string, wire: WireEvent): 'more' | 'over' {
  const event = { event: wire.event, data: JSON.parse(wire.data) } as TurnEvent
  const first = liveTurns.get(turnId)?.phase === 'sending'
  const over = event.event === 'done'
  liveTurns.update(
    turnId,
    turn => ({
      view: applyTurnEvent(turn.view, event),
      sessionKey: event.event === 'started' ? event.data.session_key : turn.sessionKey,
      phase: over ? 'over' : 'running',
    }),
    event.event === 'started' || over,
  )
  if (first && event.event === 'started') acknowledge(turnId, event.data.session_key)
  if (over) listener.over(turnId)
  return over ? 'over' : 'more'
}

function acknowledge(turnId: string, sessionKey: string) {
  dropSentDraft(turnId, sessionKey)
  listener.started(turnId, sessionKey)
}

/** A message that failed for want of a network goes out once when the network is back, if it still stands as it was. */
function resendWhenOnline(sessionKey: string | null, turnId: string) {
  if (navigator.onLine) return
  const resend = () => {
    if (getDraft(sessionKey).turnId === turnId) void sendDraft(sessionKey)
  }
  window.addEventListener('online', resend, { once: true })
}
