import { beforeEach, expect, test, vi } from 'vitest'
import type { thread } from '../../contract/chat.ts'
import { stubBrowser } from '../testing/browser-globals.ts'
import { call, callEarly } from './api.ts'

const threadOf = (session_key: string) => ({
  method: 'POST' as const,
  path: '/chat/thread' as const,
  body: { session_key },
})
let fetched: string[]
let answer: () => Response

beforeEach(() => {
  stubBrowser()
  fetched = []
  answer = () => new Response('{"thread":[]}')
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    fetched.push(String(init.body))
    return answer()
  })
})

test('a call made early is not made again, and serves once', async () => {
  callEarly(threadOf('a'))
  expect(await call<typeof thread>(threadOf('a'))).toEqual({ thread: [] })
  expect(fetched).toHaveLength(1)
  await call<typeof thread>(threadOf('a'))
  expect(fetched).toHaveLength(2)
})

test('another call is another call', async () => {
  callEarly(threadOf('b'))
  await call<typeof thread>(threadOf('c'))
  expect(fetched).toHaveLength(2)
})

test('one that failed early is made anew', async () => {
  answer = () => new Response('{}', { status: 503 })
  callEarly(threadOf('d'))
  await new Promise(resolve => setTimeout(resolve, 20))
  answer = () => new Response('{"thread":[]}')
  expect(await call<typeof thread>(threadOf('d'))).toEqual({ thread: [] })
})
