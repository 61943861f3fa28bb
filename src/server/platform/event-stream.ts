import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { limits } from '../../contract/limits.ts'

/** A slow reader is dropped when this much waits in its socket; it comes back with Last-Event-ID. */
const waitingMaxBytes = 262_144
/** One that takes nothing of what waits for it is dropped after so many comments' time, also once the stream has ended. */
const standsStillFor = 4

export interface EventStream {
  /** Queues one event; `dataJson` is one line of JSON. What is sent in one turn of the event loop leaves in one write. */
  send(id: number | string | null, event: string, dataJson: string): void
  /** A line that clients ignore and proxies see. */
  comment(text?: string): void
  /** Sends what is queued and closes. */
  end(): void
  /** Aborted once the stream is over, whoever ended it. */
  readonly closed: AbortSignal
}

/** How to end each open stream together with its connection. */
const openStreams = new Set<() => void>()

/**
 * Ends every open stream of this process, and its connection: a reader that comes back opens another one, which a
 * balancer may lead to another instance.
 */
export function endOpenStreams(): void {
  for (const endWithConnection of openStreams) endWithConnection()
}

/**
 * Takes the reply over as an event stream. A comment line every 15 s keeps it open through proxies. `onOver` runs once it
 * is over, whoever ended it.
 */
export function openEventStream(reply: FastifyReply, onOver: () => void): EventStream {
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.socket?.setNoDelay(true)
  response.flushHeaders()
  const stream = streamOver(response)
  if (stream.closed.aborted) onOver()
  else stream.closed.addEventListener('abort', onOver, { once: true })
  return stream
}

/** How to send what is queued, of each stream that has something. */
let waiting: (() => void)[] = []

/** Calls it once what runs now has run: one wait for all streams. */
function soon(flush: () => void): void {
  if (waiting.push(flush) === 1) setImmediate(flushWaiting)
}

function flushWaiting(): void {
  const flushes = waiting
  waiting = []
  for (const flush of flushes) flush()
}

/** One write a chunk: the response's own way hands the socket three pieces, which costs as much again. */
function writeChunk(response: ServerResponse, text: string): void {
  const { socket } = response
  if (!socket || !response.chunkedEncoding) response.write(text)
  else socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
}

function streamOver(response: ServerResponse): EventStream {
  const over = new AbortController()
  let queued = ''
  let isScheduled = false

  const flush = () => {
    isScheduled = false
    if (queued === '' || response.destroyed || response.writableEnded) return
    // What waited before this write: a long replay in one burst says nothing against its reader.
    if (response.writableLength > waitingMaxBytes) {
      response.destroy()
      return
    }
    writeChunk(response, queued)
    queued = ''
  }
  const queue = (text: string) => {
    if (over.signal.aborted) return
    queued += text
    if (isScheduled) return
    isScheduled = true
    soon(flush)
  }
  const takesNothing = readerOf(response)
  const heartbeat = setInterval(() => {
    queue(': still here\n\n')
    if (takesNothing()) response.destroy()
  }, limits.streamCommentMs)
  const endWithConnection = () => {
    const { socket } = response
    response.once('finish', () => socket?.destroySoon())
    stream.end()
  }
  const finish = () => {
    openStreams.delete(endWithConnection)
    over.abort()
  }
  const stream: EventStream = {
    send(id, event, dataJson) {
      queue(`${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${dataJson}\n\n`)
    },
    comment(text = '') {
      queue(`: ${text}\n\n`)
    },
    end() {
      if (over.signal.aborted) return
      flush()
      finish()
      response.end()
    },
    closed: over.signal,
  }
  openStreams.add(endWithConnection)
  response.on('close', finish)
  response.on('close', () => clearInterval(heartbeat))
  // A reader that went away in the middle of a write is an ordinary end.
  response.on('error', finish)
  if (response.destroyed) {
    clearInterval(heartbeat)
    finish()
  }
  return stream
}

/** Asked once a comment's time: whether the reader has taken nothing of what waits for it for long. */
function readerOf(response: ServerResponse): () => boolean {
  let takenBytes = 0
  let stillCount = 0
  return () => {
    const waitingBytes = response.writableLength
    const nowTakenBytes = (response.socket?.bytesWritten ?? 0) - waitingBytes
    stillCount = waitingBytes > 0 && nowTakenBytes === takenBytes ? stillCount + 1 : 0
    takenBytes = nowTakenBytes
    return stillCount >= standsStillFor
  }
}
