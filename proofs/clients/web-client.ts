import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'
import type { Balancer } from './balancer.ts'
import { type Frame, framesOf } from './event-frames.ts'

/** As long as the web app waits before it looks for a stream that was lost, and before it sends a question again. */
const backoffMs = [250, 500, 1_000, 2_000, 4_000, 8_000]
const resendMs = 600
/** The web app holds a stream for dead after this; here it counts as a fault. */
const silenceMaxMs = 45_000

/** A stream that ended before its answer did, and came back. */
export interface Break {
  /** Ms on the process's clock. */
  brokenAt: number
  /** From its end to the first event on the next connection. */
  awayMs: number
}

/** A question and all that its sender saw of it. */
export interface Asked {
  user: SignedInTestUser
  turnId: string
  question: string
  /** Asked without a stream: the answer comes whole, in one JSON. */
  isPlain: boolean
  /** Refusals before it was taken. */
  refusedCount: number
  /** How long each refusal took to come. */
  refusedMs: number[]
  /** When the server told that it has the question; null: never. */
  acknowledgedAt: number | null
  frames: Frame[]
  breaks: Break[]
  longestSilenceMs: number
  /** What must not be: an event twice, one left out, a refusal that is none for now. */
  faults: string[]
  /** The turn's last state as told. */
  state: string | null
}

export interface ClientParts {
  balancer: Balancer
  /** A question that is refused for so long is given up. */
  sendMaxMs: number
  /** Cuts the first connection: a network that is lost for a moment. */
  cut?: AbortSignal
}

/** Asks a question as the web app does, and reads its answer to the end over as many connections as that takes. */
export async function ask(
  { balancer, sendMaxMs, cut }: ClientParts,
  user: SignedInTestUser,
  question: string,
  isPlain = false,
): Promise<Asked> {
  const asked: Asked = {
    ...{ user, turnId: randomUUID(), question, isPlain },
    ...{ refusedCount: 0, refusedMs: [], acknowledgedAt: null, frames: [], breaks: [] },
    ...{ longestSilenceMs: 0, faults: [], state: null },
  }
  const giveUpAt = performance.now() + sendMaxMs
  while (asked.acknowledgedAt === null && asked.state === null) {
    if (performance.now() > giveUpAt) {
      asked.faults.push(`was refused for ${sendMaxMs} ms`)
      return asked
    }
    if (!(await send(balancer, asked, cut))) return asked
  }
  if (asked.state === null) await followToEnd(balancer, asked)
  return asked
}

/** One try to send; false when it was refused for good. A refusal for now is waited for as the server says. */
async function send(balancer: Balancer, asked: Asked, cut: AbortSignal | undefined): Promise<boolean> {
  const { user, turnId, question, isPlain } = asked
  const from = performance.now()
  let waitMs = resendMs
  try {
    const { response, url } = await balancer.call('/api/chat/reply', {
      method: 'POST',
      headers: {
        ...user.headers,
        'content-type': 'application/json',
        accept: isPlain ? 'application/json' : 'text/event-stream',
      },
      body: JSON.stringify({ message: question, session_key: null, turn_id: turnId }),
      ...(cut && !cut.aborted && { signal: cut }),
    })
    if (response.status === 200) {
      if (isPlain) takeWhole(asked, (await response.json()) as { message: string; credits: number })
      else await read(asked, response, url)
      return true
    }
    const body = await response.text()
    if (response.status !== 503) {
      asked.faults.push(`send answered ${response.status}: ${body}`)
      return false
    }
    const retryAfter = response.headers.get('retry-after')
    if (retryAfter === null) asked.faults.push('a refusal for now without Retry-After')
    waitMs = Math.max(resendMs, Number(retryAfter ?? 0) * 1_000)
  } catch {
    // No answer came, or only its beginning: the same id again is the same turn.
  }
  if (asked.acknowledgedAt !== null) return true
  asked.refusedCount += 1
  asked.refusedMs.push(performance.now() - from)
  await sleep(waitMs)
  return true
}

/** An answer that was cut short costs nothing. */
function takeWhole(asked: Asked, { message, credits }: { message: string; credits: number }): void {
  asked.acknowledgedAt = performance.now()
  asked.state = credits > 0 ? 'complete' : 'incomplete'
  if (message === '') asked.faults.push('an answer without words')
}

/** Looks for the stream again after each loss, from the last event on, until the turn is over. */
async function followToEnd(balancer: Balancer, asked: Asked): Promise<void> {
  let left = lastUrlOf.get(asked) ?? null
  let brokenAt = performance.now()
  for (let tries = 0; asked.state === null; tries += 1) {
    await sleep((backoffMs[Math.min(tries, backoffMs.length - 1)] ?? 0) * (0.75 + Math.random() / 2))
    const had = asked.frames.length
    try {
      const { response, url } = await balancer.call(
        `/api/chat/turns/${asked.turnId}/events`,
        {
          headers: {
            ...asked.user.headers,
            accept: 'text/event-stream',
            'last-event-id': String(asked.frames.at(-1)?.id ?? 0),
          },
        },
        left,
      )
      if (response.status === 200) await read(asked, response, url, brokenAt)
      else if (response.status !== 503) {
        asked.faults.push(`events answered ${response.status}: ${await response.text()}`)
        return
      } else await response.body?.cancel()
    } catch {
      // Nobody there for now.
    }
    if (asked.frames.length > had) {
      left = lastUrlOf.get(asked) ?? null
      brokenAt = performance.now()
      tries = -1
    } else if (performance.now() - brokenAt > 2 * silenceMaxMs) {
      asked.faults.push('the stream did not come back')
      return
    }
  }
}

/** Where each was read last. */
const lastUrlOf = new WeakMap<Asked, string>()

/** Reads one connection to its end; `brokenAt` is when the one before it was lost. */
async function read(asked: Asked, response: Response, url: string, brokenAt?: number): Promise<void> {
  lastUrlOf.set(asked, url)
  let isFirst = true
  try {
    for await (const frame of framesOf(response)) {
      if (isFirst && brokenAt !== undefined) asked.breaks.push({ brokenAt, awayMs: frame.at - brokenAt })
      isFirst = false
      take(asked, frame)
    }
  } catch {
    // A lost connection: what matters is what has come.
  }
}

function take(asked: Asked, frame: Frame): void {
  const last = asked.frames.at(-1)
  const expected = (last?.id ?? 0) + 1
  if (frame.id !== expected) asked.faults.push(`event ${frame.id} came where ${expected} was due`)
  asked.frames.push(frame)
  if (last) asked.longestSilenceMs = Math.max(asked.longestSilenceMs, frame.at - last.at)
  if (frame.event === 'started') asked.acknowledgedAt = frame.at
  if (frame.event === 'error') asked.faults.push(`told an error: ${frame.data}`)
  if (frame.event === 'done') asked.state = (JSON.parse(frame.data) as { state: string }).state
}
