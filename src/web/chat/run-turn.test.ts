import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../platform/session-store.ts'
import { someSession, stubBrowser } from '../testing/browser-globals.ts'
import { emptyDraft, forgetDrafts, getDraft, typeDraft } from './drafts.ts'
import { liveTurns } from './live-turns.ts'
import { leaveTurns, listenToTurns, resumeTurn, sendDraft, sendPicked, stopLiveTurn } from './run-turn.ts'

const key = 'thread_0123456789abcdefghijkl'
interface Asked {
  method: string
  url: string
  turnId: string | undefined
  body: Record<string, unknown>
  lastEventId: string | null
}
let asked: Asked[] = []
let browser: ReturnType<typeof stubBrowser>
const told: string[] = []

const line = (id: number, event: string, data: object) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const started = line(1, 'started', { turn_id: 't', session_key: key, created_at: '2026-11-21T00:00:00Z' })
const step = line(2, 'step', { id: 's', label: 'Reading', state: 'running' })
const done = line(3, 'done', { state: 'complete' })
const stream = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'Content-Type': 'text/event-stream' } })
const cut = () => Promise.reject(new TypeError('Failed to fetch'))
const refusal = (status: number, error: object) =>
  new Response(JSON.stringify({ error: { message: '', request_id: 'r', ...error } }), { status })

/** Answers the calls in order; a call too many is a lost network. */
function script(...answers: (() => Response | Promise<Response>)[]) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body: { turn_id?: string } = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    asked.push({
      method: init.method ?? '',
      url,
      turnId: body.turn_id,
      body,
      lastEventId: new Headers(init.headers).get('Last-Event-ID'),
    })
    return await (answers.shift() ?? cut)()
  })
}

beforeEach(() => {
  browser = stubBrowser()
  startSession(someSession)
  asked = []
  told.length = 0
  listenToTurns({
    started: (_, sessionKey) => told.push(`started ${sessionKey}`),
    over: () => told.push('over'),
  })
})
afterEach(() => {
  leaveTurns()
  forgetDrafts()
})

test('a sent question leaves the composer once the server has it, and its answer ends as its events say', async () => {
  script(() => stream(started, step, done))
  typeDraft(null, '  Tea in Kenya?  ')
  await sendDraft(null)
  const turn = liveTurns.get(asked[0]?.turnId ?? '')
  expect(turn).toMatchObject({ question: 'Tea in Kenya?', sessionKey: key, phase: 'over' })
  expect(turn?.view.state).toBe('complete')
  expect(getDraft(null)).toEqual(emptyDraft)
  expect(told).toEqual([`started ${key}`, 'over'])
})

test('faults 48: nothing but white space is not sent', async () => {
  script()
  typeDraft(null, ' \n ')
  await sendDraft(null)
  expect(asked).toEqual([])
})

test('faults 50: a double click sends one question', async () => {
  script(() => stream(started, done))
  typeDraft(null, 'Tea?')
  await Promise.all([sendDraft(null), sendDraft(null)])
  expect(asked).toHaveLength(1)
})

test('faults 58: an answer lost on its way is asked for again under the same id', async () => {
  script(cut, () => stream(started, done))
  typeDraft(null, 'Tea?')
  await sendDraft(null)
  expect(asked.map(call => call.url)).toEqual(['/api/chat/reply', '/api/chat/reply'])
  expect(asked[0]?.turnId).toBe(asked[1]?.turnId)
  expect(told).toEqual([`started ${key}`, 'over'])
})

test('faults 79: a question that a server which ends refused goes out again by itself under the same id', async () => {
  script(
    () => refusal(503, { code: 'busy' }),
    () => stream(started, done),
  )
  typeDraft(null, 'Tea?')
  await sendDraft(null)
  expect(asked).toHaveLength(2)
  expect(asked[0]?.turnId).toBe(asked[1]?.turnId)
  expect(told).toEqual([`started ${key}`, 'over'])
})

test('faults 77: a question that is refused for longer returns to the composer', async () => {
  vi.useFakeTimers()
  script(...Array.from({ length: 9 }, () => () => refusal(503, { code: 'unavailable' })))
  typeDraft(key, 'Tea?')
  const sent = sendDraft(key)
  await vi.advanceTimersByTimeAsync(20_000)
  await sent
  vi.useRealTimers()
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map(call => call.turnId)).size).toBe(1)
  expect(getDraft(key)).toMatchObject({ text: 'Tea?' })
  expect(liveTurns.waitingIn(key)).toBeNull()
})

test('faults 57: a question that did not go out stays in the composer and goes out once when the network is back', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  script(cut, () => stream(started, done))
  typeDraft(null, 'Tea?')
  await sendDraft(null)
  const { turnId, problem, text } = getDraft(null)
  expect(text).toBe('Tea?')
  expect(problem).toContain('offline')
  expect(liveTurns.idsOf(null)).toBe('')
  vi.stubGlobal('navigator', { onLine: true })
  browser.window.dispatchEvent(new Event('online'))
  browser.window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(told).toContain('over'))
  expect(asked).toHaveLength(2)
  expect(asked[1]?.turnId).toBe(turnId)
  expect(getDraft(null)).toEqual(emptyDraft)
})

test('faults 60: without the credit the text stays, with what was needed and what is there', async () => {
  script(() => refusal(402, { code: 'insufficient_credits', needed: 4, balance: 1 }))
  typeDraft(key, 'Tea?')
  await sendDraft(key)
  expect(getDraft(key)).toMatchObject({
    text: 'Tea?',
    problem: 'Not sent: this question needs up to 4 credits, and you have 1 credit.',
  })
  expect(liveTurns.waitingIn(key)).toBeNull()
})

test('faults 54: while an answer runs elsewhere the text stays', async () => {
  script(() => refusal(409, { code: 'turn_in_progress' }))
  typeDraft(key, 'Tea?')
  await sendDraft(key)
  expect(getDraft(key).text).toBe('Tea?')
  expect(getDraft(key).problem).toContain('still being written')
})

test('faults 64: a stream that breaks off after its start is followed from its last event', async () => {
  script(
    () => stream(started, step),
    () => stream(done),
  )
  typeDraft(key, 'Tea?')
  await sendDraft(key)
  expect(asked[1]).toMatchObject({ method: 'GET', lastEventId: '2' })
  expect(asked[1]?.url).toMatch(/^\/api\/chat\/turns\/[0-9a-f-]{36}\/events$/)
  expect(told).toEqual([`started ${key}`, 'over'])
})

test('a turn found running is followed from its first event, once', async () => {
  script(() => stream(started, step, done))
  const found = { turnId: 't', sessionKey: key, question: 'Tea?' }
  await Promise.all([resumeTurn(found), resumeTurn(found)])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.lastEventId).toBeNull()
  expect(liveTurns.get('t')).toMatchObject({ phase: 'over' })
})

test('a turn that the server no longer knows lets the composer go', async () => {
  script(() => refusal(404, { code: 'not_found' }))
  await resumeTurn({ turnId: 't', sessionKey: key, question: 'Tea?' })
  expect(liveTurns.waitingIn(key)).toBeNull()
  expect(liveTurns.get('t')?.view).toMatchObject({ state: 'incomplete', error: { code: 'not_found' } })
})

test('a picked question leaves the words in the composer alone, sent or refused', async () => {
  script(
    () => stream(started, done),
    () => refusal(503, { code: 'busy' }),
  )
  typeDraft(key, 'my own words')
  await sendPicked(key, { text: 'Compare with Nigeria', thinkLonger: false })
  await sendPicked(key, { text: 'Compare with Nigeria', thinkLonger: false })
  expect(getDraft(key)).toMatchObject({ text: 'my own words', problem: null })
})

test('a picked suggestion is sent with its id; refused it stays one until its words are changed', async () => {
  script(
    () => refusal(409, { code: 'turn_in_progress' }),
    () => refusal(409, { code: 'turn_in_progress' }),
    () => stream(started, done),
  )
  await sendPicked(key, { text: 'Only ECOWAS', thinkLonger: false, suggestionId: 's-1' })
  expect(asked[0]?.body).toMatchObject({ message: 'Only ECOWAS', suggestion_id: 's-1' })
  expect(getDraft(key)).toMatchObject({ text: 'Only ECOWAS', suggestionId: 's-1' })
  await sendDraft(key)
  expect(asked.at(-1)?.body).toMatchObject({ message: 'Only ECOWAS', suggestion_id: 's-1' })
  typeDraft(key, 'Only SADC')
  await sendDraft(key)
  expect(asked.at(-1)?.body).toMatchObject({ message: 'Only SADC' })
  expect(asked.at(-1)?.body).not.toHaveProperty('suggestion_id')
})

test('faults 76: a stop that fails can be pressed again', async () => {
  script(
    () => new Promise(() => {}),
    () => refusal(503, { code: 'busy' }),
  )
  void resumeTurn({ turnId: 't', sessionKey: key, question: 'Tea?' })
  const stopping = stopLiveTurn('t')
  expect(liveTurns.get('t')?.stopping).toBe(true)
  await stopping
  expect(liveTurns.get('t')?.stopping).toBe(false)
})
