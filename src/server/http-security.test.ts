import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '../contract/endpoints.ts'
import { testDatabase } from './testing/database.ts'
import { type Exchanged, exchange } from './testing/exchange.ts'
import { malformedBodies } from './testing/malformed-bodies.ts'
import { openServerUnderTest } from './testing/server-under-test.ts'

/** Every route the server has, and some it has not. */
const routes = [
  ...endpoints.map(({ method, path }) => [method, `/api${path.replace(/:\w+/g, 'x')}`] as const),
  ['GET', '/api/docs'],
  ['GET', '/api/docs/openapi.json'],
  ['GET', '/api/docs/style.css'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/dev/mail'],
  ['GET', '/api/nope'],
  ['GET', '/api/%zz'],
  ['PUT', '/api/login'],
  ['OPTIONS', '/api/login'],
  ['OPTIONS', '*'],
  ['TRACE', '/api/login'],
  ['PROPFIND', '/api/login'],
  ['QUERY', '/'],
  ['GET', '/nope.js'],
  ['GET', '/%zz'],
  ['GET', '/'],
  ['HEAD', '/'],
] as const

const json = 'Content-Type: application/json\r\n'
const post = (headers: string) => `POST /api/user_exists HTTP/1.1\r\nHost: x\r\n${headers}`

/** Refused before any route is looked for, with the status of the refusal. */
const unreadable = [
  ['two lengths', `${post(json)}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`, 400],
  [
    'a length and chunks',
    `${post(json)}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['an unknown method', 'BREW /api/user_exists HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['64 KB of headers', `${post(`X-Long: ${'a'.repeat(65_536)}`)}\r\n\r\n`, 431],
  ['10,000 headers', `${post('X-A: b\r\n'.repeat(10_000))}\r\n`, 431],
  ['no Host', 'GET /api/nope HTTP/1.1\r\n\r\n', 400],
] as const

/** Paths that a server of files may give away, or answer with a page. */
const strangePaths = [
  ['//x', 404],
  ['/%2e%2e/%2e%2e/etc/passwd', 404],
  ['/../../package.json', 404],
  ['/.git/config', 404],
  ['/.env', 404],
  ['/assets/index.js.map', 404],
  ['/api', 404],
  ['/api/', 404],
  ['/api/nope', 404],
  ['/api/%zz', 404],
  ['/%zz', 404],
  ['/api/login/x', 404],
  ['/api/login', 405],
] as const

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

function expectSecurityHeaders({ status, headers }: Exchanged): void {
  expect(status).toBeGreaterThan(0)
  expect(headers).toMatchObject(securityHeaders)
  const policy = headers['content-security-policy'] ?? ''
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(policy.split(';')).toContain(part)
  }
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(headers['x-powered-by']).toBeUndefined()
  if (status >= 400) expect(headers['cache-control']).toBe('no-store')
}

/** A refusal in our own words: the error body with its id of fixed length. */
function expectRefusal(answer: Exchanged, status: number, code?: string): void {
  expect(answer.status, answer.text.slice(0, 200)).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/json\b/)
  const { error } = JSON.parse(answer.body) as { error: Record<string, string> }
  expect(error.request_id).toMatch(/^[\w-]{16}$/)
  expect(error.message).toMatch(/\S/)
  if (code) expect(error.code).toBe(code)
}

/**
 * What anybody on the network can try against the server, over sockets and with no account; against the sources and
 * against the build.
 */
const { origin, close } = await openServerUnderTest(await testDatabase())
afterAll(close)

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
  const lines = Object.entries({
    host: new URL(origin).host,
    connection: 'close',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return exchange(origin, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}
const exists = (headers: Record<string, string>, body = '{"email":"a@b.co"}') =>
  ask('POST', '/api/user_exists', { 'content-type': 'application/json', ...headers }, body)

describe('every answer', () => {
  test.each(routes)('faults 163: %s %s has the security headers', async (method, path) => {
    const body = method === 'POST' ? '{}' : undefined
    const answer = await ask(method, path, body ? { 'content-type': 'application/json' } : {}, body)
    expectSecurityHeaders(answer)
    if (path.startsWith('/api')) expect(answer.headers['cache-control']).toMatch(/^no-store/)
  })

  test('faults 163: an expectation that nobody knows is no reason to leave the headers out', async () => {
    expectSecurityHeaders(await ask('GET', '/api/nope', { expect: 'something-else' }))
  })
})

describe('a request that is no proper HTTP', () => {
  test.each(unreadable)(
    'faults 163, 164: %s is refused once, with the security headers, and cut off',
    async (_, request, status) => {
      const answer = await exchange(origin, request)
      expectRefusal(answer, status)
      expectSecurityHeaders(answer)
      expect(answer.headers.connection).toBe('close')
      expect(answer.text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
    },
  )

  test('faults 164: TRACE echoes nothing', async () => {
    const answer = await ask('TRACE', '/api/user_exists', { 'x-secret': 'echo-me' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain('echo-me')
  })
})

describe('a body', () => {
  test.each(malformedBodies)('faults 11: that is %s is refused', async (_, body) => {
    expectRefusal(await exists({}, body), 400, 'malformed')
  })

  test.each([
    ['text/plain', 415],
    ['application/json\ta', 415],
    ['application/jsonp', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-8', 200],
  ])('faults 12: sent as %j is %i', async (contentType, status) => {
    const answer = await exists({ 'content-type': contentType })
    expect(answer.status).toBe(status)
    if (status === 415) expectRefusal(answer, 415, 'unsupported_media_type')
  })

  test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x-made-up'])(
    'that is compressed (%s) is refused, whatever it unpacks to',
    async encoding => {
      expectRefusal(await exists({ 'content-encoding': encoding }), 415, 'unsupported_media_type')
    },
  )

  test('that says it is not compressed is taken', async () => {
    expect((await exists({ 'content-encoding': 'identity' })).status).toBe(200)
  })

  test.each([
    ['in a field', '{"email":"a\\ud800@b.co"}', 'email'],
    ['in a field nobody knows', '{"email":"a@b.co","x":[{"y":"\\udc00"}]}', 'x'],
    ['in a name', '{"email":"a@b.co","x":{"\\ud83d":1}}', 'x'],
  ])('faults 56: with half a character %s is refused by field', async (_, body, field) => {
    const answer = await exists({}, body)
    expectRefusal(answer, 422, 'invalid')
    expect(Object.keys(JSON.parse(answer.body).error.errors)).toEqual([field])
  })

  test('faults 56: with whole characters of every plane is taken', async () => {
    expect((await exists({}, '{"email":"a@b.co","x":"\\ud83d\\ude00 😀 مصر"}')).status).toBe(200)
  })

  test('of more than 64 KB is refused', async () => {
    expectRefusal(await exists({}, `{"email":"${'x'.repeat(70_000)}"}`), 413, 'payload_too_large')
  })
})

describe('a path', () => {
  test.each(strangePaths)('faults 166: %s is %i in JSON, whatever is asked for', async (path, status) => {
    const answer = await ask('GET', path, { accept: 'text/html' })
    expectRefusal(answer, status)
    expectSecurityHeaders(answer)
  })

  test('faults 166: that is known by another method names the method', async () => {
    expect((await ask('GET', '/api/login')).headers.allow).toBe('POST')
  })
})

test.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])(
  'faults 162: a call from the origin %s is refused',
  async foreign => {
    const answer = await exists({ origin: foreign })
    expectRefusal(answer, 403, 'origin_refused')
    expectSecurityHeaders(answer)
  },
)

test('faults 162: a call from our own origin, or from none, is served', async () => {
  expect((await exists({ origin })).status).toBe(200)
  expect((await exists({})).status).toBe(200)
})
