import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedCall {
  method: string
  path: string
  query: string
  headers: IncomingHttpHeaders
  body: string
}

/** What is answered: JSON, any text, or nothing at all. */
export type ScriptedAnswer =
  | { status?: number; json: unknown; headers?: Record<string, string> }
  | { status?: number; text: string; headers?: Record<string, string> }
  | 'hang-up'
  | 'silence'

export interface ScriptedServer {
  url: string
  /** All calls so far. */
  calls: ScriptedCall[]
  close(): Promise<void>
}

/** A service over a real socket that answers as a test tells it to. */
export async function startScriptedServer(
  answerTo: (path: string, call: ScriptedCall) => ScriptedAnswer,
): Promise<ScriptedServer> {
  const calls: ScriptedCall[] = []
  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname, search } = new URL(request.url ?? '/', 'http://here')
    const call = {
      method: request.method ?? '',
      path: pathname,
      query: search,
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    }
    calls.push(call)
    const answer = answerTo(pathname, call)
    if (answer === 'silence') return
    if (answer === 'hang-up') {
      response.destroy()
      return
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end('json' in answer ? JSON.stringify(answer.json) : answer.text)
  }
  const server = createServer((request, response) => {
    answerCall(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
