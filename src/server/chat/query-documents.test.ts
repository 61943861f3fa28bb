import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import type { Share, SharedAnswer } from '../../contract/shares.ts'
import { renderHtml } from '../analyst/analyst.ts'
import { type Asker, anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { aQueryAnswer, gdpOfTwo, suggested } from '../testing/query-answer.ts'

const database = await testDatabase()
const instance = await chatInstance(database, { renderHtml })
const whole = aQueryAnswer('w1 w2 w3 ')

async function answered(asker: Asker, body: object = {}) {
  instance.analyst.play = { words: 3, everyMs: 0, answer: aQueryAnswer }
  const asked = { message: 'PIB du Kenya et du Ghana', session_key: null, ...body }
  const answer = await asker.call(instance, 'POST', '/chat/reply', asked)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { session_key: string; turn_id: string; document: unknown }
}

async function storedAnswer(asker: Asker, session_key: string): Promise<ChatMessage | undefined> {
  const answer = await asker.call(instance, 'POST', '/chat/thread', { session_key })
  return ((await answer.json()) as { thread: ChatMessage[] }).thread.at(-1)
}

const lastAsked = () => instance.analyst.asked.at(-1)

describe('an answer to queries', () => {
  test('is answered, stored and opened with its queries and language', async () => {
    const asker = await anAsker(database)
    const { session_key, document } = await answered(asker)
    expect(document).toEqual(whole)
    expect(await storedAnswer(asker, session_key)).toMatchObject({
      document: whole,
      message: renderHtml(whole),
      state: 'complete',
      credits: 3,
    })
  })

  test('streams how the question was read, and is replayed by its events and without them', async () => {
    const asker = await anAsker(database)
    instance.analyst.play = { words: 3, everyMs: 0, answer: aQueryAnswer }
    const turn_id = randomUUID()
    const events = await readEvents(await asker.stream(instance, { turn_id }))
    const { queries, lang, plan_words: words } = whole
    expect(events.find(({ event }) => event === 'plan')?.data).toEqual({ queries, lang, words })
    expect(await readEvents(await asker.events(instance, turn_id))).toEqual(events)
    await database.pool.query('delete from turn_event where turn_id = $1', [turn_id])
    const replayed = await readEvents(await asker.events(instance, turn_id))
    const blocks = replayed.filter(({ event }) => event === 'block').map(({ data }) => data)
    expect(blocks).toEqual(whole.blocks.map((block, index) => ({ index, block })))
  })

  test('that broke off is kept as far as it came, with its queries', async () => {
    const asker = await anAsker(database)
    const failure = new Error('the process ended')
    instance.analyst.play = { words: 2, everyMs: 0, answer: aQueryAnswer, failure }
    const turn_id = randomUUID()
    const events = await readEvents(await asker.stream(instance, { turn_id }))
    const started = events.find(({ event }) => event === 'started')
    const { session_key } = { session_key: '', ...started?.data }
    const part = await storedAnswer(asker, session_key)
    expect(part).toMatchObject({ state: 'incomplete', credits: 0 })
    const { queries, lang, plan_words, tables, claims } = whole
    expect(part?.document).toMatchObject({ version: 2, queries, lang, plan_words, tables, claims, model: '' })
    expect(part?.document?.blocks).toHaveLength(3)
  })

  test('gives its files and rows, to its owner and behind a link, where nothing is offered', async () => {
    const asker = await anAsker(database)
    const { turn_id } = await answered(asker)
    const made = await asker.call(instance, 'POST', `/chat/turns/${turn_id}/share`)
    const { code } = (await made.json()) as Share
    const shared = (await (await fetch(`${instance.url}/shared/${code}`)).json()) as SharedAnswer
    const { suggestions: _, blocks, ...rest } = whole
    expect(shared.document).toEqual({ ...rest, blocks: blocks.filter(({ type }) => type !== 'followups') })
    for (const address of [`/chat/turns/${turn_id}`, `/shared/${code}`]) {
      const csv = await asker.call(instance, 'GET', `${address}/export?format=csv`)
      expect(await csv.text()).toContain('KEN,Kenya,2024,120.3')
      const xlsx = await asker.call(instance, 'GET', `${address}/export?format=xlsx`)
      expect(Buffer.from(await xlsx.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK')
      expect((await asker.call(instance, 'GET', `${address}/export?format=svg`)).status).toBe(404)
      const rows = await asker.call(instance, 'GET', `${address}/rows?claim=c1`)
      expect(await rows.json()).toMatchObject({ claim: { id: 'c1' }, value: 82.3 })
    }
  })

  test('hands its queries, its language and what its rows were on to the next question', async () => {
    const asker = await anAsker(database)
    const { session_key } = await answered(asker)
    await answered(asker, { message: 'Et le second ?', session_key })
    expect(lastAsked()?.history).toEqual([
      {
        question: 'PIB du Kenya et du Ghana',
        plan: null,
        asks: { lang: 'fr', queries: [gdpOfTwo], shown: [{ dim: 'country', ids: ['KEN', 'GHA'] }] },
        entities: ['KEN', 'Kenya', 'GHA', 'Ghana', 'Total'],
        text: expect.stringContaining('w1 w2 w3'),
        document: expect.any(Function),
      },
    ])
    expect(await lastAsked()?.history[0]?.document?.()).toMatchObject({ version: 2, lang: 'fr' })
  })

  test('whose stored queries cannot be read is remembered by its words alone', async () => {
    const asker = await anAsker(database)
    const { session_key, turn_id } = await answered(asker)
    await database.pool.query(`update turn set asks = '{"queries": [{"show": 1}]}' where id = $1`, [turn_id])
    await answered(asker, { message: 'Et le second ?', session_key })
    expect(lastAsked()?.history).toMatchObject([
      { plan: null, asks: null, text: expect.stringContaining('w1') },
    ])
  })
})

describe('a picked suggestion', () => {
  const { item, text } = suggested
  const pick = async (asker: Asker, body: object) => {
    const { session_key } = await answered(asker)
    await answered(asker, { session_key, message: item.question, suggestion_id: item.suggestion_id, ...body })
    return lastAsked()?.suggestion
  }

  test('is asked with the queries behind it, in the language of the answer that made it', async () => {
    expect(await pick(await anAsker(database), {})).toEqual({ text, lang: 'fr' })
    expect(await pick(await anAsker(database), { message: ` ${item.question}\n` })).toEqual({
      text,
      lang: 'fr',
    })
  })

  test.each([
    ['other words', { message: 'Et par habitant en 2020 ?' }],
    ['an id that nothing has', { suggestion_id: 'per-hea' }],
    ['an id that is a pattern', { suggestion_id: '%_"\\' }],
    ['no id', { suggestion_id: null }],
  ])('with %s is read as it is written', async (_, body) => {
    expect(await pick(await anAsker(database), body)).toBeNull()
  })

  test('is known in its own conversation only', async () => {
    const asker = await anAsker(database)
    await answered(asker)
    const other = await answered(asker, { message: 'Autre chose' })
    await database.pool.query('update turn set asks = null where id = $1', [other.turn_id])
    const { session_key } = other
    await answered(asker, { session_key, message: item.question, suggestion_id: item.suggestion_id })
    expect(lastAsked()?.suggestion).toBeNull()
    await answered(asker, { message: item.question, suggestion_id: item.suggestion_id })
    expect(lastAsked()?.suggestion).toBeNull()
  })
})
