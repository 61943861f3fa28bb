import { limits } from '../../contract/limits.ts'
import { type RawCall, send } from './api.ts'
import { ApiError, networkError } from './api-error.ts'
import { readEvents, type WireEvent } from './event-stream.ts'

/** A quiet stream still sends comments; three missed ones mean that it is dead. */
const silenceMs = 3 * limits.streamCommentMs
const backoffMs = [250, 500, 1_000, 2_000, 4_000, 8_000] as const

export interface Following {
  /** The call that opens the stream; `lastEventId` is what was read so far. */
  request: (lastEventId: string | null) => RawCall
  /** Takes one event; 'over' ends the following. */
  onEvent: (event: WireEvent) => 'more' | 'over'
  /** The connection is there, or lost and being sought again. */
  onConnection?: (state: 'open' | 'lost') => void
  lastEventId?: string | null
  signal: AbortSignal
}

/** True where the same request may succeed a little later. */
const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** How long to wait before try number `tries` (from 0), with some scatter so that clients do not return as one. */
export function pauseMs(tries: number, retryAfterSeconds: number | undefined, chance: number): number {
  const base = backoffMs[Math.min(tries, backoffMs.length - 1)] ?? 8_000
  return Math.max((retryAfterSeconds ?? 0) * 1_000, base * (0.75 + chance / 2))
}

/** Waits, but no longer than until the network is back; rejects when given up. */
export function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, refuse) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onOnline = end(resolve)
    const onAbort = end(() => refuse(signal.reason))
    const timer = setTimeout(onOnline, ms)
    window.addEventListener('online', onOnline)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}

/** Opens one connection and reads it to its end. True when an event ended the following. */
export async function readOnce(
  call: RawCall,
  lastEventId: string | null,
  onOpen: () => void,
  onEvent: Following['onEvent'],
): Promise<boolean> {
  const headers: Record<string, string> = { Accept: 'text/event-stream' }
  if (lastEventId !== null) headers['Last-Event-ID'] = lastEventId
  const response = await send(call, headers)
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) throw networkError()
  onOpen()
  for await (const events of readEvents(response, silenceMs)) {
    for (const event of events) if (onEvent(event) === 'over') return true
  }
  return false
}

/**
 * Follows a stream over lost connections: resumes after the last event, backing off while there is no network.
 * Ends when `onEvent` says 'over' or `signal` aborts; throws ApiError when the server refuses for good.
 */
export async function followEvents(following: Following): Promise<void> {
  const { signal, onConnection } = following
  let lastEventId = following.lastEventId ?? null
  let tries = 0
  const onEvent = (event: WireEvent) => {
    if (event.id !== null) lastEventId = event.id
    tries = 0
    return following.onEvent(event)
  }
  while (!signal.aborted) {
    let retryAfterSeconds: number | undefined
    try {
      const call = { ...following.request(lastEventId), signal }
      if (await readOnce(call, lastEventId, () => onConnection?.('open'), onEvent)) return
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      if (error instanceof ApiError) retryAfterSeconds = error.retryAfterSeconds
    }
    onConnection?.('lost')
    try {
      await rest(pauseMs(tries++, retryAfterSeconds, Math.random()), signal)
    } catch {
      return
    }
  }
}
