import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedInTestUser } from '../../src/server/testing/builders.ts'

const paths = ['/api/accounts/credits', '/api/accounts/profile', '/api/chat/chat_history']
const everyMs = 25

/** People who look at their balance, profile and history by turns, without waiting for the answers, until stopped. */
export function callsOfOthers(url: string, people: readonly SignedInTestUser[]) {
  const durationsMs: number[] = []
  const open = new Set<Promise<void>>()
  let failedCount = 0
  let isOver = false

  async function call(at: number): Promise<void> {
    const from = performance.now()
    try {
      const headers = people[at % people.length]?.headers
      const answer = await fetch(`${url}${paths[at % paths.length]}`, headers ? { headers } : {})
      await answer.arrayBuffer()
      if (!answer.ok) failedCount += 1
    } catch {
      failedCount += 1
    }
    durationsMs.push(performance.now() - from)
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
    async end() {
      isOver = true
      await going
      return { durationsMs, failedCount }
    },
  }
}
