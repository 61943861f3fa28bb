import { connect, type Socket } from 'node:net'

/** A request as it goes over the wire; its answer is read raw, so that the reader costs next to nothing. */
export interface RawAsk {
  port: number
  path: string
  headers: Record<string, string>
  body: string
}

export interface RawAnswer {
  /** Called with what came, as it came: chunk marks included. */
  onText(text: string): void
  /** Called once, at the answer's end or when the connection broke. */
  onEnd(): void
}

/** One for all sockets: what came is handed on before the next read. */
const buffer = Buffer.allocUnsafe(256 * 1024)
const lastChunk = '\r\n0\r\n\r\n'

/** Opens a connection that asks once or, where it is kept, again and again. */
export function openReader(
  port: number,
  isKept = false,
): { ask(ask: RawAsk, answer: RawAnswer): void; socket: Socket } {
  let answer: RawAnswer | null = null
  let tail = ''
  const over = () => {
    const ended = answer
    answer = null
    ended?.onEnd()
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer,
      callback(count) {
        const text = buffer.toString('latin1', 0, count)
        answer?.onText(text)
        tail = (tail + text).slice(-lastChunk.length)
        if (tail === lastChunk) over()
        return true
      },
    },
  })
  socket.on('close', over)
  socket.on('error', () => undefined)
  return {
    socket,
    ask(asked, asker) {
      answer = asker
      socket.write(requestText(asked, isKept))
    },
  }
}

function requestText({ port, path, headers, body }: RawAsk, isKept: boolean): string {
  const lines = Object.entries({
    ...headers,
    host: `127.0.0.1:${port}`,
    connection: isKept ? 'keep-alive' : 'close',
    accept: 'text/event-stream',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
