import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ChatMessage, Conversation } from '../../contract/chat.ts'
import { type Asker, anAsker, chatInstance, gate } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { leastMs } from '../testing/least-ms.ts'
import { pruneConversations } from './chat.ts'

const database = await testDatabase()
const instance = await chatInstance(database)

async function conversationOf(asker: Asker, message = 'GDP of Ghana') {
  const answer = await asker.call(instance, 'POST', '/chat/reply', { message })
  return (await answer.json()) as { session_key: string; turn_id: string }
}

async function sessionsOf(asker: Asker, timezone = 'UTC') {
  const answer = await asker.call(instance, 'GET', '/chat/chat_history', undefined, {
    'x-timezone': timezone,
  })
  return ((await answer.json()) as { sessions: Record<string, Conversation[]> }).sessions
}

async function threadOf(asker: Asker, session_key: string) {
  const answer = await asker.call(instance, 'POST', '/chat/thread', { session_key })
  return ((await answer.json()) as { thread: ChatMessage[] }).thread
}

describe('a thread', () => {
  test('tells question and answer of each turn, oldest first, the typed text escaped', async () => {
    const asker = await anAsker(database)
    const message = '<img src=x onerror=alert(1)>\nGDP & "growth"?'
    const { session_key, turn_id } = await conversationOf(asker, message)
    await asker.call(instance, 'POST', '/chat/reply', { message: 'And Kenya?', session_key })
    const [question, answer, ...more] = await threadOf(asker, session_key)
    expect(question).toMatchObject({
      message: '&lt;img src=x onerror=alert(1)&gt;<br>GDP &amp; &quot;growth&quot;?',
      text: message,
      from: 'user',
      from_user: true,
      turn_id,
    })
    expect(answer).toMatchObject({
      message: '<p>3 blocks</p>',
      from: 'assistant',
      from_user: false,
      turn_id,
      state: 'complete',
      credits: 3,
    })
    expect(answer?.document?.claims).toHaveLength(1)
    expect(more.map(one => one.from)).toEqual(['user', 'assistant'])
    expect(new Set([question, answer, ...more].map(one => one?.id)).size).toBe(4)
  })

  test('shows a turn that is still answered as running, so that a reader can follow it', async () => {
    const asker = await anAsker(database)
    const pause = gate()
    instance.analyst.play = { words: 2, everyMs: 0, pause: { after: 1, until: pause.opened } }
    const turn_id = randomUUID()
    const stream = await asker.stream(instance, { turn_id })
    const [label] = Object.values(await sessionsOf(asker))
    const [question, answer] = await threadOf(asker, label?.[0]?.session_key ?? '')
    expect(question).toMatchObject({ text: 'GDP of Ghana', turn_id })
    expect(answer).toMatchObject({ state: 'running', document: null, message: '', turn_id })
    pause.open()
    await readEvents(stream)
    instance.analyst.play = { words: 3, everyMs: 0 }
  })
})

describe('the history', () => {
  test('groups by when a conversation was last used, newest first, pinned ones before all', async () => {
    const asker = await anAsker(database)
    const keys: string[] = []
    for (const message of ['Oldest', 'Old', 'New', 'Newest'])
      keys.push((await conversationOf(asker, message)).session_key)
    const used = async (key: string | undefined, ago: string) =>
      database.pool.query(
        `update conversation set updated_at = date_trunc('day', now()) + interval '12 hours' - $2::interval
         where session_key = $1`,
        [key, ago],
      )
    await used(keys[0], '200 days')
    await used(keys[1], '3 days')
    await used(keys[2], '1 day')
    await asker.call(instance, 'PATCH', `/chat/sessions/${keys[1]}`, { pinned: true, title: ' Tea, ZA ' })
    const sessions = await sessionsOf(asker)
    expect(Object.keys(sessions).slice(0, 3)).toEqual(['Pinned', 'Today', 'Yesterday'])
    expect(Object.keys(sessions)[3]).toMatch(/^[A-Z][a-z]+ \d{4}$/)
    expect(sessions.Pinned).toEqual([
      {
        session_key: keys[1],
        first_message: 'Old',
        title: 'Tea, ZA',
        pinned: true,
        updated_at: expect.any(String),
      },
    ])
    expect(sessions.Today?.map(one => one.first_message)).toEqual(['Newest'])
  })

  test('no title and no first question turns the direction of writing', async () => {
    const asker = await anAsker(database)
    const { session_key } = await conversationOf(asker, 'Tea\u202e\u2066 in \u200fZA\u061c')
    const edited = await asker.call(instance, 'PATCH', `/chat/sessions/${session_key}`, {
      title: '\u202eAZ ni aeT\u2069',
    })
    expect(edited.status).toBe(200)
    const [list] = Object.values(await sessionsOf(asker))
    expect(list?.[0]).toMatchObject({ title: 'AZ ni aeT', first_message: 'Tea in ZA' })
  })

  test('begins with the first question, cut, on one line; a later one brings it up', async () => {
    const asker = await anAsker(database)
    const first = await conversationOf(asker, ` Long\n\n question ${'😀'.repeat(300)}`)
    const second = await conversationOf(asker, 'Other')
    await asker.call(instance, 'POST', '/chat/reply', { message: 'More', session_key: first.session_key })
    const [list] = Object.values(await sessionsOf(asker))
    expect(list?.map(one => one.session_key)).toEqual([first.session_key, second.session_key])
    expect(list?.[0]?.first_message).toBe(`Long question ${'😀'.repeat(186)}`)
  })
})

test('a title is kept, changed and taken away; one that is too long is invalid', async () => {
  const asker = await anAsker(database)
  const { session_key } = await conversationOf(asker)
  const patch = async (body: object) => {
    const answer = await asker.call(instance, 'PATCH', `/chat/sessions/${session_key}`, body)
    return { status: answer.status, body: (await answer.json()) as Conversation }
  }
  expect((await patch({ title: 'GDP' })).body).toMatchObject({ title: 'GDP', pinned: false })
  expect((await patch({ pinned: true })).body).toMatchObject({ title: 'GDP', pinned: true })
  expect((await patch({})).body).toMatchObject({ title: 'GDP', pinned: true })
  expect((await patch({ title: null, pinned: false })).body).toMatchObject({ title: null, pinned: false })
  expect((await patch({ title: 'x'.repeat(121) })).status).toBe(422)
})

describe('a deleted conversation', () => {
  const remove = (asker: Asker, key: string) => asker.call(instance, 'DELETE', `/chat/sessions/${key}`)
  const restore = (asker: Asker, key: string) => asker.call(instance, 'POST', `/chat/sessions/${key}/restore`)

  test('faults 139: is nowhere to be found at once; deleting it twice is not found', async () => {
    const asker = await anAsker(database)
    const { session_key, turn_id } = await conversationOf(asker)
    expect((await remove(asker, session_key)).status).toBe(200)
    expect((await remove(asker, session_key)).status).toBe(404)
    expect(await sessionsOf(asker)).toEqual({})
    expect((await asker.events(instance, turn_id)).status).toBe(404)
    const again = await asker.call(instance, 'POST', '/chat/reply', { message: 'Still there?', session_key })
    expect(again.status).toBe(404)
    expect(await asker.account()).toMatchObject({ spent: 3, held: 0 })
  })

  test('comes back whole when it is restored, as often as that is asked; nobody else can', async () => {
    const [asker, stranger] = await Promise.all([anAsker(database), anAsker(database)])
    const { session_key } = await conversationOf(asker)
    const before = [await sessionsOf(asker), await threadOf(asker, session_key)]
    await remove(asker, session_key)
    expect((await restore(stranger, session_key)).status).toBe(404)
    expect(await sessionsOf(asker)).toEqual({})
    for (let time = 0; time < 2; time += 1) {
      expect(await (await restore(asker, session_key)).json()).toMatchObject({ session_key })
      expect([await sessionsOf(asker), await threadOf(asker, session_key)]).toEqual(before)
    }
    expect(
      await (await asker.call(instance, 'POST', '/chat/reply', { message: 'More', session_key })).json(),
    ).toMatchObject({ session_key })
  })

  test('goes for good, with its turns and their events, once its time is over', async () => {
    const asker = await anAsker(database)
    const { session_key, turn_id } = await conversationOf(asker)
    const other = await conversationOf(asker, 'Kept')
    await remove(asker, session_key)
    await pruneConversations(instance.ctx)
    expect((await restore(asker, session_key)).status).toBe(200)
    await remove(asker, session_key)
    await database.pool.query(
      `update conversation set deleted_at = now() - interval '11 minutes' where session_key = $1`,
      [session_key],
    )
    await pruneConversations(instance.ctx)
    expect((await restore(asker, session_key)).status).toBe(404)
    for (const [table, column] of [
      ['turn', 'id'],
      ['turn_event', 'turn_id'],
    ]) {
      const left = await database.pool.query(`select from ${table} where ${column} = $1`, [turn_id])
      expect(left.rowCount).toBe(0)
    }
    expect(await threadOf(asker, other.session_key)).toHaveLength(2)
  })
})

describe('evidence and exports', () => {
  test('a claim opens its row, column, value and sources; an unknown one is not found', async () => {
    const asker = await anAsker(database)
    const { turn_id } = await conversationOf(asker)
    const rows = (claim: string) => asker.call(instance, 'GET', `/chat/turns/${turn_id}/rows?claim=${claim}`)
    expect(await (await rows('c1')).json()).toMatchObject({
      claim: { id: 'c1', shown: 'US$ 82.3bn' },
      table: { id: 't1' },
      row: 1,
      column: { key: 'gdp', unit: 'US$' },
      value: 82.3,
      sources: [{ id: 's1', licence: 'CC BY 4.0' }],
      data_version: 'test-1',
    })
    for (const claim of ['c2', '__proto__', '', '%00']) expect((await rows(claim)).status).toBe(404)
  })

  test('tables leave as a file that no browser runs; what an answer lacks is not found', async () => {
    const asker = await anAsker(database)
    const { turn_id } = await conversationOf(asker)
    const file = (query: string) => asker.call(instance, 'GET', `/chat/turns/${turn_id}/export?${query}`)
    const csv = await file('format=csv')
    expect(csv.status).toBe(200)
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9.-]+\.csv"$/)
    expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await csv.text()).toContain('82.3')
    const xlsx = await file('format=xlsx&table=t1')
    expect(
      Buffer.from(await xlsx.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    expect((await file('format=csv&table=t9')).status).toBe(404)
    expect((await file('format=svg')).status).toBe(404)
    expect((await file('format=exe')).status).toBe(400)
  })
})

test('faults 136: with 10,000 messages and answers of a megabyte, list and first page come before all could be read', async () => {
  const asker = await anAsker(database)
  const { session_key } = await conversationOf(asker)
  await database.pool.query(
    `insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, html, ended_at)
     select gen_random_uuid(), $1, $2, 'Question ' || n, 'quick', false, 'complete', gen_random_uuid(),
       repeat('long answer ', case when n % 1000 = 0 then 90000 else 10 end), now()
     from generate_series(1, 4999) n`,
    [session_key, asker.id],
  )
  // The floor is measured in between, so that a busy machine slows both.
  const readAllMs = () =>
    leastMs(() => database.pool.query('select html from turn where user_id = $1', [asker.id]))
  expect(await leastMs(() => sessionsOf(asker))).toBeLessThan(await readAllMs())
  expect(await leastMs(() => threadOf(asker, session_key))).toBeLessThan(2 * (await readAllMs()))
  const thread = await threadOf(asker, session_key)
  expect(thread.at(-2)?.text).toBe('Question 4999')
  expect(thread).toHaveLength(20)
  const texts: string[] = []
  for (let before: string | undefined, pages = 0; pages < 501; pages += 1) {
    const answer = await asker.call(instance, 'POST', '/chat/thread', { session_key, before })
    const page = (await answer.json()) as { thread: ChatMessage[]; earlier?: boolean }
    texts.unshift(...page.thread.flatMap(message => message.text ?? []))
    before = page.thread[0]?.turn_id
    if (!page.earlier) break
  }
  expect(texts).toEqual([
    'GDP of Ghana',
    ...Array.from({ length: 4_999 }, (_, index) => `Question ${index + 1}`),
  ])
}, 60_000)
