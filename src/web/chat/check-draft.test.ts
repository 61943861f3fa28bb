import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../platform/session-store.ts'
import { someSession, stubBrowser } from '../testing/browser-globals.ts'
import { checkDraft } from './check-draft.ts'
import { emptyDraft, forgetDrafts, getDraft, setDraft, typeDraft } from './drafts.ts'

const key = 'thread_0123456789abcdefghijkl'
const turnId = '0c8a2f64-5f0e-4a59-9c86-6c1d43c4a111'
const asked: string[] = []

const started = (sessionKey: string) =>
  new Response(
    `id: 1\nevent: started\ndata: ${JSON.stringify({ turn_id: turnId, session_key: sessionKey, created_at: '2026-11-23T00:00:00Z' })}\n\n`,
    { headers: { 'Content-Type': 'text/event-stream' } },
  )
const unknown = () =>
  new Response(JSON.stringify({ error: { code: 'not_found', message: '', request_id: 'r' } }), {
    status: 404,
  })
const cut = () => Promise.reject(new TypeError('Failed to fetch'))

function answerWith(...answers: (() => Response | Promise<Response>)[]) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return await (answers.shift() ?? cut)()
  })
}

/** What an earlier page left in the browser: a question that went out and that nobody has acknowledged. */
function leaveSent(sessionKey: string | null, problem: string | null = null) {
  setDraft(sessionKey, { text: 'Tea?', thinkLonger: false, turnId, problem })
  forgetDrafts()
}

beforeEach(() => {
  stubBrowser()
  startSession(someSession)
  asked.length = 0
})
afterEach(() => {
  forgetDrafts()
})

test('a question that the server has leaves the composer, and its conversation is known', async () => {
  leaveSent(null)
  answerWith(() => started(key))
  expect(await checkDraft(null, new AbortController().signal)).toBe(key)
  expect(asked).toEqual([`/api/chat/turns/${turnId}/events`])
  expect(getDraft(null)).toEqual(emptyDraft)
})

test('a question is called unsent only once the server was asked and does not know it', async () => {
  leaveSent(key, 'Not sent. No connection to the server.')
  expect(getDraft(key).problem).toBeNull()
  answerWith(unknown)
  expect(await checkDraft(key, new AbortController().signal)).toBeNull()
  expect(getDraft(key)).toMatchObject({ text: 'Tea?', turnId, problem: 'This was not sent yet.' })
})

test('while the server cannot be reached it is said that it is not known, and asked again', async () => {
  vi.useFakeTimers()
  leaveSent(null)
  answerWith(cut, () => started(key))
  const checked = checkDraft(null, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(50)
  expect(getDraft(null).problem).toMatch(/^It is not known yet whether this was sent/)
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(await checked).toBe(key)
  expect(getDraft(null)).toEqual(emptyDraft)
})

test('words that never went out, or that were refused on this page, are not asked about', async () => {
  answerWith()
  typeDraft(null, 'Tea?')
  await checkDraft(null, new AbortController().signal)
  setDraft(key, { text: 'Tea?', thinkLonger: false, turnId, problem: 'Not sent. The server is busy.' })
  await checkDraft(key, new AbortController().signal)
  expect(asked).toEqual([])
})

test('words that are changed while the server is asked stay as they are', async () => {
  leaveSent(null)
  answerWith(() => {
    typeDraft(null, 'Coffee?')
    return started(key)
  })
  expect(await checkDraft(null, new AbortController().signal)).toBeNull()
  expect(getDraft(null).text).toBe('Coffee?')
})
