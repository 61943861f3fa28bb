import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inEvenTime } from './even-time.ts'

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await inEvenTime(100, work).catch(() => undefined)
  return Math.round((performance.now() - start) / 100)
}

test('work of any length ends at the next beat, a failure too', async () => {
  const lengths = await Promise.all([
    timed(async () => 'at once'),
    timed(() => sleep(50)),
    timed(() => Promise.reject(new Error('refused'))),
    timed(() => sleep(150)),
  ])
  expect(lengths).toEqual([1, 1, 1, 2])
})

test('what the work came to is handed on', async () => {
  expect(await inEvenTime(5, async () => 7)).toBe(7)
  await expect(inEvenTime(5, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
