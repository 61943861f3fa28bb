import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../contract/auth.ts'
import { createNotices } from '../platform/notices.ts'
import { createUserEvents } from '../platform/user-events.ts'
import { type Asker, anAsker, type ChatInstance, chatInstance, gate } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { type ReadEvent, readEvents, wordsOf } from '../testing/event-reader.ts'

const database = await testDatabase()
/** Two instances on one database: a turn runs on the first. */
const [here, there] = await Promise.all([chatInstance(database), chatInstance(database)])
const instances: [string, ChatInstance][] = [
  ['the same instance', here],
  ['another instance', there],
]

const wordCount = 20
const allWords = Array.from({ length: wordCount }, (_, index) => `w${index + 1} `).join('')

/** Sends a question that waits after some words, and reads up to there. */
async function paused(asker: Asker, after: number) {
  const pause = gate()
  here.analyst.play = { words: wordCount, everyMs: 0, pause: { after, until: pause.opened } }
  const turnId = randomUUID()
  const answer = await asker.stream(here, { turn_id: turnId })
  const seen = await readEvents(answer, (_, all) => wordsOf(all).includes(`w${after} `))
  return { turnId, seen, open: pause.open }
}

const idsRunOn = (events: readonly ReadEvent[], from: number) =>
  expect(events.map(event => event.id)).toEqual(events.map((_, index) => from + index))

describe('faults 64: a reader that left', () => {
  test.each(instances)(
    'comes back to %s with its last id and misses and repeats nothing',
    async (_, instance) => {
      for (const after of [1, 2, 7, 19]) {
        const asker = await anAsker(database)
        const { turnId, seen, open } = await paused(asker, after)
        const last = seen.at(-1)?.id ?? 0
        const answer = await asker.events(instance, turnId, last)
        open()
        const rest = await readEvents(answer)
        idsRunOn([...seen, ...rest], 1)
        expect(wordsOf([...seen, ...rest])).toBe(allWords)
        expect(rest.at(-1)).toMatchObject({ event: 'done', data: { state: 'complete' } })
        expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
      }
    },
  )

  test('and comes back for every event of a turn gets the rest each time', async () => {
    const asker = await anAsker(database)
    here.analyst.play = { words: 8, everyMs: 45 }
    const turnId = randomUUID()
    const whole = await readEvents(await asker.stream(here, { turn_id: turnId }))
    for (const instance of [here, there])
      for (let last = 0; last < whole.length; last += 1)
        expect(await readEvents(await asker.events(instance, turnId, last))).toEqual(whole.slice(last))
  })

  test('and never comes back: the answer is finished and paid for all the same', async () => {
    const asker = await anAsker(database)
    const { turnId, open } = await paused(asker, 3)
    open()
    const events = await readEvents(await asker.events(there, turnId))
    expect(wordsOf(events)).toBe(allWords)
    expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
  })
})

test.each(instances)('faults 65: after the end %s replays everything and done', async (_, instance) => {
  const asker = await anAsker(database)
  here.analyst.play = { words: wordCount, everyMs: 0 }
  const turnId = randomUUID()
  const first = await readEvents(await asker.stream(here, { turn_id: turnId }))
  expect(await readEvents(await asker.events(instance, turnId))).toEqual(first)
})

test.each(instances)('faults 64: who had the last event gets none again from %s', async (_, instance) => {
  const asker = await anAsker(database)
  here.analyst.play = { words: wordCount, everyMs: 0 }
  const turnId = randomUUID()
  const first = await readEvents(await asker.stream(here, { turn_id: turnId }))
  expect(await readEvents(await asker.events(instance, turnId, first.length))).toEqual([])
})

describe('faults 66: a last id that is none of this turn’s', () => {
  test.each(['-1', 'abc', '1.5', '0x1', '9999999999', '1 2', '1e3'])('%s is malformed', async id => {
    const asker = await anAsker(database)
    here.analyst.play = { words: 1, everyMs: 0 }
    const turnId = randomUUID()
    await readEvents(await asker.stream(here, { turn_id: turnId }))
    expect((await asker.events(here, turnId, id)).status).toBe(400)
  })

  test.each(instances)('in the future gets the whole turn from %s, running or over', async (_, instance) => {
    const asker = await anAsker(database)
    const { turnId, open } = await paused(asker, 4)
    const running = await asker.events(instance, turnId, 99_999)
    setTimeout(open, 50)
    const events = await readEvents(running)
    idsRunOn(events, 1)
    expect(wordsOf(events)).toBe(allWords)
    idsRunOn(await readEvents(await asker.events(instance, turnId, 99_999)), 1)
  })
})

test('faults 50: the same send on another instance attaches to the answer that runs here', async () => {
  const asker = await anAsker(database)
  const pause = gate()
  here.analyst.play = { words: wordCount, everyMs: 0, pause: { after: 3, until: pause.opened } }
  const body = { message: 'Twice', turn_id: randomUUID() }
  const first = await asker.stream(here, body)
  const second = await asker.stream(there, body)
  const json = asker.call(there, 'POST', '/chat/reply', body)
  pause.open()
  expect(await readEvents(second)).toEqual(await readEvents(first))
  expect(await (await json).json()).toMatchObject({ turn_id: body.turn_id, credits: 3 })
  expect(there.analyst.asked).toEqual([])
  expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
})

test('other screens of the user are told when an answer begins and ends, and the new balance', async () => {
  const asker = await anAsker(database)
  const listener = createNotices(database.connection, there.ctx.log)
  const heard: SessionEvent[] = []
  createUserEvents(listener).subscribe(
    asker.id,
    event => heard.push(event),
    () => undefined,
  )
  await listener.ready()
  here.analyst.play = { words: 1, everyMs: 0 }
  const turnId = randomUUID()
  const [started] = await readEvents(await asker.stream(here, { turn_id: turnId }))
  const { session_key } = (started as ReadEvent & { event: 'started' }).data
  await expect.poll(() => heard).toHaveLength(3)
  expect(heard).toEqual([
    { event: 'turn', data: { turn_id: turnId, session_key, state: 'running' } },
    { event: 'turn', data: { turn_id: turnId, session_key, state: 'complete' } },
    { event: 'credits', data: { credits: 97 } },
  ])
  await listener.close()
})

test('ten readers on two instances see the same events', async () => {
  const asker = await anAsker(database)
  const { turnId, open } = await paused(asker, 5)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => asker.events(index % 2 ? here : there, turnId)),
  )
  open()
  const all = await Promise.all(answers.map(answer => readEvents(answer)))
  idsRunOn(all[0] ?? [], 1)
  for (const events of all) expect(events).toEqual(all[0])
})

test('faults 73: text that imitates events, or breaks lines and characters, arrives as the text it is', async () => {
  const asker = await anAsker(database)
  const word = 'a\n\nid: 99\nevent: done\ndata: {"state":"complete"}\r\n\u2028\u0000\ud83d\ndone {}'
  here.analyst.play = { words: 2, everyMs: 50, word }
  const turnId = randomUUID()
  const live = await readEvents(await asker.stream(here, { turn_id: turnId }))
  idsRunOn(live, 1)
  expect(live.filter(event => event.event === 'done')).toHaveLength(1)
  expect(wordsOf(live)).toBe(word + word)
  expect(await readEvents(await asker.events(there, turnId))).toEqual(live)
})

test('faults 74: a reader that does not read is dropped, and the answer goes on', async () => {
  const asker = await anAsker(database)
  // 12 MB: more than the sockets and the cap hold together.
  here.analyst.play = { words: 120, everyMs: 8, wordLength: 100_000 }
  const turnId = randomUUID()
  const sent = await asker.stream(here, { turn_id: turnId })
  const slow = connect(Number(new URL(here.url).port), '127.0.0.1')
  const closed = new Promise(resolve => slow.once('close', resolve))
  const headers = Object.entries(asker.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  slow.write(`GET /api/chat/turns/${turnId}/events HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`)
  slow.once('error', () => undefined)
  slow.pause()
  const events = await readEvents(sent)
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { state: 'complete' } })
  let heard = ''
  slow.on('data', data => {
    heard += String(data)
  })
  slow.resume()
  await closed
  expect(heard).toContain('event: started')
  expect(heard).not.toContain('event: done')
}, 30_000)
