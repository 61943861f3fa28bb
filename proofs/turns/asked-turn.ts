import { randomUUID } from 'node:crypto'
import type { TurnState } from '../../src/contract/turn-event.ts'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'
import { type ReadEvent, readEvents, wordsOf } from '../../src/server/testing/event-reader.ts'
import type { AckLog } from './ack-log.ts'
import type { PlannedTurn } from './plan-kills.ts'

/** One who asks, and the turn asked last. */
export interface Asker extends SignedInTestUser {
  last: AskedTurn | null
}

/** A turn as its client knows it. */
export interface AskedTurn {
  id: string
  asker: Asker
  question: string
  /** The conversation that it was sent in; null opened one. */
  sentIn: string | null
  /** The conversation that was acknowledged. */
  sessionKey: string | null
  isSentAgain: boolean
  /** What was read, and when each event came, by the machine's clock in ms. */
  seen: ReadEvent[]
  seenAtMs: number[]
  /** Statuses that the sends were answered with; null: no answer. */
  statuses: (number | null)[]
  /** Acknowledged as over. */
  ended: { state: TurnState; credits: number } | null
  /** Resolves when nothing more is read of it. */
  over: Promise<void>
  isOver: boolean
  /** The kill that cut the reading, or that came last while it went on. */
  killedAtMs: number | null
  /** The database was killed while it was answered: its events waited for it to come back. */
  lostDatabase: boolean
}

export interface Asking {
  /** The server's origin. */
  url: string
  log: AckLog
}

/** Sends a question, and reads its stream to its end or to the end of the server. */
export function askTurn(asking: Asking, asker: Asker, plan: PlannedTurn, name: string): AskedTurn {
  const { last } = asker
  const turn: AskedTurn = {
    id: randomUUID(),
    asker,
    question: `GDP of Ghana, ${plan.isRefused ? 'refused' : `at ${plan.paceMs} ms a word`}, ${name}`,
    sentIn: plan.continues && last?.ended ? last.sessionKey : null,
    sessionKey: null,
    isSentAgain: plan.isSentAgain,
    seen: [],
    seenAtMs: [],
    statuses: [],
    ended: null,
    over: Promise.resolve(),
    isOver: false,
    killedAtMs: null,
    lostDatabase: false,
  }
  asker.last = turn
  sendTurn(asking, turn, plan.stopAfterWords)
  return turn
}

/** Sends it, for the first time or again under the same id. */
export function sendTurn(asking: Asking, turn: AskedTurn, stopAfterWords: number | null = null): void {
  const body = { message: turn.question, session_key: turn.sentIn, turn_id: turn.id }
  const reading = async () => {
    const answer = await fetch(`${asking.url}/api/chat/reply`, {
      method: 'POST',
      headers: { ...turn.asker.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
    }).catch(() => null)
    turn.statuses.push(answer?.status ?? null)
    if (answer?.ok) await readTurn(asking, turn, answer, stopAfterWords)
    else await answer?.body?.cancel()
  }
  turn.isOver = false
  turn.over = reading().finally(() => {
    turn.isOver = true
  })
}

async function readTurn(
  { url, log }: Asking,
  turn: AskedTurn,
  answer: Response,
  stopAfterWords: number | null,
) {
  let stopping: Promise<void> | null = null
  let credits = 0
  await readEvents(answer, (event, all) => {
    turn.seen.push(event)
    turn.seenAtMs.push(Date.now())
    if (event.event === 'started') {
      turn.sessionKey = event.data.session_key
      log.write({ of: 'started', turnId: turn.id })
    }
    if (event.event === 'charge') credits = event.data.credits
    if (event.event === 'done') {
      turn.ended = { state: event.data.state, credits }
      log.write({ of: 'done', turnId: turn.id, ...turn.ended })
    }
    if (stopAfterWords !== null && countWords(all) >= stopAfterWords) stopping ??= stop(url, turn)
    return false
  })
  await stopping
}

export const countWords = (events: readonly ReadEvent[]): number =>
  wordsOf(events).split(/\s+/).filter(Boolean).length

/** What becomes of it, the turn's events tell. */
const stop = async (url: string, { id, asker }: AskedTurn): Promise<void> => {
  const answer = await fetch(`${url}/api/chat/turns/${id}/stop`, {
    method: 'POST',
    headers: asker.headers,
  }).catch(() => null)
  await answer?.body?.cancel().catch(() => undefined)
}
