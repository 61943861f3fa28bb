import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeWord } from './token-words.ts'

/**
 * A model server of its own process that keeps its pace for a thousand streams: the chat-completions protocol, as much
 * of it as a well-behaved model needs, each token in a chunk of its own. The question says what it writes.
 */
export interface Wish {
  words: number
  perSecond: number
  /** It calls the tool first, as a model that follows its prompt does. */
  hasQueries?: boolean
  /** Letters that each word drags along: for streams that overflow. */
  fillLetters?: number
}

/** The question that makes the source write this. */
export const questionFor = ({ words, perSecond, hasQueries = false, fillLetters = 0 }: Wish): string =>
  `Say ${words} words and ${fillLetters} letters at ${perSecond} a second${hasQueries ? ' by queries' : ''}`

const wishIn = /Say (\d+) words and (\d+) letters at (\d+) a second( by queries)?/

const tickMs = 5
const wordsInSentence = 12
const wordsInParagraph = 60
const queries = JSON.stringify({ text: 'show gdp_usd\ncut country GHA\ntime latest' })
const head =
  '{"id":"source","object":"chat.completion.chunk","created":0,"model":"fake","choices":[{"index":0,'

const textChunk = (text: string) =>
  `data: ${head}"delta":{"role":"assistant","content":${JSON.stringify(text)}},"finish_reason":null}]}\n\n`
const callChunk = `data: ${head}"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"call-0","type":"function","function":{"name":"run_queries","arguments":${JSON.stringify(queries)}}}]},"finish_reason":null}]}\n\n`
const ending = (reason: string) =>
  `data: ${head}"delta":{},"finish_reason":"${reason}"}]}\n\ndata: [DONE]\n\n`

interface Writing {
  response: ServerResponse
  wish: Required<Pick<Wish, 'words' | 'perSecond' | 'fillLetters'>>
  beganAt: number
  written: number
}

const writings = new Set<Writing>()

/** What follows the word that came last: sentences and paragraphs as in prose, a headline first. */
function endOfWord(seq: number, isFlood: boolean): string {
  if (isFlood || seq === wordsInSentence - 1 || seq % wordsInParagraph === wordsInParagraph - 1)
    return '.\n\n'
  return seq % wordsInSentence === wordsInSentence - 1 ? '. ' : ' '
}

function tokenText(seq: number, fillLetters: number): string {
  const fill = fillLetters > 0 ? ` ${'fill '.repeat(fillLetters / 5)}` : ''
  return `${seq === 0 ? '# ' : ''}${writeWord({ seq, madeAtMs: Date.now() })}${fill}${endOfWord(seq, fillLetters > 0)}`
}

/** A chunk of the transfer coding, written past the response: half the cost of its own way, and the same bytes. */
function send({ socket }: ServerResponse, text: string): void {
  socket?.write(`${text.length.toString(16)}\r\n${text}\r\n`, 'latin1')
}

function writeWhatIsDue(writing: Writing): void {
  const { response, wish } = writing
  const due = Math.min(
    wish.words,
    1 + Math.floor(((performance.now() - writing.beganAt) / 1_000) * wish.perSecond),
  )
  for (; writing.written < due; writing.written += 1)
    send(response, textChunk(tokenText(writing.written, wish.fillLetters)))
  if (writing.written < wish.words) return
  writings.delete(writing)
  send(response, ending('stop'))
  response.end()
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts).toString()
  const [, words = '0', fillLetters = '0', perSecond = '1', byQueries] = wishIn.exec(body) ?? []
  response.writeHead(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' })
  response.flushHeaders()
  if (byQueries !== undefined && !body.includes('"role":"tool"')) {
    send(response, callChunk)
    send(response, ending('tool_calls'))
    response.end()
    return
  }
  const wish = { words: Number(words), fillLetters: Number(fillLetters), perSecond: Number(perSecond) }
  const writing = { response, wish, beganAt: performance.now(), written: 0 }
  writings.add(writing)
  response.on('close', () => writings.delete(writing))
  writeWhatIsDue(writing)
}

if (import.meta.main) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  setInterval(() => {
    for (const writing of writings) writeWhatIsDue(writing)
  }, tickMs)
  process.on('disconnect', () => process.exit())
  process.send?.({ port: (server.address() as AddressInfo).port })
}
