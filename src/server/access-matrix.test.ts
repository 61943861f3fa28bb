import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '../contract/endpoints.ts'
import { grantStarter } from './credits/credits.ts'
import { anEmail, aPassword, aSignedInUser, type SignedInTestUser } from './testing/builders.ts'
import { cheapHasher } from './testing/cheap-hasher.ts'
import { testContext } from './testing/context.ts'
import { testDatabase } from './testing/database.ts'
import { openServerUnderTest } from './testing/server-under-test.ts'

/**
 * Who may call what: every route × {no token, a dead one, a superseded one, another user's}. A new route needs its row.
 */
interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  headers?: Record<string, string>
}

/** What anybody is answered, whatever the token; the session changes nothing. */
interface PublicRow {
  anyone: number
  call?: Call
}

/** A call with which its owner succeeds. */
interface SignedInRow {
  call?(owner: SignedInTestUser): Promise<Call>
  /** The same call for an object that nobody has, where it is about one: others get the same bytes. */
  missing?(): Call
  /** What the call gets with any session: a refusal where it asks for what only the owner of the account can know. */
  status?: 200 | 400 | 422
  /** What a superseded session gets; the conflict, but where it may take over again. */
  superseded?: 200
}

const echo = { cookie: 'XSRF-TOKEN=seal-1', 'x-xsrf-token': 'seal-1' }
const aKey = () => `thread_${randomUUID().replaceAll('-', '').slice(0, 22)}`
const ofTurn = async (owner: SignedInTestUser) => ({ params: { turn_id: (await anAnswer(owner)).turn_id } })
const ofNoTurn = () => ({ params: { turn_id: randomUUID() } })
const ofKey = async (owner: SignedInTestUser) => ({
  params: { session_key: (await anAnswer(owner)).session_key },
})
const withBody = (body: object, status: 200 | 400 | 422 = 200): SignedInRow => ({
  call: async () => ({ body }),
  status,
})
const proof = { password: 'Not-the-one-1' }
const ofNoKey = () => ({ params: { session_key: aKey() } })

const publicRows: Record<string, PublicRow> = {
  'POST /user_exists': { anyone: 200, call: { body: { email: 'nobody@example.com' } } },
  'POST /register': { anyone: 422, call: { body: { email: 'no address' } } },
  'GET /resend_validation': { anyone: 200, call: { query: { email: 'nobody@example.com' } } },
  'POST /email/verify': { anyone: 400, call: { body: { code: 'A'.repeat(43) } } },
  'POST /login': { anyone: 401, call: { body: { email: 'nobody@example.com', password: 'Wrong-one-1' } } },
  'GET /user/logout': { anyone: 200 },
  'GET /social/options': { anyone: 200 },
  'POST /social_login': { anyone: 401, call: { body: { authToken: 'a.b.c', provider: 'GOOGLE' } } },
  'POST /social/link': { anyone: 400, call: { body: { code: 'A'.repeat(43) } } },
  'POST /password/forgot': { anyone: 200, call: { body: { email: 'nobody@example.com' } } },
  'POST /password/reset': {
    anyone: 400,
    call: { body: { code: 'A'.repeat(43), password: 'Kejetia-7!', password_confirmation: 'Kejetia-7!' } },
  },
  'POST /v1/production/user/forgot': {
    anyone: 200,
    call: { body: { email: 'nobody@example.com' }, headers: echo },
  },
  'POST /v1/production/auth/reset': {
    anyone: 400,
    call: {
      body: { email: 'nobody@example.com', code: 'A'.repeat(43), password: 'Kejetia-7!' },
      headers: echo,
    },
  },
  'POST /email/change': { anyone: 400, call: { body: { code: 'A'.repeat(43) } } },
  'GET /front/settings': { anyone: 200 },
  'GET /front/config': { anyone: 200 },
  'GET /front/suggestions': { anyone: 200 },
  'POST /payments/:provider/webhook': {
    anyone: 401,
    call: { params: { provider: 'flutterwave' }, body: { event: 'charge.completed' } },
  },
  'GET /shared/:code': { anyone: 404, call: { params: { code: 'A'.repeat(43) } } },
  'GET /shared/:code/rows': {
    anyone: 404,
    call: { params: { code: 'A'.repeat(43) }, query: { claim: 'c1' } },
  },
  'GET /shared/:code/export': {
    anyone: 404,
    call: { params: { code: 'A'.repeat(43) }, query: { format: 'csv' } },
  },
}

const signedInRows: Record<string, SignedInRow> = {
  'POST /session/re-enable': { superseded: 200 },
  'GET /session/events': {},
  'GET /accounts/security': {},
  'GET /accounts/sign_ins': {},
  'POST /accounts/second_factor/start': withBody(proof, 422),
  'POST /accounts/second_factor/confirm': withBody({ otp: '123456' }, 400),
  'POST /accounts/second_factor/recovery_codes': withBody(proof, 422),
  'POST /accounts/second_factor/off': withBody(proof, 422),
  'POST /accounts/sign_out_everywhere': withBody(proof, 422),
  'POST /accounts/email/change': withBody({ email: 'new@example.com', ...proof }, 422),
  'POST /accounts/email/cancel': {},
  'GET /accounts/connected': {},
  'POST /accounts/disconnect': withBody({ provider: 'GOOGLE', ...proof }, 422),
  'POST /insights/query': withBody({ text: 'show population\ntime 2024' }),
  'POST /help': { call: async () => ({ body: { Description: `Hello ${randomUUID()}` } }) },
  'GET /accounts/credits': {},
  'GET /accounts/usage/history': {},
  'GET /accounts/usage/history/export': { call: async () => ({ query: { format: 'csv' } }) },
  'GET /accounts/topup/history/export': { call: async () => ({ query: { format: 'csv' } }) },
  'GET /accounts/topup/:id/receipt': {
    call: async owner => ({ params: { id: await aReceipt(owner) } }),
    missing: () => ({ params: { id: randomUUID() } }),
  },
  'GET /accounts/billing': {},
  'PUT /accounts/billing': withBody({ company: 'Example Foods', tax_number: 'C1' }),
  'GET /accounts/profile': {},
  'POST /accounts/update_profile': { call: async () => ({ body: aProfile }) },
  'POST /chat/reply': {
    call: async owner => ({
      body: { message: 'And in 2022?', session_key: (await anAnswer(owner)).session_key },
    }),
    missing: () => ({ body: { message: 'And in 2022?', session_key: aKey() } }),
  },
  'POST /chat/thread': {
    call: async owner => ({ body: { session_key: (await anAnswer(owner)).session_key } }),
    missing: () => ({ body: { session_key: aKey() } }),
  },
  'GET /chat/chat_history': {},
  'POST /chat/search': withBody({ text: 'GDP' }),
  'GET /chat/turns/:turn_id/events': { call: ofTurn, missing: ofNoTurn },
  'POST /chat/turns/:turn_id/stop': { call: ofTurn, missing: ofNoTurn },
  'PATCH /chat/sessions/:session_key': {
    call: async owner => ({ ...(await ofKey(owner)), body: { title: 'Renamed' } }),
    missing: () => ({ ...ofNoKey(), body: { title: 'Renamed' } }),
  },
  'DELETE /chat/sessions/:session_key': { call: ofKey, missing: ofNoKey },
  'POST /chat/sessions/:session_key/restore': {
    async call(owner) {
      const call = await ofKey(owner)
      await send('DELETE /chat/sessions/:session_key', call, owner.headers)
      return call
    },
    missing: ofNoKey,
  },
  'POST /chat/turns/:turn_id/share': { call: ofTurn, missing: ofNoTurn },
  'GET /chat/shares': {},
  'GET /accounts/data': {},
  'POST /accounts/delete': withBody({ confirmation: 'no', ...proof }, 422),
  'POST /accounts/credits/warning': withBody({ by_mail: false }),
  'DELETE /chat/shares/:code': {
    async call(owner) {
      const { text } = await send('POST /chat/turns/:turn_id/share', await ofTurn(owner), owner.headers)
      return { params: { code: (JSON.parse(text) as { code: string }).code } }
    },
    missing: () => ({ params: { code: 'A'.repeat(43) } }),
  },
  'GET /accounts/topup/products': {},
  'GET /accounts/topup/history': {},
  'POST /payments/express/create-order': withBody({ id: 'starter' }),
  'POST /payments/paypal/orders': withBody({ id: 'starter' }),
  'POST /payments/flutterwave/create-order': withBody({ id: 'starter' }),
  'GET /payments/paypal/create-order/:productId': {
    call: async () => ({ params: { productId: 'starter' } }),
  },
  'POST /payments/express/verify': {
    async call(owner) {
      const { reference, token } = await anOrder(owner, 'express')
      return { body: { orderId: reference, token } }
    },
    missing: () => ({ body: { orderId: 'A'.repeat(15), token: 'none' } }),
  },
  'POST /payments/paypal/orders/:id/capture': {
    call: async owner => ({ params: { id: (await anOrder(owner, 'paypal')).token }, body: {} }),
    missing: () => ({ params: { id: 'NONE' }, body: {} }),
  },
  'POST /payments/flutterwave/verify': {
    call: async owner => ({ body: { tx_ref: (await anOrder(owner, 'flutterwave')).reference } }),
    missing: () => ({ body: { tx_ref: 'A'.repeat(15) } }),
  },
  'POST /payments/tracking': withBody({
    ...{ publicKey: 'key', language: 'Angular V3', version: '1.2.1', title: 'title', message: '0' },
  }),
  'GET /chat/turns/:turn_id/rows': {
    call: async owner => ({ ...(await ofTurn(owner)), query: { claim: 'c1' } }),
    missing: () => ({ ...ofNoTurn(), query: { claim: 'c1' } }),
  },
  'GET /chat/turns/:turn_id/export': {
    call: async owner => ({ ...(await ofTurn(owner)), query: { format: 'csv' } }),
    missing: () => ({ ...ofNoTurn(), query: { format: 'csv' } }),
  },
}

/** Started by the owner: what our own and the provider's name for it are. */
async function anOrder(owner: SignedInTestUser, provider: 'express' | 'paypal' | 'flutterwave') {
  const path = {
    express: 'express/create-order',
    paypal: 'paypal/orders',
    flutterwave: 'flutterwave/create-order',
  }
  const body = { id: 'starter', idempotency_key: randomUUID() }
  expect((await send(`POST /payments/${path[provider]}`, { body }, owner.headers)).status).toBe(200)
  const found = await pool.query<{ reference: string; provider_ref: string }>(
    'SELECT reference, provider_ref FROM payment_attempt WHERE user_id = $1 ORDER BY seq DESC LIMIT 1',
    [owner.id],
  )
  const [{ reference = '', provider_ref: token = '' } = {}] = found.rows
  return { reference, token }
}

/** Only the owner ever says this: found in anybody else's answer, something leaked. */
const ownWords = 'Kejetia-market-of-the-owner'
const aProfile = {
  name: 'Ama Mensah',
  location: 'Accra',
  phone: '',
  gender: 'Female',
  occupation: 'Researcher',
  industry: 'Foods',
  company: 'Acme',
  job_title: 'Analyst',
  education: 'Diploma',
  experience: 4,
  age: null,
}

const passwordHash = cheapHasher().hash(aPassword)
const database = await testDatabase()
const { pool } = database
const { origin, close } = await openServerUnderTest(database)
afterAll(close)

type Headers = Record<string, string>

/** Status, code and body to the letter but for what is made anew each time; of an endless stream the status alone. */
async function send(route: string, { params = {}, query, body, headers = {} }: Call, session: Headers = {}) {
  const [method = '', path = ''] = route.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const leave = new AbortController()
  const answer = await fetch(`${origin}/api${filled}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers, ...session },
    ...(body && { body: JSON.stringify(body) }),
    signal: leave.signal,
  })
  const isEndless = route === 'GET /session/events' && answer.ok
  const text = isEndless ? '' : await answer.text()
  leave.abort()
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? null
  return {
    status: answer.status,
    code,
    text: text.replace(/"(request_id|nonce)":"[\w.-]+"/g, '"$1":""'),
  }
}

/** Somebody signed in, with credits. */
async function aUser(): Promise<SignedInTestUser> {
  const user = await aSignedInUser(pool, { email: anEmail() })
  await grantStarter(testContext(pool), user.id, 1_000)
  await pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, await passwordHash])
  return user
}

async function withSession(state: 'superseded' | 'revoked'): Promise<Headers> {
  const user = await aUser()
  await pool.query('UPDATE sessions SET state = $2 WHERE user_id = $1', [user.id, state])
  return user.headers
}

/** A conversation of the owner's own, answered. */
async function anAnswer(owner: SignedInTestUser): Promise<{ session_key: string; turn_id: string }> {
  // A comment is kept with the question and not read.
  const asked = { body: { message: `GDP of Ghana <!-- ${ownWords} -->`, session_key: null } }
  const { status, text } = await send('POST /chat/reply', asked, owner.headers)
  expect(status).toBe(200)
  return JSON.parse(text) as { session_key: string; turn_id: string }
}

/** The receipt of a purchase of the owner's own. */
async function aReceipt(owner: SignedInTestUser): Promise<string> {
  const made = await pool.query<{ id: string }>(
    `INSERT INTO payment_attempt (reference, user_id, idempotency_key, provider, is_sandbox, product_id, product_name,
       credit_amount, amount_minor, currency, state, provider_ref, transaction_id, credited_at)
     VALUES (translate(left(replace(gen_random_uuid()::text, '-', ''), 15), '0189abcdef', 'GHIJABCDEF'), $1,
       gen_random_uuid(), 'express', true, 'starter', $2, 100, 15000, 'GHS', 'credited', $3, $3, now()) RETURNING id`,
    [owner.id, ownWords, randomUUID()],
  )
  const id = made.rows[0]?.id ?? ''
  await pool.query('INSERT INTO payment_receipt (attempt_id, number, buyer_name) VALUES ($1, $2, $3)', [
    id,
    `2026-${randomUUID()}`,
    ownWords,
  ])
  return id
}

/** All that the owner has. */
const belongings = async (owner: SignedInTestUser) =>
  await Promise.all(
    [
      'GET /accounts/profile',
      'GET /accounts/credits',
      'GET /accounts/usage/history',
      'GET /accounts/billing',
      'GET /chat/chat_history',
      'GET /chat/shares',
      'GET /accounts/security',
    ].map(async route => (await send(route, {}, owner.headers)).text),
  )

const noToken: Headers = {}
const unknownToken = { authorization: `Bearer ${'A'.repeat(43)}`, 'x-device-token': 'B'.repeat(43) }
const routesWith = (access: 'public' | 'session') =>
  endpoints.filter(one => one.access === access).map(({ method, path }) => `${method} ${path}`)

test('every route stands in the matrix, on the side that the contract says', () => {
  expect(Object.keys(publicRows).sort()).toEqual(routesWith('public').sort())
  expect(Object.keys(signedInRows).sort()).toEqual(routesWith('session').sort())
})

describe('a public call', () => {
  test.each(Object.keys(publicRows))('%s answers alike, whoever calls', async route => {
    const { anyone = 0, call = {} } = publicRows[route] ?? {}
    const without = await send(route, call, noToken)
    expect(without.status).toBe(anyone)
    for (const session of [
      unknownToken,
      await withSession('revoked'),
      await withSession('superseded'),
      (await aUser()).headers,
    ]) {
      expect(await send(route, call, session)).toEqual(without)
    }
  })
})

describe('a call of the signed-in', () => {
  // spec: S6.access.1
  test.each(Object.keys(signedInRows))('%s refuses no token and a dead one with 401', async route => {
    const call = (await signedInRows[route]?.call?.(await aUser())) ?? {}
    for (const session of [noToken, unknownToken, await withSession('revoked')]) {
      expect(await send(route, call, session)).toMatchObject({ status: 401, code: expect.any(String) })
    }
  })

  // spec: S4.conflict.4
  test.each(Object.keys(signedInRows))('%s tells a superseded session of the conflict', async route => {
    const row = signedInRows[route]
    const answer = await send(
      route,
      (await row?.call?.(await aUser())) ?? {},
      await withSession('superseded'),
    )
    if (row?.superseded) expect(answer.status).toBe(row.superseded)
    else expect(answer).toMatchObject({ status: 409, code: '409_SESSION_CONFLICT' })
  })

  test.each(Object.keys(signedInRows))('%s gives another user nothing of the owner’s', async route => {
    const row = signedInRows[route]
    const owner = await aUser()
    const call = (await row?.call?.(owner)) ?? {}
    const before = await belongings(owner)
    const stranger = await aUser()
    const answer = await send(route, call, stranger.headers)
    expect(answer.text).not.toContain(ownWords)
    expect(answer.text).not.toContain(owner.email)
    if (row?.missing) {
      expect(answer).toMatchObject({ status: 404, code: 'not_found' })
      expect(await send(route, row.missing(), stranger.headers)).toEqual(answer)
    } else {
      expect(answer.status).toBe(row?.status ?? 200)
    }
    expect(await belongings(owner)).toEqual(before)
    expect((await send(route, call, owner.headers)).status).toBe(row?.status ?? 200)
  })
})
