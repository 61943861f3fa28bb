import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRegistration, aSignedInUser } from './testing/builders.ts'
import { createClient, type TestClient } from './testing/client.ts'
import { testDatabase } from './testing/database.ts'
import { productionSettings } from './testing/production-settings.ts'
import { type TestApp, testApp } from './testing/test-app.ts'

const database = await testDatabase()
let app: TestApp
let production: TestApp
let client: TestClient

beforeAll(async () => {
  app = await testApp(database)
  production = await testApp(database, productionSettings)
  client = createClient(app.http)
})
afterAll(async () => {
  await app.close()
  await production.close()
})

describe('every answer', () => {
  test('faults 163: in production it demands encryption for two years', async () => {
    for (const url of ['/api/front/settings', '/nope', '/healthz']) {
      const { headers } = await production.http.fastify.inject({ url })
      expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    }
  })
})

describe('the local mailbox', () => {
  test('shows the mails of an address, newest first: JSON for a tool, a page for a browser', async () => {
    const form = aRegistration({ name: 'Ama Mensah' })
    await client.post('/register', form)
    await client.get(`/resend_validation?email=${form.email}`)
    const mails = await app.http.fastify.inject(`/dev/mail?to=${form.email}`)
    const list = mails.json<{ to: string; subject: string; text: string; html: string }[]>()
    expect(list).toHaveLength(2)
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['html', 'subject', 'text', 'to'])
    const code = /\/verify\/([\w-]{43})$/m.exec(list[0]?.text ?? '')?.[1]
    expect((await client.post('/email/verify', { code })).status).toBe(200)
    const page = await app.http.fastify.inject({ url: '/dev/mail', headers: { accept: 'text/html' } })
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).toMatch(/<a href="http:\/\/127\.0\.0\.1:3000\/verify\/[\w-]{43}">/)
    expect(page.body).not.toMatch(/<script|style=/)
  })

  test('is not there in production', async () => {
    expect((await production.http.fastify.inject('/dev/mail')).statusCode).toBe(404)
  })
})

describe('a new account', () => {
  test('has its starter credits once it exists', async () => {
    const form = aRegistration()
    await client.post('/register', form)
    const found = await database.pool.query(
      'SELECT balance FROM credit_account JOIN users ON id = user_id WHERE email = $1',
      [form.email],
    )
    expect(found.rows).toEqual([{ balance: 100 }])
  })
})

describe('the API’s own description', () => {
  test('names every call of the contract, with its body and its answer', async () => {
    const document = (await app.http.fastify.inject('/api/docs/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const named = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    const mounted = app.http.mounted.map(
      ({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(named.sort()).toEqual(mounted.sort())
    const login = document.paths['/api/login'].post
    expect(login.requestBody.content['application/json'].schema.required).toEqual(['email'])
    expect(login.responses[200].content['application/json'].schema.properties.token).toEqual({
      type: 'string',
    })
    expect(JSON.stringify(document)).not.toMatch(/https?:\/\//)
  })

  test('describes both versions of an answer, and every reference in it leads somewhere', async () => {
    const document = (await app.http.fastify.inject('/api/docs/openapi.json')).json()
    const { schemas } = document.components
    const versions = schemas.AnswerDocument.oneOf.map(
      (one: { properties: { version: unknown } }) => one.properties.version,
    )
    expect(versions).toMatchObject([{ const: 1 }, { const: 2 }])
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(match => match[1])
    expect(new Set(references)).toContain('#/components/schemas/Query')
    const names = Object.keys(schemas).map(name => `#/components/schemas/${name}`)
    expect([...new Set(references)].filter(one => !names.includes(one ?? ''))).toEqual([])
  })

  test('is a page to read that needs no script', async () => {
    const page = await app.http.fastify.inject('/api/docs')
    expect(page.body).toContain('/api/session/re-enable')
    expect(page.body).not.toMatch(/<script|style=|https?:\/\//)
  })
})

describe('health', () => {
  test('readiness follows start, drain and the database; liveness does not', async () => {
    const ready = async () => (await app.http.fastify.inject('/readyz')).statusCode
    expect(await ready()).toBe(200)
    app.isReady = false
    expect(await ready()).toBe(503)
    app.isReady = true
    app.http.isDraining = true
    expect(await ready()).toBe(503)
    expect((await app.http.fastify.inject('/healthz')).statusCode).toBe(200)
    app.http.isDraining = false
    expect(await ready()).toBe(200)
  })
})

describe('public settings', () => {
  test('are readable by anyone: tagline, terms, privacy, made-up clients, fonts', async () => {
    const answer = await client.get('/front/settings')
    const settings = answer.json<{ tnc: { content: string }; clients: { name: string }[]; fonts: object }>()
    expect(settings.tnc.content).toContain('<h2>Terms of service</h2>')
    expect(settings.clients.length).toBeGreaterThan(2)
    expect(Object.keys(settings.fonts)).toHaveLength(5)
    expect(answer.text).not.toMatch(/<script|style=|on\w+=/i)
  })
})

describe('what the app is told of its installation', () => {
  // spec: S9.config.1, S9.config.2
  test('are the settings’ values, none of them secret; what is not set is null', async () => {
    const config = await client.get('/front/config')
    expect(config.json()).toEqual({
      production: false,
      api_url: 'http://127.0.0.1:3000/api',
      site_url: 'http://127.0.0.1:3000',
      chat_cookie: 'soko_chat_box',
      facebook_app_id: null,
      google_client_id: null,
      payment_client_id: null,
    })
    const elsewhere = await testApp(database, {
      PUBLIC_URL: 'https://soko.example/',
      CHAT_COOKIE: 'box',
      GOOGLE_CLIENT_ID: 'google-1',
      FACEBOOK_APP_ID: '42',
      FACEBOOK_APP_SECRET: 'never-told',
      PAYPAL_CLIENT_ID: 'pay-1',
      PAYPAL_CLIENT_SECRET: 'never-told',
      PAYPAL_WEBHOOK_ID: 'hook-1',
    })
    const told = await createClient(elsewhere.http).get('/front/config')
    await elsewhere.close()
    expect(told.json()).toMatchObject({
      api_url: 'https://soko.example/api',
      site_url: 'https://soko.example',
      chat_cookie: 'box',
      facebook_app_id: '42',
      google_client_id: 'google-1',
      payment_client_id: 'pay-1',
    })
    expect(told.text).not.toContain('never-told')
  })
})

describe('what is not for search engines', () => {
  test('calls and shared answers say so, other pages do not', async () => {
    const robots = async (url: string) => (await app.http.fastify.inject({ url })).headers['x-robots-tag']
    for (const url of ['/api/front/settings', `/api/shared/${'A'.repeat(43)}`, '/shared/x', '//shared/x'])
      expect(await robots(url)).toBe('noindex, nofollow')
    for (const url of ['/', '/login', '/sharedness']) expect(await robots(url)).toBeUndefined()
  })
})

test('links to answers can be opened 300 times a minute from one network, then it has to wait', async () => {
  const open = (from: string) => client.get(`/shared/${'A'.repeat(43)}`, { from })
  for (let time = 0; time < 300; time += 1) expect((await open('198.51.100.9')).status).toBe(404)
  const refused = await open('198.51.100.9')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await open('198.51.100.10')).status).toBe(404)
})

describe('files of answers', () => {
  const wait = (answer: { status: number; headers: Record<string, unknown> }) => [
    answer.status,
    Number(answer.headers['retry-after']) > 0,
  ]

  test('of links can be fetched 20 times a minute from one network, and the links still open', async () => {
    const from = '198.51.100.11'
    const path = `/shared/${'A'.repeat(43)}`
    for (let time = 0; time < 20; time += 1)
      expect((await client.get(`${path}/export?format=png`, { from })).status).toBe(404)
    expect(wait(await client.get(`${path}/export?format=png`, { from }))).toEqual([429, true])
    expect((await client.get(path, { from })).status).toBe(404)
    expect((await client.get(`${path}/export?format=png`, { from: '198.51.100.12' })).status).toBe(404)
  })

  test('of one’s own can be fetched 20 times a minute, from wherever one is', async () => {
    const [reader, other] = [await aSignedInUser(database.pool), await aSignedInUser(database.pool)]
    const path = `/chat/turns/${randomUUID()}/export?format=png`
    const fetched = (time: number, headers = reader.headers) =>
      client.get(path, { headers, from: `198.51.101.${time}` })
    for (let time = 0; time < 20; time += 1) expect((await fetched(time)).status).toBe(404)
    expect(wait(await fetched(20))).toEqual([429, true])
    expect((await fetched(21, other.headers)).status).toBe(404)
  })
})

describe('compression', () => {
  test('shrinks a large answer for whoever takes it', async () => {
    const { headers } = await aSignedInUser(database.pool)
    const answer = await app.http.fastify.inject({
      url: '/api/front/settings',
      headers: { ...headers, 'accept-encoding': 'br, gzip' },
    })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.rawPayload.length).toBeLessThan(4_000)
  })
})
