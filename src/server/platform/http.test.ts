import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, reEnableSession, resendValidation, userExists } from '../../contract/auth.ts'
import { editConversation } from '../../contract/chat.ts'
import { getUsageHistory } from '../../contract/credits.ts'
import { type Answer, createClient, errorOf, type TestClient } from '../testing/client.ts'
import { malformedBodies } from '../testing/malformed-bodies.ts'
import { systemClock } from './clock.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'
import { type FoundSession, type HttpApp, mount } from './http.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'
import { answerTheRest } from './not-found.ts'
import { guardOrigin } from './origin-guard.ts'

const sessions: Record<string, FoundSession> = {
  active: { user: { id: 'u1', sessionId: 's1', roles: [] }, isSuperseded: false },
  superseded: { user: { id: 'u1', sessionId: 's2', roles: [] }, isSuperseded: true },
}
const logged: string[] = []
let app: HttpApp
let client: TestClient
let heard: unknown[] = []

beforeAll(async () => {
  app = createHttp({
    db: {} as Db,
    log: createLog('debug', { write: line => void logged.push(line) }),
    clock: systemClock,
    publicUrl: 'https://soko.example',
    trustedProxies: [],
    isProduction: false,
    findSession: async (_, token) => {
      const found = sessions[token]
      if (!found) throw new AppError('unauthenticated')
      return found
    },
  })
  guardOrigin(app)
  mount(app, userExists, async (_, { body }) => {
    heard.push(body)
    return { user_exists: true, status: null }
  })
  mount(app, login, async () => {
    throw new Error('Failed for password hunter2-hunter2')
  })
  mount(app, resendValidation, async (_, { timezone, network, query }) => ({
    message: JSON.stringify([timezone, network, query.email]),
  }))
  mount(app, reEnableSession, async () => Promise.reject(new AppError('not_found')), {
    acceptsSuperseded: true,
  })
  mount(app, getUsageHistory, async ctx => ({ history: { data: [], next_cursor: ctx.user.id } }))
  mount(app, editConversation, async (_, { body, params }) => ({
    session_key: params.session_key,
    first_message: '',
    title: body.title ?? null,
    updated_at: '',
    secret_column: 'never sent',
  }))
  answerTheRest(app, { answer: () => false })
  await app.fastify.ready()
  client = createClient(app)
})
afterAll(() => app.fastify.close())

const exists = '/user_exists'
const json = 'application/json'
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

function expectRefusal(answer: Answer, status: number, code: string) {
  expect([answer.status, errorOf(answer).code]).toEqual([status, code])
  expect(errorOf(answer).request_id).toMatch(/^[\w-]{16}$/)
  expect(errorOf(answer).message).toMatch(/\S/)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
}

describe('bodies', () => {
  test.each(malformedBodies)('faults 11: %s as the body is 400 and reaches no handler', async (_, body) => {
    heard = []
    const answer = await client.send(exists, body, json)
    expectRefusal(answer, 400, 'malformed')
    expect(heard).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('names that only look repeated are fine: in other objects, or as values', async () => {
    const body = '{"email":"email","x":{"email":"\\"email\\":1"},"y":[{"a":1},{"a":2}],"email2":"}{"}'
    expect((await client.send(exists, body, json)).status).toBe(200)
  })

  test('faults 12: a content type with a leading space never skips the schema', async () => {
    heard = []
    expect((await client.send(exists, '{"email":5}', ' application/json')).status).toBeGreaterThanOrEqual(400)
    expect(heard).toEqual([])
  })

  test('unknown fields reach no handler, and columns the contract does not name reach no client', async () => {
    heard = []
    await client.post(exists, { email: 'a', roles: ['admin'] })
    expect(heard).toEqual([{ email: 'a' }])
    const answer = await app.fastify.inject({
      method: 'PATCH',
      url: '/api/chat/sessions/thread_x/',
      headers: { authorization: 'Bearer active' },
      payload: { title: 'T' },
    })
    expect(answer.json()).toEqual({ session_key: 'thread_x', first_message: '', title: 'T', updated_at: '' })
  })
})

describe('refusals', () => {
  test('come in order: malformed, then session, then conflict, then schema', async () => {
    const edit = (token: string | null, payload: string) =>
      app.fastify.inject({
        method: 'PATCH',
        url: '/api/chat/sessions/x',
        payload,
        headers: { 'content-type': json, ...(token && { authorization: `Bearer ${token}` }) },
      })
    expect((await edit(null, '[]')).statusCode).toBe(400)
    expect((await edit(null, '{"pinned":5}')).statusCode).toBe(401)
    expect((await edit('superseded', '{"pinned":5}')).statusCode).toBe(409)
    expect((await edit('active', '{"pinned":5}')).statusCode).toBe(422)
    expect((await edit('active', '{"pinned":true}')).statusCode).toBe(200)
  })

  test('a superseded session gets 409_SESSION_CONFLICT, save where it may take over again', async () => {
    expectRefusal(
      await client.get('/accounts/usage/history', bearer('superseded')),
      409,
      '409_SESSION_CONFLICT',
    )
    expectRefusal(await client.post('/session/re-enable', undefined, bearer('superseded')), 404, 'not_found')
  })

  test('a query that the contract does not allow is 400', async () => {
    for (const limit of ['0', '-1', '1e9', 'abc', '1000', '1&limit=2']) {
      const answer = await client.get(`/accounts/usage/history?limit=${limit}`, bearer('active'))
      expectRefusal(answer, 400, 'malformed')
    }
  })

  test('faults 167: what a handler throws is 500 with an id, and its words stay in the log', async () => {
    const answer = await client.post('/login', { email: 'a', password: 'b' })
    expectRefusal(answer, 500, 'internal')
    expect(answer.text).not.toContain('hunter2')
    expect(logged.join('')).toContain(errorOf(answer).request_id)
    expect((await client.post(exists, { email: 'a' })).status).toBe(200)
  })

  test('faults 166: an endless parameter is refused in our own words', async () => {
    const path = `/chat/sessions/${'a'.repeat(10_000)}`
    expectRefusal(await client.get(path, bearer('active')), 405, 'method_not_allowed')
    const headers = { authorization: 'Bearer active' }
    const edited = await app.fastify.inject({ method: 'PATCH', url: `/api${path}`, payload: {}, headers })
    expect(edited.json()).toMatchObject({ session_key: 'a'.repeat(10_000) })
  })

  test('faults 162: a foreign Origin is refused, our own and none are let through', async () => {
    const from = (origin: string) => client.post(exists, { email: 'a' }, { headers: { origin } })
    for (const origin of [
      'https://evil.example',
      'null',
      'https://soko.example.evil.example',
      'http://soko.example',
    ]) {
      expectRefusal(await from(origin), 403, 'origin_refused')
    }
    const disguised = await app.fastify.inject({
      method: 'POST',
      url: '/%61pi/user_exists',
      payload: { email: 'a' },
      headers: { origin: 'https://evil.example' },
    })
    expect(disguised.statusCode).toBeGreaterThanOrEqual(400)
    expect((await from('https://soko.example')).status).toBe(200)
    expect((await client.post(exists, { email: 'a' })).status).toBe(200)
  })
})

describe('every call', () => {
  test('is answered with or without a trailing slash', async () => {
    expect((await client.post(`${exists}/`, { email: 'a' })).status).toBe(200)
    expect((await client.get('/resend_validation/?email=x')).status).toBe(200)
  })

  test('gets a forgery cookie once, which scripts can read and other sites cannot use', async () => {
    const answer = await client.get('/resend_validation')
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Strict; Secure$/,
    )
    const again = await client.get('/resend_validation', { headers: { cookie: 'a=b; XSRF-TOKEN=x' } })
    expect(again.headers['set-cookie']).toBeUndefined()
    for (const cookie of ['XSRF-TOKEN=', 'a=b; XSRF-TOKEN=; c=d', 'OTHER-XSRF-TOKEN=x']) {
      const anew = await client.get('/resend_validation', { headers: { cookie } })
      expect(String(anew.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[\w-]{24};/)
    }
  })

  test('knows the caller’s time zone and network', async () => {
    const ask = async (headers: Record<string, string>, from: string) =>
      JSON.parse(
        (await client.get('/resend_validation', { headers, from })).json<{ message: string }>().message,
      )
    expect(await ask({ 'x-timezone': 'Africa/Accra' }, '203.0.113.9')).toEqual([
      'Africa/Accra',
      '203.0.113.9',
      null,
    ])
    expect(await ask({ 'x-timezone': 'Nowhere/Else' }, '::ffff:203.0.113.9')).toEqual([
      'UTC',
      '203.0.113.9',
      null,
    ])
    expect(await ask({}, '2001:db8::1')).toEqual(['UTC', '2001:db8:0:0::/64', null])
  })

  test('faults 24: leaves neither its query nor its token in the log', async () => {
    logged.length = 0
    await client.get('/accounts/usage/history?cursor=seeded-cursor&token=seeded-token', bearer('active'))
    expect(logged.join('')).toContain('/api/accounts/usage/history')
    expect(logged.join('')).not.toContain('seeded')
  })
})
