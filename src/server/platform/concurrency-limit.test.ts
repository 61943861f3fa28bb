import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const limits = {
  ...{ atOnce: 2, atOncePerUser: 1, waiting: 4, waitingPerUser: 1 },
  ...{ refused: 'oldest' as const, waitMaxMs: 1_000 },
}

/** Work that runs until it is let go, and counts how much of it ran at once. */
function countedWork() {
  const running = new Set<() => void>()
  const started: string[] = []
  let most = 0
  return {
    started,
    most: () => most,
    work: (name: string) => async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      started.push(name)
      running.add(resolve)
      most = Math.max(most, running.size)
      await promise
      running.delete(resolve)
      return name
    },
    async endAll() {
      while (running.size > 0) {
        for (const end of running) end()
        await sleep(1)
      }
    },
  }
}

const codesOf = (ended: PromiseSettledResult<string>[]) =>
  ended.map(one => (one.status === 'fulfilled' ? one.value : one.reason.code))

test('one user’s work runs one at a time, the newest call waits, and those before it are refused', async () => {
  const limit = createConcurrencyLimit(limits)
  const { work, started, most, endAll } = countedWork()
  const calls = ['a', 'b', 'c', 'd'].map(name => limit.run('user', work(name)))
  const ended = Promise.allSettled(calls)
  await sleep(1)
  expect(started).toEqual(['a'])
  await endAll()
  expect(codesOf(await ended)).toEqual(['a', 'rate_limited', 'rate_limited', 'd'])
  expect(most()).toBe(1)
})

test('so much runs at once in all, so much waits, and what comes then is refused as busy with Retry-After', async () => {
  const limit = createConcurrencyLimit(limits)
  const { work, most, endAll } = countedWork()
  const users = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const ended = Promise.allSettled(users.map(user => limit.run(user, work(user))))
  await sleep(1)
  await endAll()
  const all = await ended
  expect(codesOf(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'busy', 'busy'])
  expect(most()).toBe(2)
  expect(all[7]).toMatchObject({ reason: { details: { retryAfterSeconds: 1 } } })
})

test('a user who has many calls waiting is passed over by one who has none running', async () => {
  const limit = createConcurrencyLimit({ ...limits, atOncePerUser: 1, waitingPerUser: 3, refused: 'newest' })
  const { work, started, endAll } = countedWork()
  const calls = [1, 2, 3].map(at => limit.run('many', work(`many ${at}`)))
  calls.push(limit.run('one', work('one')))
  await sleep(1)
  expect(started).toEqual(['many 1', 'one'])
  await endAll()
  await Promise.all(calls)
  expect(started.slice(2)).toEqual(['many 2', 'many 3'])
})

test('what waits for too long is refused, and work that fails gives its place to the next', async () => {
  const limit = createConcurrencyLimit({ ...limits, waitMaxMs: 20 })
  const { work, endAll } = countedWork()
  const first = limit.run('user', work('first'))
  await expect(limit.run('user', work('late'))).rejects.toMatchObject({ code: 'busy' })
  await endAll()
  await first
  const failing = limit.run('user', () => Promise.reject(new Error('broken')))
  const next = limit.run('user', async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
