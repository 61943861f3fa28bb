import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createInsights, type Insights } from '../insights/insights.ts'
import { providerAnalyst } from '../testing/ask-provider.ts'
import { anAsker, chatInstance } from '../testing/chat-world.ts'
import { testDatabase } from '../testing/database.ts'
import { readEvents } from '../testing/event-reader.ts'
import { startFakeModelServer } from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'

const database = await testDatabase()
let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

const queries = JSON.stringify({ text: 'show gdp_usd\ncut country GHA\ntime latest' })
const half = 'data: {"choices":[{"delta":{"content":"'
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

test.each([
  ['a line without an end', { raw: chunk('Tea is sold.\n\n') + half, endless: () => 'x'.repeat(16_384) }],
  ['text without an end', { endless: () => chunk('Tea is sold in Kenya. ').repeat(100) }],
])(
  'an answer whose model sends %s ends incomplete and costs nothing, and the next one is answered',
  async (_, reply) => {
    let isEndless = true
    const server = await startFakeModelServer(({ messages }) => {
      if (messages.at(-1)?.role !== 'tool') return { calls: [{ name: 'run_queries', input: queries }] }
      return isEndless ? reply : { text: '# GDP in Ghana.\n' }
    })
    onTestFinished(() => server.close())
    const instance = await chatInstance(database, { analyst: providerAnalyst({ insights, url: server.url }) })
    const asker = await anAsker(database)
    const turn_id = randomUUID()
    const events = await readEvents(await asker.stream(instance, { turn_id }))
    expect(events.slice(-3).map(({ event, data }) => [event, data])).toMatchObject([
      ['error', { code: 'unavailable' }],
      ['charge', { credits: 0 }],
      ['done', { state: 'incomplete' }],
    ])
    await expect.poll(server.aborted).toBe(1)
    expect(await asker.account()).toEqual({ balance: 100, held: 0, spent: 0 })
    isEndless = false
    const next = await readEvents(await asker.stream(instance, {}))
    expect(next.at(-1)?.data).toEqual({ state: 'complete' })
    await instance.close()
  },
)
