import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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

type Depth = AnalystQuestion['depth']
const gdpOf = (country: string) => `show gdp_usd\ncut country ${country}\ntime latest`
const five = ['GHA', 'KEN', 'NGA', 'UGA', 'ZWE'].map(gdpOf)

async function askBuiltIn(question: string, depth: Depth): Promise<AnalystOutcome> {
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  const analyst = createAnalyst({ insights, models, clock: systemClock })
  const { signal } = new AbortController()
  return analyst.answer({ question, depth, history: [], today: '2026-11-21', signal }, () => {})
}

/** What comes of a provider's model that makes these calls, one after the other, and then writes. */
async function askModel(texts: readonly string[], depth: Depth): Promise<AnalystOutcome> {
  const server = await startFakeModelServer((_, at) => {
    const text = texts[at]
    return text === undefined
      ? { text: '# It is so.\n' }
      : { calls: [{ name: 'run_queries', input: JSON.stringify({ text }) }] }
  })
  onTestFinished(() => server.close())
  const { outcome } = await askProvider({ insights, url: server.url, asked: { depth } })
  expect(outcome).toMatchObject({ state: 'complete' })
  return outcome as AnalystOutcome
}

test('a deep answer adds data where a model runs more queries than a quick answer may', async () => {
  const deep = await askModel(five, 'deep')
  expect(deep.document.tables).toHaveLength(5)
  expect(deep.addsData).toBe(true)
  const quick = await askModel(five, 'quick')
  expect(quick.document.tables).toHaveLength(4)
  expect(quick.addsData).toBe(false)
})

describe('a deep answer adds no data', () => {
  test.each([
    'GDP of Ghana',
    'What is the feasibility of the diaper market in Ghana?',
    'Who are the key players in the beverage industry in Kenya?',
    'help',
  ])('where its tables are those of the quick answer, cell by cell: %s', async question => {
    const [quick, deep] = [await askBuiltIn(question, 'quick'), await askBuiltIn(question, 'deep')]
    expect(deep.document.tables).toEqual(quick.document.tables)
    expect(deep.addsData).toBe(false)
  })

  test.each([
    ['runs no more queries than a quick answer may', five.slice(0, 4)],
    ['runs none', []],
    ['runs one of them again and again', Array<string>(6).fill(gdpOf('GHA'))],
    [
      'runs more of them without a figure',
      [0, 1, 2, 3, 4].map(at => `show gdp_usd\ncut country ERI\ntime ${2015 + at}`),
    ],
  ])('where a model %s', async (_, texts) => {
    expect((await askModel(texts, 'deep')).addsData).toBe(false)
  })
})
