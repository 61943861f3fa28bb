import { beforeEach, expect, test, vi } from 'vitest'
import { noteBalance } from '../credits/queries.ts'
import { queryClient } from '../platform/query-client.ts'
import { stubBrowser } from '../testing/browser-globals.ts'
import { announceTopUp, closeNews, isNewsShown, watchForTopUps } from './top-up-news.ts'

stubBrowser()
const known = (credits: number) => ({
  credits,
  prices: { quick: 3, deep: 12 },
  low_below: 15,
  warns_by_mail: true,
})
/** What a refresh answers. */
const learn = (credits: number) => queryClient.setQueryData(['credits'], known(credits))

beforeEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
  closeNews()
  const stop = watchForTopUps()
  return stop
})

test('the first balance that is known is no news, nor is a lower one, nor the same again', () => {
  for (const credits of [100, 97, 97, 85]) learn(credits)
  expect(isNewsShown()).toBe(false)
})

test('a balance above the known one is news, whether it was asked for or told', () => {
  learn(100)
  learn(200)
  expect(isNewsShown()).toBe(true)
  closeNews()
  noteBalance(300)
  expect(isNewsShown()).toBe(true)
})

/** Announces a purchase; the balance that is read then is `credits`. */
async function announce(sinceMs: number, credits: number): Promise<void> {
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async filters => {
    if (filters?.queryKey?.[0] === 'credits') learn(credits)
  })
  await announceTopUp(sinceMs)
}

test('a purchase and the rise that follows it are one piece of news', async () => {
  learn(100)
  await announce(performance.now(), 200)
  expect(isNewsShown()).toBe(true)
  closeNews()
  learn(200)
  expect(isNewsShown()).toBe(false)
  learn(300)
  expect(isNewsShown()).toBe(true)
})

test('a rise that comes while the purchase is asked about is not told again by its answer', async () => {
  learn(100)
  const sinceMs = performance.now()
  learn(200)
  closeNews()
  await announce(sinceMs, 200)
  expect(isNewsShown()).toBe(false)
})

test('a purchase that was in the first balance already is told, and does not swallow the next', async () => {
  learn(200)
  await announce(performance.now(), 200)
  expect(isNewsShown()).toBe(true)
  closeNews()
  learn(300)
  expect(isNewsShown()).toBe(true)
})
