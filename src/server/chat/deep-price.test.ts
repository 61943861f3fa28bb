import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import { createAnalyst } from '../analyst/analyst.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { type Asker, anAsker, type ChatInstance, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'

const database = await testDatabase()
let insights: Insights
let instance: ChatInstance
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  instance = await chatInstance(database, {
    analyst: createAnalyst({ insights, models, clock: systemClock }),
  })
}, 120_000)
afterAll(async () => {
  await instance?.close()
  await insights?.close()
})

interface Usage {
  history: { data: { type: string; amount: number; ref: string }[] }
}

/** What each place says that a deep answer cost. */
async function costsOf(asker: Asker, message: string) {
  const turn_id = randomUUID()
  const events = await readEvents(await asker.stream(instance, { message, think_longer: true, turn_id }))
  const [started, charge] = ['started', 'charge'].map(
    name => events.find(({ event }) => event === name)?.data,
  )
  const { session_key } = { session_key: '', ...started }
  const thread = await asker.call(instance, 'POST', '/chat/thread', { session_key })
  const [, answer] = ((await thread.json()) as { thread: ChatMessage[] }).thread
  const usage = (await (await asker.call(instance, 'GET', '/accounts/usage/history')).json()) as Usage
  const spent = usage.history.data.find(({ ref }) => ref === `${session_key}:${turn_id}`)
  const held = await database.pool.query('select amount::int, state from credit_hold where id = $1', [
    turn_id,
  ])
  return { charge, answer: answer?.credits, usage: [spent?.type, spent?.amount], held: held.rows[0] }
}

test('Deep Research that adds no data is charged as a quick answer, everywhere the same; the hold stays the deep price', async () => {
  const asker = await anAsker(database)
  expect(await costsOf(asker, 'GDP of Ghana')).toEqual({
    ...{ charge: { credits: 3 }, answer: 3, usage: ['debit', 3] },
    held: { amount: 10, state: 'settled' },
  })
  expect(await asker.account()).toEqual({ balance: 97, held: 0, spent: 3 })
})

test('who cannot pay the deep price is refused before anything is asked, and prices stay as they are', async () => {
  const asker = await anAsker(database, 9)
  const body = { message: 'GDP of Ghana', session_key: null, think_longer: true }
  const refused = await asker.call(instance, 'POST', '/chat/reply', body)
  expect(refused.status).toBe(402)
  expect(await refused.json()).toMatchObject({ error: { needed: 10, balance: 9 } })
  const credits = await asker.call(instance, 'GET', '/accounts/credits')
  expect(await credits.json()).toMatchObject({ prices: { quick: 3, deep: 10 } })
})
