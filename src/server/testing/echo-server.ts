import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server that tells in JSON what reached it; an address that ends in /file gives five bytes that are no text. */
    echoUrl: string
  }
}

async function seenOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { method, url, headers } = request
  return { method, url, headers, body: Buffer.concat(parts).toString() }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const seen = await seenOf(request)
  if (seen.url?.endsWith('/file')) response.end(Buffer.from([0, 255, 10, 13, 128]))
  else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(seen))
}

/** Runs beside the tests, for those that want a real server and have no Node to make one with. */
export default async function startEchoServer({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  provide('echoUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}
