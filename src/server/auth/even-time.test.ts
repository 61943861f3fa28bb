import { expect, test } from 'vitest'
import { createEvenTime, type Timer } from './even-time.ts'

/** A clock that stands still but for sleeping, turns of the event loop and work. Its sleep ends up to 2 ms late. */
function virtualTimer(lateMs = 1.7): Timer & { work(ms: number): Promise<void> } {
  let now = 0
  const pass = async (ms: number) => {
    now += ms
  }
  return { nowMs: () => now, sleep: ms => pass(ms + lateMs), nextTurn: () => pass(0.05), work: pass }
}

async function outcomeMs(beatMs: number, workMs: number, isRefused = false): Promise<number> {
  const timer = virtualTimer()
  const work = async () => {
    await timer.work(workMs)
    if (isRefused) throw new Error('refused')
  }
  await createEvenTime(timer)(beatMs, work).catch(() => undefined)
  return timer.nowMs()
}

test.each([
  ['work that is done at once', 0, 100],
  ['work that nearly fills the beat', 99.9, 100],
  ['work that is longer than a beat', 150, 200],
])('%s ends at the next beat, and so does its failure', async (_, workMs, wantedMs) => {
  for (const isRefused of [false, true]) {
    const tookMs = await outcomeMs(100, workMs, isRefused)
    expect(tookMs).toBeGreaterThanOrEqual(wantedMs)
    expect(tookMs).toBeLessThanOrEqual(wantedMs + 0.05)
  }
})

test('however the work falls between two milliseconds, its outcome comes at the beat and no later than a turn after', async () => {
  for (let tenths = 0; tenths < 195; tenths += 1) {
    const tookMs = await outcomeMs(20, tenths / 10)
    expect(tookMs).toBeGreaterThanOrEqual(20)
    expect(tookMs).toBeLessThanOrEqual(20.06)
  }
})

test('by the real clock an outcome never comes before the beat, and is handed on', async () => {
  const inEvenTime = createEvenTime()
  const start = performance.now()
  expect(await inEvenTime(30, async () => 7)).toBe(7)
  expect(performance.now() - start).toBeGreaterThanOrEqual(30)
  await expect(inEvenTime(5, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
