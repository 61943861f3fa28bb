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

test('faults 163: a request that comes while the server closes is answered with the security headers', async () => {
  const closing = createHttp(app.parts)
  const isAsked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  mount(closing, userExists, async () => {
    isAsked.resolve()
    await mayAnswer.promise
    return { user_exists: false, status: null }
  })
  const closingPort = Number(new URL(await closing.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
  const socket = connect(closingPort, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  const ended = new Promise(resolve => socket.on('close', resolve))
  socket.write(`${post(json)}Content-Length: 13\r\n\r\n{"email":"a"}`)
  await isAsked.promise
  const closed = closing.fastify.close()
  socket.write('GET /api/nope HTTP/1.1\r\nHost: x\r\n\r\n')
  setTimeout(mayAnswer.resolve, 100)
  await Promise.all([closed, ended])
  const answers = text.split('HTTP/1.1 ').slice(1)
  expect(answers.map(answer => answer.slice(0, 3))).toEqual(['200', '404'])
  for (const answer of answers) expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/i)
})
