import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/** What the fake does with one call; what is left out is what a healthy server does. */
export interface FakeReply {
  /** Another status ends the call with an error body. */
  status?: number
  /** Sent word by word. */
  text?: string
  calls?: { name: string; input: string }[]
  /** Between pieces. */
  paceMs?: number
  /** Awaited before a word is sent: there a test holds the text back. */
  beforeWord?: (word: string) => Promise<void> | undefined
  /** Pieces after which the server falls silent and keeps the line open. */
  silentAfter?: number
  /** Pieces after which the line is cut. */
  cutAfter?: number
  /** Bytes put on the wire as they are before the rest: broken JSON, half a character, lines that imitate events. */
  raw?: string | Uint8Array
  /** Written after `raw`, again and again, as fast as the client reads, until it hangs up or has had `endlessAtMost`. */
  endless?: (at: number) => string
  /** false leaves the stop reason out. */
  hasStopReason?: boolean
  usage?: { prompt_tokens: number; completion_tokens: number } | null
}

/** Bytes after which an endless reply falls silent: a client that takes all of them must not take the machine along. */
export const endlessAtMost = 96 * 1024 * 1024

export interface FakeCall {
  messages: { role: string; content: unknown; tool_calls?: unknown[] }[]
  tools?: unknown[]
}

export interface FakeModelServer {
  /** The base address for OPENAI_COMPATIBLE_URL. */
  url: string
  /** Every call so far, oldest first. */
  calls: FakeCall[]
  /** Lines that the client cut before their end. */
  aborted(): number
  /** Bytes of the endless replies that went to the socket, reply by reply. */
  sent: number[]
  close(): Promise<void>
}

export type FakeScript = (call: FakeCall, at: number) => FakeReply

/** Speaks the chat-completions protocol with its event stream over HTTP; `script` decides each reply. */
export async function startFakeModelServer(
  script: FakeScript = usualScript(),
  port = 0,
): Promise<FakeModelServer> {
  const calls: FakeCall[] = []
  const sent: number[] = []
  let aborted = 0
  const server: Server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    serve(request, response, script, { calls, sent }).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    sent,
    aborted: () => aborted,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  script: FakeScript,
  { calls, sent }: Pick<FakeModelServer, 'calls' | 'sent'>,
) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const call = JSON.parse(Buffer.concat(parts).toString()) as FakeCall
  calls.push(call)
  const reply = script(call, calls.length - 1)
  if (reply.status !== undefined && reply.status !== 200) {
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    if (reply.endless) return writeEndless(response, reply.endless, sent)
    response.end(JSON.stringify({ error: { message: 'refused by the fake', type: 'fake', code: null } }))
    return
  }
  await stream(response, reply, sent)
}

const toolCalls = (reply: FakeReply) =>
  reply.calls?.map((one, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name: one.name, arguments: one.input },
  }))

const usageOf = ({ usage }: FakeReply) =>
  usage === null ? undefined : { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150, ...usage }

async function stream(response: ServerResponse, reply: FakeReply, sent: number[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  if (reply.raw !== undefined) response.write(reply.raw)
  if (reply.endless) return writeEndless(response, reply.endless, sent)
  const deltas: { tool_calls?: object[]; content?: string }[] = [
    ...(toolCalls(reply)?.map(one => ({ tool_calls: [one] })) ?? []),
    ...(reply.text?.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? []).map(content => ({ content })),
  ]
  for (const [at, delta] of deltas.entries()) {
    if (response.destroyed) return
    if (at === reply.cutAfter) {
      // What was written must be on its way before the line is cut.
      await sleep(50)
      response.destroy()
      return
    }
    if (at === reply.silentAfter) {
      await once(response, 'close')
      return
    }
    if (delta.content !== undefined) await reply.beforeWord?.(delta.content.trim())
    response.write(line(delta, null))
    if (reply.paceMs) await sleep(reply.paceMs)
  }
  if (reply.silentAfter !== undefined) {
    await once(response, 'close')
    return
  }
  if (reply.hasStopReason === false || reply.cutAfter !== undefined) {
    response.end()
    return
  }
  response.write(line({}, reply.calls ? 'tool_calls' : 'stop'))
  const usage = usageOf(reply)
  if (usage) response.write(`data: ${JSON.stringify({ ...chunk, choices: [], usage })}\n\n`)
  response.end('data: [DONE]\n\n')
}

async function writeEndless(
  response: ServerResponse,
  piece: (at: number) => string,
  sent: number[],
): Promise<void> {
  const reply = sent.push(0) - 1
  const closed = once(response, 'close')
  let bytes = 0
  for (let at = 0; !response.destroyed && bytes < endlessAtMost; at += 1) {
    const text = piece(at)
    bytes += Buffer.byteLength(text)
    const isTaken = response.write(text)
    sent[reply] = bytes - response.writableLength
    if (!isTaken) await Promise.race([once(response, 'drain'), closed])
  }
  if (!response.destroyed) await closed
}

const chunk = { id: 'fake', object: 'chat.completion.chunk', created: 0, model: 'fake' }

const line = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: finish }] })}\n\n`

const usualQueries = { text: 'show gdp_usd\ncut country GHA\ntime latest' }

/** A well-behaved model: asks for one figure, then writes some sentences about it, `paceMs` between words. */
export function usualScript(paceMs = 0): FakeScript {
  return ({ messages }) => {
    const told = messages.at(-1)
    if (told?.role !== 'tool')
      return { calls: [{ name: 'run_queries', input: JSON.stringify(usualQueries) }], paceMs }
    const figure = /US\$ [\d.]+(?:bn|m)/.exec(String(told.content))?.[0]
    const text = [
      figure ? `# GDP in Ghana is ${figure}.` : '# GDP in Ghana is available.',
      `GDP is the size of the whole economy. ${figure ? `It came to ${figure} in Ghana.` : ''} It is measured in current dollars.`,
      'A larger economy buys more goods. How much more, the retail panel says. Ask it next.',
      '@next Population of Ghana | What is the population of Ghana?',
    ].join('\n\n')
    return { text: `${text}\n`, paceMs }
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, pace: { type: 'string' } } })
  const server = await startFakeModelServer(usualScript(Number(values.pace ?? 40)), Number(values.port ?? 0))
  console.log(server.url)
}
