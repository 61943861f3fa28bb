import { afterAll, describe, expect, test } from 'vitest'
import type { AnswerDocument } from '../../contract/answer.ts'
import type { ChatMessage } from '../../contract/chat.ts'
import type { Share, SharedAnswer } from '../../contract/shares.ts'
import { createAnalyst, renderHtml } from '../analyst/analyst.ts'
import { createInsights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { type Asker, anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { storeAnswer, storedAnswers } from '../testing/stored-answers.ts'

const builtIn = { provider: 'built-in' } as const
const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
const insights = await createInsights(await panelForTests())
afterAll(() => insights.close())
const analyst = createAnalyst({ insights, models, clock: systemClock })
const database = await testDatabase()
const instance = await chatInstance(database, { analyst, renderHtml })
const asker = await anAsker(database, 1_000)

const get = (path: string, by: Asker = asker) => by.call(instance, 'GET', path)
const read = async <T>(answer: Response | Promise<Response>): Promise<T> => {
  const given = await answer
  expect(given.status).toBe(200)
  return (await given.json()) as T
}

const begins: Record<string, (bytes: Buffer, document: AnswerDocument) => boolean> = {
  csv: (bytes, { tables }) => tables[0]?.columns.every(({ label }) => bytes.includes(label)) ?? false,
  xlsx: bytes => bytes.subarray(0, 2).toString() === 'PK',
  svg: bytes => bytes.includes('<svg'),
  png: bytes => bytes.subarray(1, 4).toString() === 'PNG',
}

/** What is asked next, and the place that the tables of the answer then name. */
const followUps: Record<string, [string, string]> = {
  ask_back: ['cooking oil', 'Nigeria'],
  help: ['GDP of Kenya', 'Kenya'],
  definition: ['GDP of Kenya', 'Kenya'],
  holdings: ['GDP of Kenya', 'Kenya'],
}

/** Asks for every kind of file; one is there where the answer has what it draws from, and else it is not found. */
async function expectFiles(address: string, document: AnswerDocument): Promise<void> {
  const hasChart = document.blocks.some(block => block.type === 'chart')
  for (const [format, isGood] of Object.entries(begins)) {
    const file = await get(`${address}/export?format=${format}`)
    const isThere = format === 'svg' || format === 'png' ? hasChart : document.tables.length > 0
    expect(file.status, format).toBe(isThere ? 200 : 404)
    if (isThere) expect(isGood(Buffer.from(await file.arrayBuffer()), document), format).toBe(true)
  }
}

describe.each(storedAnswers())('an answer stored before documents had queries: %s', (name, stored) => {
  const { document, question } = stored

  test('opens as it was stored, with its words, and is replayed', async () => {
    const { session_key, turn_id } = await storeAnswer(database.pool, asker.id, stored)
    const { thread } = await read<{ thread: ChatMessage[] }>(
      asker.call(instance, 'POST', '/chat/thread', { session_key }),
    )
    expect(thread.map(({ text }) => text)).toEqual([question, undefined])
    expect(thread[1]?.document).toEqual(document)
    const headline = document.blocks.find(block => block.type === 'headline')
    if (headline) expect(thread[1]?.message).toMatch(/^<h2>.+<\/h2>/)
    expect(thread[1]?.message).toBe(renderHtml(document))
    const events = await readEvents(await asker.events(instance, turn_id))
    const blocks = events.filter(({ event }) => event === 'block').map(({ data }) => data)
    expect(blocks).toEqual(document.blocks.map((block, index) => ({ index, block })))
  })

  test('gives its files and the rows of every figure, to its owner and to whoever has the link', async () => {
    const { turn_id } = await storeAnswer(database.pool, asker.id, stored)
    await expectFiles(`/chat/turns/${turn_id}`, document)
    const { code } = await read<Share>(asker.call(instance, 'POST', `/chat/turns/${turn_id}/share`))
    const shared = await read<SharedAnswer>(fetch(`${instance.url}/shared/${code}`))
    const kept = document.blocks.filter(({ type }) => !['followups', 'ask', 'gap'].includes(type))
    expect(shared.question).toBe(question)
    expect(shared.document?.blocks.filter(({ type }) => type !== 'gap')).toEqual(kept)
    expect(shared.document).toMatchObject({
      version: 1,
      claims: document.claims,
      plan: { ask: null, gaps: [] },
    })
    if (shared.document) await expectFiles(`/shared/${code}`, shared.document)
    for (const { id, value } of document.claims.slice(0, 3))
      for (const address of [`/chat/turns/${turn_id}`, `/shared/${code}`])
        expect(await read(get(`${address}/rows?claim=${id}`))).toMatchObject({ claim: { id }, value })
  })

  test('can be asked on from', async () => {
    const { session_key } = await storeAnswer(database.pool, asker.id, stored)
    const [message, place] = followUps[name] ?? ['And in Kenya?', 'Kenya']
    const answer = await read<{ document: AnswerDocument }>(
      asker.call(instance, 'POST', '/chat/reply', { message, session_key }),
    )
    expect(JSON.stringify(answer.document.tables)).toContain(place)
  })
})
