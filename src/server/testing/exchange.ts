import { connect } from 'node:net'

export interface Exchanged {
  status: number
  /** Names in small letters; of a repeated one the last value. */
  headers: Record<string, string>
  /** All that came back, to the letter. */
  text: string
  body: string
}

/**
 * Sends bytes over a socket of its own and reads until the server closes: what a client library would not send, and what
 * it would not show. Status 0 where nothing came back.
 */
export function exchange(origin: string, request: string): Promise<Exchanged> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.setEncoding('utf8')
  let text = ''
  socket.on('data', piece => {
    text += piece
  })
  socket.on('error', () => undefined)
  socket.on('connect', () => socket.write(request))
  return new Promise(resolve => {
    socket.on('close', () => resolve(readAnswer(text)))
  })
}

function readAnswer(text: string): Exchanged {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    text,
    body: rest.join('\r\n\r\n'),
  }
}
