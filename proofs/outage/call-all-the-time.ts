import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'

/** What the calls of a while were answered with. */
export interface CallTally {
  /** Calls by status; 0 got no answer at all. */
  statuses: Record<number, number>
  /** Refusals for now (503) that do not say when to come back. */
  withoutRetryAfterCount: number
  /** From a call to its answer, the longest. */
  longestMs: number
  /** Bodies of answers that are neither 200 nor 503, a few. */
  strange: string[]
}

/** One call of each kind that needs the database: read, write, with a session and without one. */
const calls: { method: string; path: string; body?: object }[] = [
  { method: 'GET', path: '/api/accounts/credits' },
  { method: 'GET', path: '/api/chat/chat_history' },
  { method: 'GET', path: '/api/accounts/profile' },
  { method: 'POST', path: '/api/user_exists', body: { email: 'nobody@example.com' } },
  { method: 'POST', path: '/api/help', body: { Description: 'Where do I see my credits, please?' } },
]
const everyMs = 40

/** Calls by turns until it is stopped, without waiting for the answers. */
export function callAllTheTime(url: string, { headers }: SignedInTestUser) {
  const tally: CallTally = { statuses: {}, withoutRetryAfterCount: 0, longestMs: 0, strange: [] }
  const open = new Set<Promise<void>>()
  let isOver = false

  async function call(at: number): Promise<void> {
    const { method, path, body } = calls[at % calls.length] as (typeof calls)[number]
    const from = performance.now()
    let status = 0
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      status = response.status
      const text = await response.text()
      if (status === 503 && !response.headers.has('retry-after')) tally.withoutRetryAfterCount += 1
      if (status !== 200 && status !== 503 && tally.strange.length < 10)
        tally.strange.push(`${method} ${path}: ${status} ${text}`)
    } catch (error) {
      tally.strange.push(`${method} ${path}: ${error}`)
    }
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    tally.longestMs = Math.max(tally.longestMs, performance.now() - from)
  }

  async function go(): Promise<void> {
    for (let at = 0; !isOver; at += 1) {
      const answered = call(at).finally(() => open.delete(answered))
      open.add(answered)
      await sleep(everyMs)
    }
    await Promise.all(open)
  }

  const going = go()
  return {
    async end(): Promise<CallTally> {
      isOver = true
      await going
      return tally
    },
  }
}
