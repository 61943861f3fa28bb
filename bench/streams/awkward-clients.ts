import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RawAsk } from './reader-socket.ts'
import { askProduct, type Stage } from './stage.ts'

const untilStoredMs = 60_000

/** Answers of which their readers know nothing more: how they stand in the database. */
export interface Stored {
  complete: number
  chargedOnce: number
  openHolds: number
}

/** Clients that go away in the middle of their answer. */
export async function vanish(stage: Stage, count: number): Promise<Stored> {
  const turnIds = Array.from({ length: count }, () => randomUUID())
  const asks = turnIds.map((id, at) => askOf(stage, at, { words: 60, perSecond: 30 }, id))
  await Promise.all(
    asks.map(async ask => {
      const gone = new AbortController()
      const answer = await fetchRaw(ask, gone.signal)
      const reader = answer.body?.getReader()
      for (let bytes = 0; bytes < 1_500; ) bytes += (await reader?.read())?.value?.length ?? 1_500
      gone.abort()
    }),
  )
  return storedOf(stage, turnIds)
}

async function untilOver({ pool }: Stage, turnIds: readonly string[]): Promise<void> {
  const running = `select count(*) from turn where id = any($1) and state in ('queued', 'running')`
  for (const until = Date.now() + untilStoredMs; Date.now() < until; await sleep(200))
    if ((await pool.query(running, [turnIds])).rows[0].count === 0) return
}

async function storedOf(stage: Stage, turnIds: readonly string[]): Promise<Stored> {
  await untilOver(stage, turnIds)
  const { rows } = await stage.pool.query<Stored>(
    `select count(*) filter (where state = 'complete') as complete,
       count(*) filter (where charges = 1) as "chargedOnce", count(*) filter (where holds > 0) as "openHolds"
     from (select state,
         (select count(*) from credit_entry where kind = 'spend' and ref = session_key || ':' || turn.id) as charges,
         (select count(*) from credit_hold where id = turn.id::text and credit_hold.state = 'open') as holds
       from turn where turn.id = any($1)) as one`,
    [turnIds],
  )
  return rows[0] ?? { complete: 0, chargedOnce: 0, openHolds: 0 }
}

/** Clients that ask for a flood of words: ten megabytes each on the wire, far more than the kernel's buffers hold. */
export interface Flood {
  /** Once the answers are over, reads what is left; how many readers were cut off before the end. */
  cutCount(): Promise<number>
}

/** Opens floods and reads them, or never reads a byte of them. */
export function openFloods(stage: Stage, count: number, isRead: boolean): Flood {
  const wish = { words: 1_600, perSecond: 100, fillLetters: 4_000 }
  const turnIds = Array.from({ length: count }, () => randomUUID())
  const sockets = turnIds.map((id, at) => openFlood(askOf(stage, at, wish, id), isRead))
  return {
    async cutCount() {
      await untilOver(stage, turnIds)
      for (const { socket } of sockets) socket.resume()
      const ends = await Promise.all(sockets.map(({ isDone }) => isDone))
      return ends.filter(isDone => !isDone).length
    },
  }
}

function openFlood(ask: RawAsk, isRead: boolean): { socket: Socket; isDone: Promise<boolean> } {
  const socket = connect({ port: ask.port, host: '127.0.0.1' }).setEncoding('latin1')
  const lines = Object.entries({
    ...ask.headers,
    host: '127.0.0.1',
    connection: 'close',
    accept: 'text/event-stream',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(ask.body)),
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${ask.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${ask.body}`)
  let tail = ''
  let hasDone = false
  const isDone = new Promise<boolean>(resolve => {
    socket.on('data', (text: string) => {
      hasDone ||= (tail + text).includes('event: done')
      tail = text.slice(-20)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(hasDone))
  })
  if (!isRead) socket.pause()
  return { socket, isDone }
}

export interface CameBack {
  /** Places in the stream that a client came back to: while it ran, and once more when it was stored. */
  places: number
  /** Those whose rest was the same, to the byte. */
  same: number
}

/** Reads a stream to its end, and comes back at every event of it as it comes, and again after its end. */
export async function comeBackEverywhere(stage: Stage): Promise<CameBack> {
  const turnId = randomUUID()
  const ask = askOf(stage, 0, { words: 120, perSecond: 20, hasQueries: true }, turnId)
  const answer = await fetchRaw(ask)
  const back = async (at: number) => {
    const rest = await fetch(`${stage.server.url}/api/chat/turns/${turnId}/events`, {
      headers: { ...ask.headers, 'last-event-id': String(at) },
    })
    return framesOf(await rest.text())
  }
  const whileItRan: Promise<string[]>[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    for (const count = framesOf(text).length; whileItRan.length < count; )
      whileItRan.push(back(whileItRan.length + 1))
  }
  const whole = framesOf(text)
  const isRest = (rest: string[], at: number) => rest.join('\n\n') === whole.slice(at).join('\n\n')
  let same = (await Promise.all(whileItRan)).filter((rest, at) => isRest(rest, at + 1)).length
  for (let at = 0; at <= whole.length; at += 1) if (isRest(await back(at), at)) same += 1
  return { places: whileItRan.length + whole.length + 1, same }
}

/** The whole events of a stream, comments left out. */
const framesOf = (text: string): string[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter(frame => !frame.startsWith(':'))

function askOf(stage: Stage, at: number, wish: Parameters<typeof askProduct>[2], turnId?: string): RawAsk {
  const user = stage.users[at]
  if (!user) throw new Error('Not enough people are signed in')
  return askProduct(stage, user, wish, turnId)
}

const fetchRaw = (ask: RawAsk, signal?: AbortSignal): Promise<Response> =>
  fetch(`http://127.0.0.1:${ask.port}${ask.path}`, {
    method: 'POST',
    headers: { ...ask.headers, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: ask.body,
    ...(signal && { signal }),
  })
