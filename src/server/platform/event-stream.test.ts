import { connect } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { followStream } from '../testing/stream.ts'
import { waitFor } from '../testing/wait-for.ts'
import { type EventStream, endOpenStreams, openEventStream } from './event-stream.ts'

let server: FastifyInstance
let url: string
const opened: EventStream[] = []

beforeAll(async () => {
  server = fastify()
  server.get('/events', (_, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    opened.push(openEventStream(reply, () => undefined))
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

async function open() {
  const client = await followStream(`${url}/events`, {})
  const stream = opened.at(-1)
  if (!stream) throw new Error('No stream was opened')
  return { client, stream }
}

/** A client that opens the stream and does with its socket as the test says. */
function rawClient(): Promise<ReturnType<typeof connect>> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n')
  return new Promise(resolve => {
    socket.once('data', () => resolve(socket))
  })
}

describe('an event stream', () => {
  test('carries events in order, whole, with the headers of every other answer', async () => {
    const response = await fetch(`${url}/events`)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const stream = opened.at(-1)
    for (let id = 1; id <= 3; id += 1)
      stream?.send(id, 'delta', JSON.stringify({ text: `line\nbreak ${id}` }))
    stream?.end()
    expect(await response.text()).toBe(
      [1, 2, 3].map(id => `id: ${id}\nevent: delta\ndata: {"text":"line\\nbreak ${id}"}\n\n`).join(''),
    )
  })

  test('faults 74: a reader that stands still is dropped at 256 KB; the others are not held up', async () => {
    const { client, stream: healthy } = await open()
    const socket = await rawClient()
    socket.pause()
    const slow = opened.at(-1)
    const data = JSON.stringify({ text: 'x'.repeat(8_192) })
    let sentBytes = 0
    while (slow && !slow.closed.aborted && sentBytes < 64_000_000) {
      slow.send(null, 'delta', data)
      sentBytes += data.length
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(slow?.closed.aborted).toBe(true)
    healthy.send(1, 'done', '{"still":true}')
    expect(await client.next('done')).toBe('{"still":true}')
    socket.destroy()
    healthy.end()
  })

  test('faults 82: a quiet stream says a comment every 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const heard: string[] = []
    const socket = await rawClient()
    socket.on('data', chunk => heard.push(chunk.toString()))
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    await waitFor('a comment', () => heard.join('').includes(': still here\n\n'))
    opened.at(-1)?.end()
    socket.destroy()
  })

  test('faults 74: a reader that takes nothing of a stream that has ended does not keep its socket', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const socket = await rawClient()
    socket.pause()
    const closed = new Promise(resolve => socket.on('close', resolve))
    const data = JSON.stringify({ text: 'x'.repeat(32_000_000) })
    opened.at(-1)?.send(1, 'delta', data)
    opened.at(-1)?.end()
    for (let comment = 0; comment < 6; comment += 1) {
      await new Promise(resolve => setTimeout(resolve, 50))
      vi.advanceTimersByTime(15_000)
    }
    vi.useRealTimers()
    let receivedBytes = 0
    socket.on('data', chunk => {
      receivedBytes += chunk.length
    })
    socket.on('error', () => undefined)
    socket.resume()
    await closed
    expect(receivedBytes).toBeLessThan(data.length)
  })

  test('tells that its reader went away, and takes what is sent afterwards without harm', async () => {
    const { client, stream } = await open()
    client.close()
    await waitFor('the stream is closed', () => stream.closed.aborted)
    stream.send(1, 'delta', '{}')
    stream.end()
    stream.end()
  })

  test('all open ones can be ended at once, so that the server can close', async () => {
    const { client } = await open()
    endOpenStreams()
    await client.ended
  })

  test('ended all at once they let their connections go, so that readers come back over new ones', async () => {
    const socket = await rawClient()
    socket.on('data', () => undefined)
    const closed = new Promise(resolve => socket.on('close', resolve))
    endOpenStreams()
    await closed
  })
})
