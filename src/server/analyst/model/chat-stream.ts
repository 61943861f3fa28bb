import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { APICallError, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ChatReader } from './chat-reader.ts'
import type { AnswerMeter } from './stream-limits.ts'

export interface ChatCall {
  /** The whole address, `/chat/completions` included. */
  url: string
  headers: Record<string, string>
  body: Record<string, unknown>
  signal: AbortSignal | undefined
  meter: AnswerMeter
}

type OnPart = (part: LanguageModelV4StreamPart) => void

/**
 * Calls a chat-completions server and reads its event stream: from the socket to the parts in one step, all text of a
 * packet as one part. The SDK's chain of web streams and schemas would cost twice as much a token as all the rest.
 * @throws APICallError for another status than success; TooMuchSent, with the connection cut; the error of a connection
 *   or a stream that broke
 */
export function streamChat(call: ChatCall, onPart: OnPart): Promise<void> {
  const { url, meter } = call
  const request = post(call)
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', response => {
      const { statusCode = 0 } = response
      if (statusCode >= 200 && statusCode < 300) {
        resolve(readParts(request, response, meter, onPart))
        return
      }
      // Its body may have no end.
      request.destroy()
      const message = `The model server answered ${statusCode}`
      reject(new APICallError({ message, url, requestBodyValues: {}, statusCode }))
    })
  })
}

/** Apart from what listens to the answer: that would keep the whole prompt in memory for as long as the answer takes. */
function post({ url, headers, body, signal }: ChatCall): ClientRequest {
  const text = JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } })
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const request = send(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      accept: 'text/event-stream',
    },
    ...(signal && { signal }),
  })
  return request.end(text)
}

function readParts(
  request: ClientRequest,
  response: IncomingMessage,
  meter: AnswerMeter,
  onPart: OnPart,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isOver = false
  const fail = (error: unknown) => {
    isOver = true
    reject(error)
    request.destroy()
  }
  const reader = new ChatReader(meter, part => {
    if (isOver) return
    if (part.type === 'error') {
      fail(part.error)
      return
    }
    try {
      onPart(part)
    } catch (error) {
      // What the taker of the parts throws ends this stream, and never the process.
      fail(error)
    }
  })
  const end = (error?: unknown) => {
    if (isOver) return
    reader.end(error)
    isOver = true
    resolve()
  }
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    if (!isOver) reader.push(piece)
  })
  response.on('end', () => end())
  response.on('error', end)
  return promise
}
