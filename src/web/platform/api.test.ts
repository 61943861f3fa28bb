import { beforeEach, expect, test, vi } from 'vitest'
import type { stopTurn } from '../../contract/chat.ts'
import type { getCredits } from '../../contract/credits.ts'
import { someSession, stubBrowser } from '../testing/browser-globals.ts'
import { addressOf, call, onSessionLoss, type SessionLoss } from './api.ts'
import { ApiError } from './api-error.ts'
import { endSession, startSession } from './session-store.ts'

const credits = () => call<typeof getCredits>({ method: 'GET', path: '/accounts/credits' })
const losses: SessionLoss[] = []

const refusal = (status: number, code: string, more: object = {}) =>
  new Response(JSON.stringify({ error: { code, message: 'said', request_id: 'r1', ...more } }), {
    status,
    headers: { 'Retry-After': '7' },
  })

function answerWith(make: () => Response | Promise<Response>) {
  const asked: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return await make()
  })
  return asked
}

beforeEach(() => {
  stubBrowser('theme=x; XSRF-TOKEN=a%3Db')
  startSession(someSession)
  losses.length = 0
  onSessionLoss(loss => losses.push(loss))
})

// spec: S6.headers.1, S7.client.2
test('a call carries the bearer token, the device token, the time zone and, where it changes something, the forgery token', async () => {
  const asked = answerWith(() => new Response('{"status":"OK","state":"stopped"}'))
  await call<typeof stopTurn>({
    method: 'POST',
    path: '/chat/turns/:turn_id/stop',
    params: { turn_id: 'a/b' },
  })
  const { url, init } = asked[0] ?? { url: '', init: {} }
  const headers = new Headers(init.headers)
  expect(url).toBe('/api/chat/turns/a%2Fb/stop')
  expect(headers.get('Authorization')).toBe('Bearer token-1')
  expect(headers.get('X-Device-Token')).toBe('device-1')
  expect(headers.get('X-XSRF-TOKEN')).toBe('a=b')
  expect(headers.get('X-Timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

// spec: S7.client.2
test('a GET carries no forgery token', async () => {
  const asked = answerWith(() => new Response('{"credits":1,"prices":{"quick":1,"deep":2}}'))
  expect(await credits()).toEqual({ credits: 1, prices: { quick: 1, deep: 2 } })
  expect(new Headers(asked[0]?.init.headers).has('X-XSRF-TOKEN')).toBe(false)
})

test('a query leaves out what is undefined', () => {
  expect(addressOf({ path: '/x', query: { cursor: undefined, limit: '25' } })).toBe('/api/x?limit=25')
})

test('a refusal comes as its code, with what was needed and how long to wait', async () => {
  answerWith(() => refusal(402, 'insufficient_credits', { needed: 4, balance: 1 }))
  const error = await credits().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    code: 'insufficient_credits',
    status: 402,
    needed: 4,
    balance: 1,
    retryAfterSeconds: 7,
    requestId: 'r1',
  })
  expect(losses).toEqual([])
})

test("a proxy's page instead of JSON still has a code", async () => {
  answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(credits()).rejects.toMatchObject({ code: 'unavailable', status: 502 })
})

test('a call without an answer is a network failure', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(credits()).rejects.toMatchObject({ code: 'network', status: 0 })
})

test.each([
  [401, 'session_expired', 'ended'],
  [403, 'account_disabled', 'ended'],
  [409, '409_SESSION_CONFLICT', 'superseded'],
])('%i %s with a bearer token tells that the session is lost', async (status, code, loss) => {
  answerWith(() => refusal(status, code))
  await expect(credits()).rejects.toMatchObject({ code })
  expect(losses).toEqual([loss])
})

test('409 turn_in_progress is no lost session', async () => {
  answerWith(() => refusal(409, 'turn_in_progress'))
  await expect(credits()).rejects.toMatchObject({ code: 'turn_in_progress' })
  expect(losses).toEqual([])
})

test('401 without a bearer token, as for a wrong password, logs nobody out', async () => {
  endSession({ forget: false })
  answerWith(() => refusal(401, 'invalid_credentials'))
  await expect(credits()).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(losses).toEqual([])
})

test('a late 401 for an older token does not end the session that came after it', async () => {
  answerWith(() => {
    startSession({ ...someSession, token: 'token-2' })
    return refusal(401, 'session_expired')
  })
  await expect(credits()).rejects.toMatchObject({ code: 'session_expired' })
  expect(losses).toEqual([])
})
