import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userExists } from '../../contract/auth.ts'
import { systemClock } from './clock.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'
import { type HttpApp, mount } from './http.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'

let app: HttpApp
let port: number

beforeAll(async () => {
  app = createHttp({
    db: {} as Db,
    log: createLog('silent'),
    clock: systemClock,
    publicUrl: 'http://soko.test',
    trustedProxies: [],
    isProduction: false,
    // A tenth of what the product allows, so that the test need not wait.
    arrival: { headersMs: 1_000, wholeMs: 3_000, checkEveryMs: 100 },
    findSession: async () => {
      throw new AppError('unauthenticated')
    },
  })
  mount(app, userExists, async () => ({ user_exists: false, status: null }))
  port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.fastify.close())

interface Talk {
  /** All that came back until the server closed. */
  text: string
  closedAfterMs: number
}

/** Sends the pieces one after the other, waiting between them, until the server closes the connection. */
function talk(pieces: string[], everyMs = 0): Promise<Talk> {
  const start = performance.now()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let next = 0
  const timer = setInterval(() => {
    const piece = pieces[next++]
    if (piece !== undefined && !socket.destroyed) socket.write(piece)
  }, everyMs)
  socket.on('data', chunk => {
    text += chunk.toString()
  })
  socket.on('error', () => undefined)
  return new Promise(resolve => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ text, closedAfterMs: performance.now() - start })
    })
  })
}

const post = (headers: string) => `POST /api/user_exists HTTP/1.1\r\nHost: x\r\n${headers}`
const json = 'Content-Type: application/json\r\n'

function expectRefusal({ text }: Talk, status: number) {
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const body = JSON.parse(text.slice(text.indexOf('{')))
  expect(body.error.request_id).toMatch(/^[\w-]{16}$/)
}

describe('a request that arrives slowly', () => {
  test('faults 165: headers dripped in are cut off at their limit, and nobody else waits', async () => {
    const drip = talk([...`${post('X-Slow: ')}${'a'.repeat(200)}`], 20)
    const [slow] = await Promise.all([
      drip,
      (async () => {
        for (let count = 0; count < 20; count += 1) {
          const start = performance.now()
          const answer = await fetch(`http://127.0.0.1:${port}/api/user_exists`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"email":"a"}',
          })
          expect(answer.status).toBe(200)
          expect(performance.now() - start).toBeLessThan(900)
        }
      })(),
    ])
    expectRefusal(slow, 408)
    expect(slow.closedAfterMs).toBeLessThan(5_000)
  })

  test('faults 165: a body dripped in is cut off at its limit', async () => {
    const head = `${post(json)}Content-Length: 1000\r\n\r\n`
    const slow = await talk([head, ...'x'.repeat(1_000)], 50)
    expectRefusal(slow, 408)
    expect(slow.closedAfterMs).toBeGreaterThan(2_500)
    expect(slow.closedAfterMs).toBeLessThan(9_000)
  })

  test('faults 165: five hundred connections that say nothing are closed, and others are answered meanwhile', async () => {
    const silent = Promise.all(Array.from({ length: 500 }, () => talk([])))
    const answer = await fetch(`http://127.0.0.1:${port}/api/nope`)
    expect(answer.status).toBe(404)
    for (const { closedAfterMs } of await silent) expect(closedAfterMs).toBeLessThan(10_000)
  })
})

describe('a request that is no proper HTTP', () => {
  test.each([
    ['two lengths', `${post(json)}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`, 400],
    [
      'a length and chunks',
      `${post(json)}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['an unknown method', 'BREW /api/user_exists HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', 400],
    ['64 KB of headers', `${post(`X-Long: ${'a'.repeat(65_536)}`)}\r\n\r\n`, 431],
    ['10,000 headers', `${post('X-A: b\r\n'.repeat(10_000))}\r\n`, 431],
    ['no Host', 'GET /api/nope HTTP/1.1\r\n\r\n', 400],
  ])('faults 164: %s is refused and the connection closed', async (_, request, status) => {
    const answer = await talk([request])
    expect(answer.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
  })

  test('faults 164: TRACE echoes nothing', async () => {
    const answer = await talk([
      'TRACE /api/user_exists HTTP/1.1\r\nHost: x\r\nX-Secret: echo-me\r\nConnection: close\r\n\r\n',
    ])
    expect(answer.text).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer.text).not.toContain('echo-me')
  })
})
