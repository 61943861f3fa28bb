import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AnswerDocument } from '../../contract/answer.ts'
import type { ChatMessage } from '../../contract/chat.ts'
import type { Share } from '../../contract/shares.ts'
import { type Asker, anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { anAnswer } from '../testing/fake-analyst.ts'
import { aQueryAnswer } from '../testing/query-answer.ts'
import { everyAnswer } from './chat.ts'

const database = await testDatabase()
const instance = await chatInstance(database)
const words = 'This answer could not be shown.'

async function answered(asker: Asker, message: string, session_key: string | null = null) {
  const answer = await asker.call(instance, 'POST', '/chat/reply', { message, session_key })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { session_key: string; turn_id: string }
}

/** A conversation of three answers with a link to the second one, whose document then is what is given. */
async function poisoned(document: string) {
  const asker = await anAsker(database)
  const { session_key } = await answered(asker, 'The first question')
  const { turn_id } = await answered(asker, 'The broken question', session_key)
  await answered(asker, 'The last question', session_key)
  const link = (await (await asker.call(instance, 'POST', `/chat/turns/${turn_id}/share`)).json()) as Share
  await database.pool.query('update turn set document = $1::json, plan = $1::json where id = $2', [
    document,
    turn_id,
  ])
  return { asker, session_key, turn_id, link: `/shared/${link.code}` }
}

const threadOf = async (asker: Asker, session_key: string): Promise<ChatMessage[]> => {
  const answer = await asker.call(instance, 'POST', '/chat/thread', { session_key })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { thread: ChatMessage[] }).thread
}

const good = anAnswer('Words.')
const badPeriod = {
  ...good,
  tables: [{ ...good.tables[0], period: { from: '0-01', to: '9999', grain: 'year', name: null } }],
}

describe.each([
  ['a period that is none', JSON.stringify(badPeriod)],
  ['a version nobody knows', JSON.stringify({ ...good, version: 99 })],
  ['a query that is none', JSON.stringify({ ...aQueryAnswer('Words.'), queries: [{ text: 'show' }] })],
  ['a language nobody writes', JSON.stringify({ ...aQueryAnswer('Words.'), lang: 'xx' })],
  ['queries in a plan’s place', JSON.stringify({ ...aQueryAnswer('Words.'), version: 1 })],
  ['no blocks', JSON.stringify({ ...good, blocks: null })],
  ['a figure that is a list', JSON.stringify({ ...good, claims: [{ id: 'c1', value: [1] }] })],
  ['nothing in it', '{}'],
  ['a list in its place', '[]'],
  ['a word in its place', '"answer"'],
])('a stored document with %s', (_, document) => {
  test('could not be shown, with its question kept and the other answers as they were', async () => {
    const { asker, session_key, turn_id } = await poisoned(document)
    const thread = await threadOf(asker, session_key)
    expect(thread.map(({ from, text }) => (from === 'user' ? text : ''))).toEqual([
      ...['The first question', '', 'The broken question', '', 'The last question', ''],
    ])
    expect(thread[3]).toMatchObject({
      message: words,
      document: null,
      state: 'complete',
      credits: 3,
      turn_id,
    })
    for (const at of [1, 5]) expect(thread[at]?.document).toMatchObject({ data_version: 'test-1' })
  })

  test('gives no rows and no file, and no link to it can be made: 404 with words', async () => {
    const { asker, turn_id, link } = await poisoned(document)
    const shared = await fetch(`${instance.url}${link}`)
    expect(shared.status).toBe(200)
    expect(await shared.json()).toMatchObject({ question: 'The broken question', document: null })
    const formats = ['csv', 'xlsx', 'svg', 'png'].map(format => `export?format=${format}`)
    for (const part of ['rows?claim=c1', ...formats])
      for (const answer of [
        await asker.call(instance, 'GET', `/chat/turns/${turn_id}/${part}`),
        await fetch(`${instance.url}${link}/${part}`),
      ]) {
        expect(answer.status).toBe(404)
        expect(await answer.json()).toMatchObject({ error: { code: 'not_found', message: words } })
      }
    await asker.call(instance, 'DELETE', `/chat${link.replace('shared', 'shares')}`)
    expect((await asker.call(instance, 'POST', `/chat/turns/${turn_id}/share`)).status).toBe(404)
  })

  test('does not keep the conversation from being gone on with, found, listed, replayed and taken along', async () => {
    const { asker, session_key, turn_id } = await poisoned(document)
    await answered(asker, 'And Kenya?', session_key)
    expect(instance.analyst.asked.at(-1)?.history.map(({ plan }) => plan?.operation)).toEqual([
      ...['lookup', undefined, 'lookup'],
    ])
    const again = { message: 'The broken question', session_key, turn_id }
    const repeated = await asker.call(instance, 'POST', '/chat/reply', again)
    expect(await repeated.json()).toMatchObject({ message: words, document: null })
    const found = await asker.call(instance, 'POST', '/chat/search', { text: 'broken' })
    expect(await found.text()).toContain(session_key)
    const history = await asker.call(instance, 'GET', '/chat/chat_history')
    expect(await history.text()).toContain(session_key)
    expect((await readEvents(await asker.events(instance, turn_id))).at(-1)?.event).toBe('done')
    const carried: unknown[] = []
    for await (const answer of everyAnswer(instance.ctx, asker.id)) carried.push(answer)
    expect(carried).toHaveLength(4)
    expect((await asker.call(instance, 'GET', '/accounts/usage/history')).status).toBe(200)
  })
})

test('an answer that does not fit its schema is not stored and costs nothing, and the conversation goes on', async () => {
  const asker = await anAsker(database)
  instance.analyst.play = { words: 3, everyMs: 0, outcome: { document: badPeriod as AnswerDocument } }
  const turn_id = randomUUID()
  const events = await readEvents(await asker.stream(instance, { turn_id }))
  expect(events.slice(-3).map(({ event, data }) => [event, data])).toMatchObject([
    ['error', { code: 'internal' }],
    ['charge', { credits: 0 }],
    ['done', { state: 'failed' }],
  ])
  expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
  const stored = await database.pool.query('select document, plan, html, state from turn where id = $1', [
    turn_id,
  ])
  expect(stored.rows).toEqual([{ document: null, plan: null, html: '', state: 'failed' }])
  expect(instance.lines.join()).toContain('does not fit its schema')
  instance.analyst.play = { words: 3, everyMs: 0 }
  const started = events.find(({ event }) => event === 'started')
  expect(started?.data).toMatchObject({ turn_id })
  const { session_key } = { session_key: '', ...started?.data }
  await answered(asker, 'And Kenya?', session_key)
  expect(await threadOf(asker, session_key)).toHaveLength(4)
})
