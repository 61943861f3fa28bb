import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../testing/browser-globals.ts'
import { followEvents, pauseMs } from './follow-events.ts'

beforeEach(() => {
  stubBrowser()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

const stream = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })

/** Answers each call with the next of `answers`, and keeps the Last-Event-ID that came with it. */
function script(answers: (() => Response)[]) {
  const seen: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    seen.push(new Headers(init.headers).get('Last-Event-ID'))
    const next = answers.shift()
    if (!next) throw new TypeError('Failed to fetch')
    return next()
  })
  return seen
}

test('faults 64: a stream that breaks off is resumed after its last event, nothing twice', async () => {
  const seen = script([
    () => stream('id: 1\nevent: a\ndata: 1\n\nid: 2\nevent: a\ndata: 2\n\n'),
    () => {
      throw new TypeError('Failed to fetch')
    },
    () => new Response('{}', { status: 503 }),
    () => stream('id: 3\nevent: done\ndata: 3\n\n'),
  ])
  const events: string[] = []
  const connection: string[] = []
  await followEvents({
    request: () => ({ method: 'GET', path: '/x' }),
    signal: new AbortController().signal,
    onConnection: state => connection.push(state),
    onEvent: ({ event, data }) => {
      events.push(data)
      return event === 'done' ? 'over' : 'more'
    },
  })
  expect(events).toEqual(['1', '2', '3'])
  expect(seen).toEqual([null, '2', '2', '2'])
  expect(connection).toEqual(['open', 'lost', 'lost', 'lost', 'open'])
})

test('a refusal that time does not mend ends the following', async () => {
  script([
    () => new Response('{"error":{"code":"not_found","message":"","request_id":"r"}}', { status: 404 }),
  ])
  const following = followEvents({
    request: () => ({ method: 'GET', path: '/x' }),
    signal: new AbortController().signal,
    onEvent: () => 'more',
  })
  await expect(following).rejects.toMatchObject({ code: 'not_found' })
})

test('leaving ends it without a word, also in the middle of a pause', async () => {
  script([])
  const controller = new AbortController()
  const following = followEvents({
    request: () => ({ method: 'GET', path: '/x' }),
    signal: controller.signal,
    onConnection: () => controller.abort(),
    onEvent: () => 'more',
  })
  await expect(following).resolves.toBeUndefined()
})

test('pauses grow, stay bounded, are scattered, and never undercut Retry-After', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(tries => pauseMs(tries, undefined, 0.5))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 8_000,
  ])
  expect(pauseMs(3, undefined, 0)).toBe(1_500)
  expect(pauseMs(3, undefined, 1)).toBe(2_500)
  expect(pauseMs(0, 30, 0.5)).toBe(30_000)
})

test('one stream too many is asked for again only after the time the server names', async () => {
  vi.useFakeTimers()
  const full = () =>
    new Response('{"error":{"code":"rate_limited","message":"","request_id":"r"}}', {
      status: 429,
      headers: { 'Retry-After': '15' },
    })
  const seen = script([full, full, () => stream('event: done\ndata: 1\n\n')])
  const following = followEvents({
    request: () => ({ method: 'GET', path: '/x' }),
    signal: new AbortController().signal,
    onEvent: () => 'over',
  })
  await vi.advanceTimersByTimeAsync(14_900)
  expect(seen).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(seen).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(16_000)
  await following
  expect(seen).toHaveLength(3)
  vi.useRealTimers()
})
