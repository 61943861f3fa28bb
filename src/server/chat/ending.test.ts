import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Asker, anAsker, type ChatInstance, chatInstance, gate } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { type ReadEvent, readEvents, wordsOf } from '../testing/event-reader.ts'
import { waitFor } from '../testing/wait-for.ts'
import { pruneConversations } from './chat.ts'

const database = await testDatabase()
const [here, there] = await Promise.all([chatInstance(database), chatInstance(database)])

interface Begun {
  deaf?: boolean
  instance?: ChatInstance
  words?: number
  /** The words after the fifth wait for it. */
  until?: Promise<void>
}

/** Sends a question that answers a word each 20 ms, and reads up to some word. */
async function begun(asker: Asker, { deaf = false, instance = here, words = 500, until }: Begun = {}) {
  instance.analyst.play = { words, everyMs: 20, deaf, ...(until && { pause: { after: 5, until } }) }
  const turnId = randomUUID()
  const stream = await asker.stream(instance, { turn_id: turnId })
  const rest = asker.events(instance, turnId).then(answer => readEvents(answer))
  const seen = await readEvents(stream, (_, all) => wordsOf(all).includes('w3 '))
  const { session_key: sessionKey } = (seen[0] as ReadEvent & { event: 'started' }).data
  return { turnId, sessionKey, rest }
}

const stop = async (asker: Asker, instance: ChatInstance, turnId: string) => {
  const answer = await asker.call(instance, 'POST', `/chat/turns/${turnId}/stop`)
  return { status: answer.status, body: (await answer.json()) as { state: string } }
}

interface Message {
  from: string
  state?: string
  credits?: number
  document?: { blocks: { type: string }[] } | null
}
async function threadOf(asker: Asker, sessionKey: string): Promise<Message[]> {
  const answer = await asker.call(here, 'POST', '/chat/thread', { session_key: sessionKey })
  return ((await answer.json()) as { thread: Message[] }).thread
}

describe('faults 75: stop', () => {
  test.each([
    ['where it runs', () => here],
    ['from another instance', () => there],
  ])(
    '%s ends the answer long before its end; its part is kept and its share charged',
    async (_, instance) => {
      const asker = await anAsker(database)
      const { turnId, sessionKey, rest } = await begun(asker)
      expect(await stop(asker, instance(), turnId)).toEqual({
        status: 200,
        body: { status: 'OK', state: 'stopped' },
      })
      const events = await rest
      expect(events.slice(-2).map(event => event.data)).toEqual([{ credits: 1 }, { state: 'stopped' }])
      // Two checked blocks of six, so a third of three credits.
      expect(await asker.account()).toEqual({ balance: 99, held: 0, spent: 1 })
      const [, answer] = await threadOf(asker, sessionKey)
      expect(answer).toMatchObject({ state: 'stopped', credits: 1 })
      expect(answer?.document?.blocks.map(block => block.type)).toEqual(['headline', 'table'])
    },
  )

  test('does not wait for an analyst that does not hear it; the events speak for what was made', async () => {
    const asker = await anAsker(database)
    const { turnId, sessionKey, rest } = await begun(asker, { deaf: true })
    expect((await stop(asker, here, turnId)).body.state).toBe('stopped')
    const words = wordsOf(await rest)
    const [, answer] = await threadOf(asker, sessionKey)
    expect(answer?.document?.blocks[2]).toEqual({
      type: 'paragraph',
      checked: false,
      heading: null,
      spans: [{ text: words }],
    })
    expect(await asker.account()).toEqual({ balance: 99, held: 0, spent: 1 })
  })

  test.each([
    ['adds data costs its share of the deep price', true, 4],
    ['adds none costs its share of the quick price', false, 1],
  ])('of Deep Research that %s', async (_, addsData, credits) => {
    const asker = await anAsker(database)
    here.analyst.play = { words: 500, everyMs: 20, outcome: { addsData } }
    const turnId = randomUUID()
    const stream = await asker.stream(here, { turn_id: turnId, think_longer: true })
    await readEvents(stream, (_, all) => wordsOf(all).includes('w3 '))
    expect(await asker.account()).toMatchObject({ held: 10 })
    expect((await stop(asker, here, turnId)).body.state).toBe('stopped')
    expect(await asker.account()).toEqual({ balance: 100 - credits, held: 0, spent: credits })
  })

  test('before anything was delivered costs nothing', async () => {
    const asker = await anAsker(database)
    const never = gate()
    here.analyst.play = { words: 0, everyMs: 0, before: never.opened }
    const turnId = randomUUID()
    const stream = await asker.stream(here, { turn_id: turnId })
    expect((await stop(asker, here, turnId)).body.state).toBe('stopped')
    expect((await readEvents(stream)).at(-2)?.data).toEqual({ credits: 0 })
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  })
})

test('faults 76: stop twice, and after the end, is fine; another user’s turn is not found', async () => {
  const [asker, stranger] = await Promise.all([anAsker(database), anAsker(database)])
  const { turnId } = await begun(asker)
  expect((await stop(stranger, here, turnId)).status).toBe(404)
  const both = await Promise.all([stop(asker, here, turnId), stop(asker, there, turnId)])
  expect(both.map(one => one.status)).toEqual([200, 200])
  expect(await stop(asker, here, turnId)).toEqual({ status: 200, body: { status: 'OK', state: 'stopped' } })
  here.analyst.play = { words: 1, everyMs: 0 }
  const whole = randomUUID()
  await readEvents(await asker.stream(here, { turn_id: whole }))
  expect(await stop(asker, here, whole)).toEqual({ status: 200, body: { status: 'OK', state: 'complete' } })
  expect(await asker.account()).toEqual({ balance: 96, held: 0, spent: 4 })
})

test.each([
  ['where it is answered', () => here],
  ['on another instance', () => there],
])(
  'faults 63: a conversation deleted %s is hidden at once, its answer stopped and its part charged, and then it goes',
  async (_, instance) => {
    const asker = await anAsker(database)
    const { turnId, sessionKey, rest } = await begun(asker)
    const deleted = await asker.call(instance(), 'DELETE', `/chat/sessions/${sessionKey}`)
    expect(deleted.status).toBe(200)
    const history = await asker.call(here, 'GET', '/chat/chat_history')
    expect(await history.json()).toEqual({ sessions: {} })
    await rest
    await pruneConversations(here.ctx, 0)
    await expect.poll(() => asker.account()).toEqual({ balance: 99, held: 0, spent: 1 })
    await pruneConversations(here.ctx, 0)
    for (const [table, column] of [
      ['turn', 'id'],
      ['turn_event', 'turn_id'],
    ])
      expect(
        (await database.pool.query(`select from ${table} where ${column} = $1`, [turnId])).rowCount,
      ).toBe(0)
    const left = await database.pool.query('select from conversation where session_key = $1', [sessionKey])
    expect(left.rowCount).toBe(0)
    expect((await asker.call(here, 'DELETE', `/chat/sessions/${sessionKey}`)).status).toBe(404)
  },
)

test('faults 22: an answer goes on, and is charged once, when its session is superseded', async () => {
  const asker = await anAsker(database)
  const { turnId, rest } = await begun(asker, { words: 20 })
  await database.pool.query(`update sessions set state = 'superseded' where user_id = $1`, [asker.id])
  const refused = await asker.call(here, 'POST', `/chat/turns/${turnId}/stop`)
  expect(refused.status).toBe(409)
  expect((await rest).at(-1)?.data).toEqual({ state: 'complete' })
  expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
})

test('an answer of which was said that it could not be saved is not charged later either', async () => {
  const [instance, asker] = await Promise.all([chatInstance(database, { saveMaxMs: 200 }), anAsker(database)])
  const begin = gate()
  instance.analyst.play = { words: 1, everyMs: 0, before: begin.opened }
  const turnId = randomUUID()
  const stream = await asker.stream(instance, { turn_id: turnId })
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query('select from credit_account where user_id = $1 for update', [asker.id])
  begin.open()
  expect((await readEvents(stream)).at(-1)).toMatchObject({ event: 'error', data: { code: 'not_saved' } })
  await other.query('commit')
  other.release()
  await sleep(300)
  expect(await asker.account()).toEqual({ balance: 100, held: 3, spent: 0 })
  await database.pool.query(`update turn set heartbeat_at = now() - interval '31 seconds' where id = $1`, [
    turnId,
  ])
  await instance.chat.start()
  expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  await instance.close()
})

describe('faults 79: a server that ends', () => {
  test('takes no new question, lets answers end, and stores the late ones as they are, for nothing', async () => {
    const ending = await chatInstance(database)
    const [quick, slow, late] = await Promise.all([anAsker(database), anAsker(database), anAsker(database)])
    const one = await begun(quick, { instance: ending, words: 10 })
    const other = await begun(slow, { instance: ending, words: 5_000 })
    ending.app.isDraining = true
    const drained = ending.chat.drain(700)
    const refused = await late.stream(ending, {})
    expect(refused.status).toBe(503)
    expect(refused.headers.get('connection')).toBe('close')
    await drained
    expect((await one.rest).at(-1)?.data).toEqual({ state: 'complete' })
    expect((await other.rest).at(-1)?.data).toEqual({ state: 'incomplete' })
    expect(await quick.account()).toEqual({ balance: 97, held: 0, spent: 3 })
    expect(await slow.account()).toEqual({ balance: 100, held: 0, spent: 0 })
    expect(await late.account()).toEqual({ balance: 100, held: 0, spent: 0 })
    const [, kept] = await threadOf(slow, other.sessionKey)
    expect(kept).toMatchObject({ state: 'incomplete', credits: 0 })
    await ending.close()
  })

  test('answers the question whose commit was under way', async () => {
    const [ending, asker] = await Promise.all([chatInstance(database), anAsker(database)])
    await database.pool.query(`
      create function slow_commit() returns trigger language plpgsql as 'begin perform pg_sleep(0.4); return null; end';
      create constraint trigger slow_commit after insert on turn deferrable initially deferred
        for each row when (new.user_id = '${asker.id}') execute function slow_commit()`)
    const sent = asker.stream(ending, {}).then(answer => readEvents(answer))
    const isCommitting = async () =>
      (await database.pool.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).rowCount !== 0
    await waitFor('the commit is under way', isCommitting)
    await ending.chat.drain(3_000)
    const stored = await database.pool.query('select state from turn where user_id = $1', [asker.id])
    expect(stored.rows).toEqual([{ state: 'complete' }])
    expect((await sent).at(-1)?.data).toEqual({ state: 'complete' })
    expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
    await database.pool.query('drop trigger slow_commit on turn; drop function slow_commit')
    await ending.close()
  })

  test('does not call an answer done that another instance still writes', async () => {
    const [ending, asker] = await Promise.all([chatInstance(database), anAsker(database)])
    const end = gate()
    const { turnId, rest } = await begun(asker, { words: 10, until: end.opened })
    const body = { message: 'GDP of Ghana', session_key: null, turn_id: turnId }
    const reply = asker.call(ending, 'POST', '/chat/reply', body)
    await sleep(200)
    await ending.chat.drain(0)
    expect((await reply).status).toBe(503)
    end.open()
    expect((await rest).at(-1)?.data).toEqual({ state: 'complete' })
    await ending.close()
  })
})

describe('faults 80: turns whose process is gone', () => {
  /** As a killed process leaves them: events and hold stored, no sign of life. */
  async function abandoned(asker: Asker) {
    const turn = await begun(asker)
    const isStored = async () =>
      (
        await database.pool.query(`select from turn_event where turn_id = $1 and lines like '%w3 %'`, [
          turn.turnId,
        ])
      ).rowCount !== 0
    await waitFor('its words are stored', isStored)
    await database.pool.query(
      `update turn set lease_owner = gen_random_uuid(), heartbeat_at = now() - interval '31 seconds' where id = $1`,
      [turn.turnId],
    )
    return turn
  }

  test('are closed once by three sweepers: the text kept, nothing charged, done told, no hold left', async () => {
    const asker = await anAsker(database)
    const { turnId, sessionKey } = await abandoned(asker)
    const follower = asker.events(there, turnId).then(answer => readEvents(answer))
    const sweepers = await Promise.all([1, 2, 3].map(() => chatInstance(database)))
    await Promise.all(sweepers.map(sweeper => sweeper.chat.start()))
    const events = await follower
    expect(events.filter(event => event.event === 'done')).toHaveLength(1)
    expect(events.slice(-2).map(event => event.data)).toEqual([{ credits: 0 }, { state: 'incomplete' }])
    expect(events.map(event => event.id)).toEqual(events.map((_, index) => index + 1))
    const closings = sweepers
      .flatMap(sweeper => sweeper.lines)
      .filter(line => line.includes('process was gone'))
    expect(closings).toHaveLength(1)
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
    const [, kept] = await threadOf(asker, sessionKey)
    expect(kept).toMatchObject({ state: 'incomplete', credits: 0 })
    expect(JSON.stringify(kept?.document)).toContain('w1 w2 w3')
    await Promise.all(sweepers.map(sweeper => sweeper.close()))
  })

  test('a process that comes back after it was given up neither writes nor charges', async () => {
    const asker = await anAsker(database)
    const { turnId, rest } = await abandoned(asker)
    const sweeper = await chatInstance(database)
    await sweeper.chat.start()
    await rest
    await sleep(300)
    const stored = await database.pool.query('select state, credits from turn where id = $1', [turnId])
    expect(stored.rows).toEqual([{ state: 'incomplete', credits: 0 }])
    const events = await readEvents(await asker.events(there, turnId))
    expect(events.at(-1)?.data).toEqual({ state: 'incomplete' })
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
    await sweeper.close()
  })

  test('a deleted conversation whose process is gone stays until the sweep, then it goes and costs nothing', async () => {
    const asker = await anAsker(database)
    const { sessionKey } = await abandoned(asker)
    await asker.call(there, 'DELETE', `/chat/sessions/${sessionKey}`)
    const sweeper = await chatInstance(database)
    const left = async () => {
      await pruneConversations(there.ctx, 0)
      return (await database.pool.query('select from conversation where session_key = $1', [sessionKey]))
        .rowCount
    }
    expect(await left()).toBe(1)
    await sweeper.chat.start()
    expect(await left()).toBe(0)
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
    await sweeper.close()
  })

  test.each([
    ['cannot be read', `'plan {'`],
    ['make no document', `replace(lines, '"operation":"lookup"', '"operation":"of an older version"')`],
  ])('one whose events %s is closed without its part, and keeps no other open', async (_, lines) => {
    const askers = await Promise.all([anAsker(database), anAsker(database)])
    const turns = await Promise.all(askers.map(asker => abandoned(asker)))
    const [first] = turns.map(turn => turn.turnId).sort()
    await database.pool.query(`update turn_event set lines = ${lines} where turn_id = $1 and first_seq = 2`, [
      first,
    ])
    const sweeper = await chatInstance(database)
    await sweeper.chat.start()
    for (const [at, asker] of askers.entries()) {
      expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
      const { turnId = '', sessionKey = '' } = turns[at] ?? {}
      const [, kept] = await threadOf(asker, sessionKey)
      expect(kept).toMatchObject({ state: 'incomplete', credits: 0 })
      expect(kept?.document === null).toBe(turnId === first)
    }
    await sweeper.close()
  })

  test('turns with a sign of life are left alone', async () => {
    const asker = await anAsker(database)
    const { rest } = await begun(asker, { words: 30 })
    const sweeper = await chatInstance(database)
    await sweeper.chat.start()
    expect((await rest).at(-1)?.data).toEqual({ state: 'complete' })
    await sweeper.close()
  })
})
