import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TurnEvent } from '../../src/contract/turn-event.ts'
import type { FloorFile } from './build-floor.ts'

/** An answer as a list of events, and how many deltas of it go out in a second. */
export interface Play {
  events: readonly TurnEvent[]
  deltasPerSecond: number
}

export interface Stage {
  url: string
  /** The product's own address, once it runs. */
  forwardTo(url: string): void
  /** From here on questions are answered by this play; null hands them to the product again. */
  play(play: Play | null): void
  /** When the last byte of the last play left, by the machine's clock; NaN before. */
  lastByteAt(): number
  close(): Promise<void>
}

/**
 * The one address the browser sees: all of it is the product, handed through untouched, save for the page of React alone
 * and, while a play is set, the answer to a question. So both pages read the same wire at the same pace.
 */
export async function openStage(floor: ReadonlyMap<string, FloorFile>): Promise<Stage> {
  let target = new URL('http://127.0.0.1')
  let play: Play | null = null
  let lastByteAt = Number.NaN
  const server = createServer((incoming, response) => {
    const file = floor.get(incoming.url ?? '')
    if (file) return sendFile(response, file)
    if (!play || incoming.url !== '/api/chat/reply') return forward(target, incoming, response)
    incoming.resume()
    perform(play, response).then(
      at => {
        lastByteAt = at
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(url) {
      target = new URL(url)
    },
    play(next) {
      play = next
      lastByteAt = Number.NaN
    },
    lastByteAt: () => lastByteAt,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendFile(response: ServerResponse, { type, brotli }: FloorFile): void {
  response.writeHead(200, {
    'content-type': type,
    'content-encoding': 'br',
    'content-length': brotli.length,
    'cache-control': type.startsWith('text/html') ? 'no-cache' : 'public, max-age=31536000, immutable',
  })
  response.end(brotli)
}

function forward(target: URL, incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = target
  const outgoing = request(
    { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
    answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
    },
  )
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}

/** Sends a play at its pace, by the clock and not by counting sleeps. Answers when its last byte left. */
async function perform({ events, deltasPerSecond }: Play, response: ServerResponse): Promise<number> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.socket?.setNoDelay(true)
  const startedAt = performance.now()
  let deltas = 0
  let queued = ''
  for (const [at, { event, data }] of events.entries()) {
    const isPaced = event === 'delta'
    if (isPaced) {
      const dueMs = startedAt + (deltas * 1_000) / deltasPerSecond - performance.now()
      deltas += 1
      if (dueMs > 0) {
        if (queued !== '') response.write(queued)
        queued = ''
        await sleep(dueMs)
      }
    }
    queued += `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    if (response.destroyed) throw new Error('The page left the play')
  }
  response.end(queued)
  return Date.now()
}
