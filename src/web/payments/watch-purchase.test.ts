import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { PurchaseState } from '../../contract/payments.ts'
import { noteBalance } from '../credits/queries.ts'
import { ApiError, networkError } from '../platform/api-error.ts'
import { queryClient } from '../platform/query-client.ts'
import { stubBrowser } from '../testing/browser-globals.ts'
import { closeNews, watchForTopUps } from './top-up-news.ts'
import { watchPurchase } from './watch-purchase.ts'

stubBrowser()
vi.useFakeTimers()
afterAll(() => {
  vi.useRealTimers()
})

beforeEach(() => {
  // What one test was told of was before the next.
  vi.advanceTimersByTime(50)
  Object.assign(document, { hidden: false })
  queryClient.clear()
  queryClient.setQueryData(['credits'], { credits: 100, prices: { quick: 3, deep: 12 } })
  const stop = watchForTopUps()
  return stop
})

/** Watches a purchase that answers as told, one after the other; the last answer goes on. */
function watch(...answers: (PurchaseState | ApiError)[]) {
  const heard: string[] = []
  let asked = 0
  const sinceMs = performance.now()
  const start = () =>
    watchPurchase(
      {
        sinceMs,
        ask: async () => {
          const answer = answers[Math.min(asked++, answers.length - 1)] as PurchaseState | ApiError
          if (answer instanceof ApiError) throw answer
          return { state: answer }
        },
      },
      () => heard.push('news'),
      state => heard.push(state),
    )
  return { heard, start, asked: () => asked }
}

test('a top-up that is told of while a purchase is open ends the waiting, once', () => {
  const { heard, start } = watch('pending')
  start()
  expect(heard).toEqual([])
  noteBalance(200)
  closeNews()
  noteBalance(300)
  expect(heard).toEqual(['news'])
})

test('a top-up that was told of while the purchase was asked about is not waited for', () => {
  const { heard, start } = watch('pending')
  vi.advanceTimersByTime(50)
  noteBalance(200)
  start()
  expect(heard).toEqual(['news'])
})

test('a top-up that was told of before the purchase is not taken for it', () => {
  noteBalance(200)
  vi.advanceTimersByTime(50)
  const { heard, start } = watch('pending')
  start()
  closeNews()
  expect(heard).toEqual([])
})

test('it is asked every 15 s what became of it, while the page is seen and until told to stop', async () => {
  const { heard, start, asked } = watch('pending', 'declined')
  const stop = start()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(asked()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual(['pending'])
  Object.assign(document, { hidden: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(1)
  Object.assign(document, { hidden: false })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(heard).toEqual(['pending', 'declined'])
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(2)
})

test('no answer is asked for again; a refusal is not, and the news still counts', async () => {
  const { heard, start, asked } = watch(
    networkError(),
    new ApiError({ status: 404, code: 'not_found', message: '' }),
  )
  start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(2)
  noteBalance(200)
  expect(heard).toEqual(['news'])
})
