import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as they came over the wire. */
  source: string
}

/** What the server does with a mail: takes it, hangs up after taking it, or answers with a code of its own. */
export type Verdict = 'take' | 'take-and-hang-up' | { code: number }

export interface FakeSmtpServer {
  url: string
  received: ReceivedMail[]
  verdict: Verdict
  /** Stops listening, as a server that is down; `start` brings it back on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A mail server in memory that speaks as much SMTP (RFC 5321) as a client needs to hand mails over. */
export async function fakeSmtpServer(): Promise<FakeSmtpServer> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, fake)
  })
  let port = 0
  const fake: FakeSmtpServer = {
    url: '',
    received: [],
    verdict: 'take',
    start: () =>
      new Promise(resolve => {
        server.listen(port, '127.0.0.1', () => {
          const address = server.address()
          port = typeof address === 'object' && address ? address.port : 0
          fake.url = `smtp://127.0.0.1:${port}`
          resolve()
        })
      }),
    stop: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  await fake.start()
  return fake
}

function converse(socket: Socket, fake: FakeSmtpServer): void {
  let text = ''
  let mail: ReceivedMail = { from: '', to: [], source: '' }
  let isInData = false
  const say = (line: string) => socket.write(`${line}\r\n`)

  function onLine(line: string): void {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') say('250-soko.test\r\n250 8BITMIME')
    else if (verb === 'HELO' || verb === 'RSET' || verb === 'NOOP') say('250 OK')
    else if (verb === 'MAIL') {
      mail = { from: addressIn(line), to: [], source: '' }
      say('250 OK')
    } else if (verb === 'RCPT') {
      if (typeof fake.verdict === 'object') say(`${fake.verdict.code} No`)
      else {
        mail.to.push(addressIn(line))
        say('250 OK')
      }
    } else if (verb === 'DATA') {
      isInData = true
      say('354 Go on')
    } else if (verb === 'QUIT') {
      say('221 Bye')
      socket.end()
    } else say('502 Not known')
  }

  function onData(source: string): void {
    isInData = false
    fake.received.push({ ...mail, source: source.replaceAll('\r\n..', '\r\n.') })
    if (fake.verdict === 'take-and-hang-up') socket.destroy()
    else say('250 Taken')
  }

  say('220 soko.test ESMTP')
  socket.on('data', chunk => {
    text += chunk.toString('utf8')
    for (;;) {
      const mark = isInData ? '\r\n.\r\n' : '\r\n'
      const end = text.indexOf(mark)
      if (end === -1) return
      const part = text.slice(0, end)
      text = text.slice(end + mark.length)
      if (isInData) onData(part)
      else onLine(part)
    }
  })
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
