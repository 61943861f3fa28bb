import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../contract/plan.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { askProvider } from '../testing/ask-provider.ts'
import { startFakeModelServer } from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { type AnalystOutcome, createAnalyst } from './analyst.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

type Depth = Plan['depth']
const beerInZimbabwe = { operation: 'segment_profile', segments: ['beer'], countries: ['ZWE'] }
const gdpOfGhana = { operation: 'lookup', measures: ['gdp_usd'], countries: ['GHA'] }

async function askBuiltIn(question: string, depth: Depth): Promise<AnalystOutcome> {
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  const analyst = createAnalyst({ insights, models, clock: systemClock })
  const { signal } = new AbortController()
  return analyst.answer({ question, depth, history: [], today: '2026-11-21', signal }, () => {})
}

/** What comes of a provider's model that runs these plans, one after the other, and then writes. */
async function askModel(plans: object[], depth: Depth, its = insights): Promise<AnalystOutcome> {
  const server = await startFakeModelServer((_, at) =>
    plans[at]
      ? { calls: [{ name: 'run_plan', input: JSON.stringify(plans[at]) }] }
      : { text: '# It is so.\n' },
  )
  onTestFinished(() => server.close())
  const { outcome } = await askProvider({ insights: its, url: server.url, asked: { depth } })
  expect(outcome).toMatchObject({ state: 'complete' })
  return outcome as AnalystOutcome
}

const rolesOf = ({ document }: AnalystOutcome) => document.tables.map(({ role }) => role)

describe('a deep answer adds data', () => {
  test('where a provider’s model runs plans with more tables, at the depth that was asked for and not the one it names', async () => {
    const deep = await askModel([gdpOfGhana, beerInZimbabwe], 'deep')
    expect(rolesOf(deep)).toContain('peers')
    expect(deep.addsData).toBe(true)
    const quick = await askModel([{ ...beerInZimbabwe, depth: 'deep' }], 'quick')
    expect(rolesOf(quick)).not.toContain('peers')
    expect(quick.addsData).toBe(false)
  })
})

describe('a deep answer adds no data', () => {
  test.each(['GDP of Ghana', 'Show the trend of GDP in Nigeria', 'top 5 countries by tea sales'])(
    'where it runs one plan at either depth: %s',
    async question => expect((await askBuiltIn(question, 'deep')).addsData).toBe(false),
  )

  test.each([
    'What is the feasibility of the diaper market in Ghana?',
    'What was tea consumer behaviour in South Africa in the last calendar year?',
    'Who are the key players in the beverage industry in Kenya?',
    'help',
  ])('where its tables are those of the quick answer, cell by cell: %s', async question => {
    const [quick, deep] = [await askBuiltIn(question, 'quick'), await askBuiltIn(question, 'deep')]
    expect(deep.document.tables).toEqual(quick.document.tables)
    expect(deep.addsData).toBe(false)
  })

  test('where a provider’s model runs plans that come out the same at either depth', async () => {
    expect((await askModel([gdpOfGhana, { ...gdpOfGhana, countries: ['KEN'] }], 'deep')).addsData).toBe(false)
    expect((await askModel([], 'deep')).addsData).toBe(false)
  })

  test('where that it does could not be found out; the answer itself is whole', async () => {
    const failing: Insights = {
      ...insights,
      runPlan: (plan, options) =>
        plan.depth === 'quick' ? Promise.reject(new Error('away')) : insights.runPlan(plan, options),
    }
    const deep = await askModel([gdpOfGhana, beerInZimbabwe], 'deep', failing)
    expect(rolesOf(deep)).toContain('peers')
    expect(deep).toMatchObject({ state: 'complete', addsData: false })
  })
})
