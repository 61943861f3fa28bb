import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import type { ChatMessage } from '../../src/contract/chat.ts'
import { type ReadEvent, readEvents } from '../../src/server/testing/event-reader.ts'
import { askApi, askJson } from '../ask-api.ts'
import { countWords } from '../turns/asked-turn.ts'
import { readStoredTurns } from '../turns/stored-turns.ts'
import type { Headers } from './signed-in.ts'

/** An answer that is being written on an older screen. */
export interface RunningAnswer {
  turnId: string
  question: string
  seen: ReadEvent[]
  /** Resolves when the older screen reads no more of it. */
  over: Promise<unknown>
}

const wordsMaxMs = 10_000

/** Asks, and resolves when the older screen has read so many words. */
export async function beginAnswer(
  url: string,
  headers: Headers,
  question: string,
  words: number,
): Promise<RunningAnswer> {
  const turnId = randomUUID()
  const seen: ReadEvent[] = []
  const answer = await fetch(`${url}/api/chat/reply`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: question, session_key: null, turn_id: turnId }),
  })
  if (!answer.ok) throw new Error(`A question was answered with ${answer.status}: ${await answer.text()}`)
  const over = readEvents(answer, event => {
    seen.push(event)
    return false
  })
  for (const until = Date.now() + wordsMaxMs; countWords(seen) < words && Date.now() < until; ) await sleep(2)
  return { turnId, question, seen, over }
}

export interface AnswerFindings {
  problems: string[]
  /** By the machine's clock, in ms. */
  endedAtMs: number
}

/** Follows the answer to its end in the new session, and looks at what is stored, shown and charged. */
export async function checkAnswer(
  url: string,
  headers: Headers,
  pool: Pool,
  { turnId, question, seen, over }: RunningAnswer,
): Promise<AnswerFindings> {
  const problems: string[] = []
  const events = await readEvents(await askApi(`${url}/api/chat/turns/${turnId}/events`, { headers }))
  await over
  const last = events.at(-1)
  if (last?.event !== 'done' || last.data.state !== 'complete')
    problems.push(`the new session reads ${JSON.stringify(last)} last`)
  if (!isDeepStrictEqual(seen, events.slice(0, seen.length)))
    problems.push('the new session reads other events than the older screen')
  const stored = (await readStoredTurns(pool, [turnId])).get(turnId)
  if (stored?.state !== 'complete') problems.push(`the answer is stored as ${stored?.state}`)
  const isChargedOnce = stored && stored.credits > 0 && stored.spends === 1 && stored.spent === stored.credits
  if (!isChargedOnce || stored.hold !== 'settled')
    problems.push(`charged ${stored?.spends} times, ${stored?.spent} credits, its hold is ${stored?.hold}`)
  const { thread } = await askJson<{ thread: ChatMessage[] }>(`${url}/api/chat/thread`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ session_key: stored?.session_key }),
  })
  const [asked, answered] = thread
  if (thread.length !== 2 || asked?.text !== question || !answered?.document?.blocks.length)
    problems.push(`the new session's thread has ${thread.length} messages, or not the answer`)
  return { problems, endedAtMs: stored?.ended_at_ms ?? 0 }
}
