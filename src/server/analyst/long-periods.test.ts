import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { answerDocument } from '../../contract/answer.ts'
import { emptyPlan, type Period, type Plan } from '../../contract/plan.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { askProvider } from '../testing/ask-provider.ts'
import { startFakeModelServer } from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { type AnalystOutcome, type AnalystQuestion, createAnalyst } from './analyst.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

/** What the model was answered to its call. */
let answerToModel = ''

/** What comes of a model's call with this query, after which it writes a sentence. */
async function answerTo(...lines: string[]): Promise<AnalystOutcome> {
  const server = await startFakeModelServer(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role !== 'tool')
      return { calls: [{ name: 'run_queries', input: JSON.stringify({ text: lines.join('\n') }) }] }
    answerToModel = String(last.content)
    return { text: '# Tea in Kenya.\n' }
  })
  onTestFinished(() => server.close())
  const { outcome } = await askProvider({ insights, url: server.url })
  expect(outcome).toMatchObject({ state: 'complete' })
  return outcome as AnalystOutcome
}

const tea = 'cut country KEN, segment tea'

describe('a query with a period far beyond what is available', () => {
  test.each([
    ['months', 'rows month', '0000-01..9999-12', 84],
    ['years', 'rows year', '0000..9999', 7],
  ])('has rows for the %s that are available', async (_, rows, time, most) => {
    const { document } = await answerTo('show panel_value_usd', rows, tea, `time ${time}`)
    expect(answerDocument.safeParse(document).error).toBeUndefined()
    for (const table of document.tables) expect(table.rows.length).toBeLessThanOrEqual(most)
    if (document.tables.length === 0) expect(answerToModel).toMatch(/\d{4}/)
  })

  test('has at most 600 rows where several measures reach back far', async () => {
    const { document } = await answerTo('show gdp_usd, population', 'rows year', 'time 0000..9999')
    for (const table of document.tables) expect(table.rows.length).toBeLessThanOrEqual(600)
  })

  test('is refused to the model where no figure will ever be available for it', async () => {
    const { document } = await answerTo('show panel_value_usd', 'rows year', tea, 'time 0000..0012')
    expect(document.tables).toEqual([])
    expect(answerToModel).toContain('2019')
  })
})

test('a period far beyond what is available is answered when it comes from a typed question or from a stored plan', async () => {
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  const analyst = createAnalyst({ insights, models, clock: systemClock })
  const period: Period = { from: '0000-01', to: '9999-12', grain: 'month', name: null }
  const teaInKenya = { measures: ['panel_value_usd'], segments: ['tea'], countries: ['KEN'] }
  const plan: Plan = { ...emptyPlan, operation: 'trend', ...teaInKenya, by: 'month', period }
  const earlier = { question: 'Tea in Kenya by month', plan, asks: null, entities: ['KEN'], text: '' }
  for (const [question, history] of [
    ['Monthly tea sales in Kenya from January 0000 to December 9999', []],
    ['Monthly tea sales in Kenya from 1900 to 2099', []],
    ['and in Ghana?', [earlier]],
  ] satisfies [string, AnalystQuestion['history']][]) {
    const { signal } = new AbortController()
    const asked = { question, history, depth: 'quick', today: '2026-11-21', signal } as const
    const { document } = await analyst.answer(asked, () => {})
    expect(answerDocument.safeParse(document).error).toBeUndefined()
    for (const table of document.tables) expect(table.rows.length).toBeLessThanOrEqual(600)
  }
})
