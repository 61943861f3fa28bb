import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { answerDocument } from '../../contract/answer.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { askProvider } from '../testing/ask-provider.ts'
import {
  type FakeModelServer,
  type FakeReply,
  type FakeScript,
  startFakeModelServer,
  usualScript,
} from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import type { AnalystOutcome, AnalystQuestion } from './analyst.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

/** The input of a call for the GDP of a country. */
const gdpOf = (country: string, time = 'latest') =>
  JSON.stringify({ text: `show gdp_usd\ncut country ${country}\ntime ${time}` })
const toolTexts = ({ calls }: FakeModelServer) =>
  calls.flatMap(({ messages }) =>
    messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content)),
  )

/** Asks a provider's model, which answers as the script says. */
async function ask(script: FakeScript, asked: Partial<AnalystQuestion> = {}) {
  const server = await startFakeModelServer(script)
  onTestFinished(() => server.close())
  const { outcome, ...rest } = await askProvider({ insights, url: server.url, asked })
  expect(outcome).toMatchObject({ state: 'complete', builtIn: false })
  return { ...rest, outcome: outcome as AnalystOutcome, server }
}

const wordsOf = ({ document }: AnalystOutcome) =>
  document.blocks
    .flatMap(block => ('spans' in block ? block.spans : []))
    .map(({ text }) => text)
    .join('')

test('an answer is a document of queries, in the language of the question', async () => {
  const question = 'Quel est le PIB du Ghana ?'
  const { outcome, view } = await ask(usualScript(), { question })
  const { document } = outcome
  expect(answerDocument.parse(document)).toEqual(document)
  expect(document).toMatchObject({
    ...{ version: 2, lang: 'fr', model: 'openai-compatible/fake' },
    queries: [{ text: 'show gdp_usd\ncut country GHA\ntime latest' }],
  })
  expect(document.claims[0]).toMatchObject({ table: 't1', column: 'c1', entity: 'Ghana', unit: 'US$' })
  expect(view.asked).toMatchObject({ queries: [{ hash: expect.any(String) }], lang: 'fr' })
})

describe('what a model says is not available, or asks back', () => {
  const reason = 'There are no figures for cars.'
  const nearest = { label: 'Economy', question: 'GDP of Kenya' }
  const says: FakeReply = {
    calls: [{ name: 'say_not_available', input: JSON.stringify({ reason, nearest }) }],
  }

  test('is free and stands before its words', async () => {
    const { outcome, view } = await ask((_, at) => (at === 0 ? says : { text: 'Ask for something else.' }))
    expect(outcome).toMatchObject({ free: true, document: { queries: [] } })
    expect(view.blocks[0]).toEqual({ type: 'gap', text: reason, ask: nearest })
  })

  test('is a question with its choices', async () => {
    const choices = [nearest, { label: 'People', question: 'Population of Kenya' }]
    const input = JSON.stringify({ question: 'Which one?', choices })
    const { outcome, view } = await ask((_, at) =>
      at === 0 ? { calls: [{ name: 'ask_back', input }] } : { text: 'Please choose.' },
    )
    expect(outcome).toMatchObject({ free: true })
    expect(view.blocks[0]).toEqual({ type: 'ask', question: 'Which one?', choices })
  })

  test('costs where the rest is answered with figures', async () => {
    const { outcome } = await ask((_, at) => {
      if (at === 0) return says
      return at === 1
        ? { calls: [{ name: 'run_queries', input: gdpOf('GHA') }] }
        : { text: '# GDP in Ghana.\n' }
    })
    expect(outcome).toMatchObject({ free: false, document: { tables: [{ id: 't1' }] } })
  })

  test('has no figure: it is refused to the model', async () => {
    const input = JSON.stringify({ reason: 'It is US$ 999bn.' })
    const { view, server } = await ask((_, at) =>
      at === 0 ? { calls: [{ name: 'say_not_available', input }] } : { text: 'That is all.' },
    )
    expect(toolTexts(server)[0]).toContain('without figures')
    expect(JSON.stringify(view)).not.toContain('999')
  })
})

test('a question that a model offers is shown where it can be answered and is no longer than usual', async () => {
  const good = ['Tea sales in Kenya', 'GDP of Kenya', 'Population of Ghana']
  const offered = [good[0] + ' please'.repeat(40), 'Sales of unicorns in Kenya', ...good]
  const { view } = await ask((_, at) =>
    at === 0
      ? { calls: [{ name: 'run_queries', input: gdpOf('GHA') }] }
      : { text: ['# GDP in Ghana.', ...offered.map(one => `@next Next | ${one}`)].join('\n\n') },
  )
  const next = view.blocks.find(block => block?.type === 'followups')
  expect(next?.type === 'followups' && next.items.map(({ question }) => question)).toEqual(good)
})

test('a figure of one place or market does not pass for that of another', async () => {
  const run = JSON.stringify({
    text: ['KEN', 'GHA'].map(id => `show gdp_usd\ncut country ${id}\ntime 2024`).join('\n---\n'),
  })
  const { outcome } = await ask(({ messages }) => {
    if (JSON.stringify(messages).includes('Rewrite one sentence')) return { text: 'It is what it is.' }
    const results = messages
      .filter(message => message.role === 'tool')
      .map(message => String(message.content))
    if (results.length === 0) return { calls: [{ name: 'run_queries', input: run }] }
    const [kenya = '', ghana = ''] = results.join().match(/US\$ [\d.]+bn/g) ?? []
    return {
      text: `# GDP of two countries.\n\nKenya has ${kenya}. Ghana has ${ghana}. Togo has ${kenya}. Ghana has ${kenya}.\n`,
    }
  })
  const text = wordsOf(outcome)
  expect(text.match(/Kenya has US/g)).toHaveLength(1)
  expect(text.match(/Ghana has US/g)).toHaveLength(1)
  expect(text).not.toContain('Togo has')
})

test.each<[AnalystQuestion['depth'], number]>([
  ['quick', 4],
  ['deep', 8],
])('faults 152: thirty calls of a %s answer run %i queries', async (depth, most) => {
  const calls = Array.from({ length: 30 }, (_, at) => ({
    ...{ name: 'run_queries', input: gdpOf('GHA', String(2001 + (at % 12))) },
  }))
  const { outcome, events, server } = await ask(
    ({ tools }, at) => (at === 0 && tools ? { calls } : { text: 'Done.' }),
    { depth },
  )
  expect(outcome).toMatchObject({ state: 'complete', document: { queries: { length: most } } })
  expect(events.filter(event => event.event === 'result')).toHaveLength(most)
  expect(toolTexts(server).join()).toContain(`at most ${most} queries`)
})
