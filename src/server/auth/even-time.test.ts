import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inEvenTime } from './even-time.ts'

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await inEvenTime(100, work).catch(() => undefined)
  return Math.round((performance.now() - start) / 100)
}

function busyFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
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

test.each([
  ['first', async () => busyFor(70)],
  ['after a wait', () => sleep(5).then(() => busyFor(70))],
])('work that keeps the processor busy, %s, does not move the beat', { retry: 4 }, async (_, work) => {
  const start = performance.now()
  await inEvenTime(100, work)
  const tookMs = performance.now() - start
  expect(tookMs).toBeGreaterThanOrEqual(100)
  expect(tookMs).toBeLessThan(150)
})

test('however the work falls between two milliseconds, its outcome comes at the beat', {
  retry: 2,
}, async () => {
  const lateMs: number[] = []
  for (let tenths = 0; tenths < 20; tenths += 1) {
    const start = performance.now()
    await inEvenTime(20, async () => busyFor(tenths / 10))
    lateMs.push(performance.now() - start - 20)
  }
  expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0)
  // On a busy machine some are late all the same.
  expect(lateMs.sort((a, b) => a - b)[5]).toBeLessThan(0.3)
})

test('what the work came to is handed on', async () => {
  expect(await inEvenTime(5, async () => 7)).toBe(7)
  await expect(inEvenTime(5, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
