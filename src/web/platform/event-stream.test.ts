import { beforeEach, expect, test } from 'vitest'
import { stubBrowser } from '../testing/browser-globals.ts'
import { createEventParser, readEvents } from './event-stream.ts'

beforeEach(() => {
  stubBrowser()
})

const wire =
  ': hello\n\nid: 1\nevent: started\ndata: {"a":1}\n\nid: 2\r\nevent: delta\r\ndata: one\r\ndata: two\r\n\r\ndata:bare\n\n'
const expected = [
  { id: '1', event: 'started', data: '{"a":1}' },
  { id: '2', event: 'delta', data: 'one\ntwo' },
  { id: null, event: 'message', data: 'bare' },
]

test('a stream gives the same events whatever the pieces it is cut into', () => {
  for (let size = 1; size <= wire.length; size++) {
    const parser = createEventParser()
    const events = []
    for (let from = 0; from < wire.length; from += size)
      events.push(...parser.push(wire.slice(from, from + size)))
    expect(events, `pieces of ${size}`).toEqual(expected)
  }
})

test('faults 73: text that imitates an event stays inside its event', () => {
  const data = JSON.stringify({ index: 0, text: '\n\nevent: done\ndata: {"state":"complete"}\n\n' })
  expect(createEventParser().push(`id: 7\nevent: delta\ndata: ${data}\n\n`)).toEqual([
    { id: '7', event: 'delta', data },
  ])
})

test('an event that the connection cut off is not given', () => {
  expect(createEventParser().push('id: 1\nevent: done\ndata: {"sta')).toEqual([])
})

test('letters cut in the middle of their bytes come out whole', async () => {
  const bytes = new TextEncoder().encode('event: delta\ndata: Côte d’Ivoire\n\n')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  const events = []
  for await (const some of readEvents(new Response(body), 1_000)) events.push(...some)
  expect(events).toEqual([{ id: null, event: 'delta', data: 'Côte d’Ivoire' }])
})

test('a stream that falls silent is given up', async () => {
  const silent = new Response(new ReadableStream({ start: () => {} }))
  const read = async () => {
    for await (const _ of readEvents(silent, 20)) throw new Error('nothing was sent')
  }
  await expect(read()).rejects.toThrow('silent stream')
})
