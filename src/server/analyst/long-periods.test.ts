import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { answerDocument } from '../../contract/answer.ts'
import { emptyPlan, type Period, type Plan } from '../../contract/plan.ts'
import { createInsights, type Insights, withAvailablePeriods } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { askProvider } from '../testing/ask-provider.ts'
import { startFakeModelServer } from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { planOf } from '../testing/plan-of.ts'
import { type AnalystOutcome, type AnalystQuestion, createAnalyst } from './analyst.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

const teaInKenya = { measures: ['panel_value_usd'], segments: ['tea'], countries: ['KEN'] }

/** What the model was answered to its call. */
let answerToModel = ''

/** What comes of a model's call with this plan, after which it writes a sentence. */
async function answerTo(plan: object): Promise<AnalystOutcome> {
  const server = await startFakeModelServer(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role !== 'tool') return { calls: [{ name: 'run_plan', input: JSON.stringify(plan) }] }
    answerToModel = String(last.content)
    return { text: '# Tea in Kenya.\n' }
  })
  onTestFinished(() => server.close())
  const { outcome } = await askProvider({ insights, url: server.url })
  expect(outcome).toMatchObject({ state: 'complete' })
  return outcome as AnalystOutcome
}

const gapsOf = ({ document }: AnalystOutcome) =>
  document.blocks.flatMap(block => (block.type === 'gap' ? [block.text] : []))

describe('a plan with a period far beyond what is available', () => {
  test('is answered for the months that are available, and the answer says so first', async () => {
    const outcome = await answerTo({
      ...{ operation: 'trend', ...teaInKenya, by: 'month' },
      period: { from: '0000-01', to: '9999-12', grain: 'month' },
    })
    const { document } = outcome
    expect(answerDocument.safeParse(document).error).toBeUndefined()
    expect(planOf(document).period).toEqual({ from: '2019-01', to: '2025-12', grain: 'month', name: null })
    expect(document.tables.find(table => table.role === 'trend')?.rows).toHaveLength(84)
    expect(document.blocks[0]).toMatchObject({ type: 'gap' })
    expect(gapsOf(outcome)).toEqual([
      'There is data for a part of Jan 0000–Dec 9999 only: figures are available from Jan 2019 to Dec 2025.',
    ])
  })

  test('is answered for the years that are available', async () => {
    const outcome = await answerTo({
      ...{ operation: 'trend', ...teaInKenya },
      period: { from: '0000', to: '9999', grain: 'year' },
    })
    expect(answerDocument.safeParse(outcome.document).error).toBeUndefined()
    expect(planOf(outcome.document).period).toMatchObject({ from: '2019', to: '2025' })
  })

  test('asks for at most 600 periods where several measures reach back far', async () => {
    const outcome = await answerTo({
      ...{ operation: 'trend', ...teaInKenya, measures: ['panel_value_usd', 'gdp_usd'], by: 'month' },
      period: { from: '0000-01', to: '9999-12', grain: 'month' },
    })
    for (const table of outcome.document.tables) expect(table.rows.length).toBeLessThanOrEqual(600)
  })

  test('is refused to the model where no figure will ever be available for it', async () => {
    const period = { from: '0000', to: '0012', grain: 'year' }
    const outcome = await answerTo({ operation: 'trend', ...teaInKenya, period })
    expect(outcome.document.tables).toEqual([])
    expect(answerToModel).toContain('no data for 0000 to 0012')
  })

  test('is not cut, and nothing is said, where it lies within what is available', async () => {
    const period = { from: '2023', to: '2024', grain: 'year', name: null }
    const outcome = await answerTo({ operation: 'trend', ...teaInKenya, period })
    expect(planOf(outcome.document).period).toEqual(period)
    expect(gapsOf(outcome)).toEqual([])
  })

  test('is answered when it comes from a typed question or from the plan of an earlier turn', async () => {
    const builtIn = { provider: 'built-in' } as const
    const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
    const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
    const analyst = createAnalyst({ insights, models, clock: systemClock })
    const period: Period = { from: '0000-01', to: '9999-12', grain: 'month', name: null }
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
})

test.each([
  ['1990', '2030', 'There is data for a part of 1990–2030 only: figures are available from 2000 to 2025.'],
  ['2026', '2040', 'There is no data for 2026–2040: figures are available from 2000 to 2025.'],
])('a period of years from %s to %s is said to be cut in years', (from, to, reason) => {
  const period = { from, to, grain: 'year' as const, name: null }
  const plan = { ...emptyPlan, operation: 'trend' as const, measures: ['gdp_usd'], period }
  expect(withAvailablePeriods(insights.catalogue, plan).gaps).toMatchObject([{ kind: 'period', reason }])
})
