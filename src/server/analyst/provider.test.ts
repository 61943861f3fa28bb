import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Span } from '../../contract/answer.ts'
import { emptyPlan } from '../../contract/plan.ts'
import { applyTurnEvent, emptyTurnView } from '../../contract/turn-view.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { AppError } from '../platform/errors.ts'
import { askProvider } from '../testing/ask-provider.ts'
import {
  type FakeModelServer,
  type FakeReply,
  type FakeScript,
  startFakeModelServer,
} from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import type { LoopCaps } from './agent-loop.ts'
import type { AnalystQuestion } from './analyst.ts'

const key = 'sk-test-of-the-provider-key'
let insights: Insights
let server: FakeModelServer | null = null

beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())
afterEach(async () => {
  await server?.close()
  server = null
})

/** The input of a call for the GDP of countries. */
const gdpOf = (countries: string, time = '2015..2024') =>
  JSON.stringify({ text: `show gdp_usd\nrows year\ncut country ${countries}\ntime ${time}` })
const callQueries: FakeReply = { calls: [{ name: 'run_queries', input: gdpOf('GHA') }] }
const toolTexts = (script: FakeModelServer | null) =>
  script?.calls.flatMap(call =>
    call.messages.filter(message => message.role === 'tool').map(message => String(message.content)),
  ) ?? []

/** Asks the provider's model, which answers as the script says. */
async function ask(
  script: FakeScript,
  caps: Partial<LoopCaps> = {},
  signal = new AbortController().signal,
  history: AnalystQuestion['history'] = [],
) {
  server = await startFakeModelServer(script)
  return askProvider({ insights, url: server.url, key, caps, asked: { signal, history } })
}

const written =
  (text: string, extra: FakeReply = {}): FakeScript =>
  ({ messages }) =>
    messages.at(-1)?.role === 'tool' || messages.some(message => message.role === 'tool')
      ? { text, ...extra }
      : callQueries

/** The true figure, as printed, taken from the tool's results. */
function figureOf(texts: string[]): string {
  return /US\$ [\d.]+bn/.exec(texts.join(' '))?.[0] ?? ''
}

const truth: FakeScript = ({ messages }) => {
  const results = messages.filter(message => message.role === 'tool').map(message => String(message.content))
  if (results.length === 0) return callQueries
  const figure = figureOf(results)
  return {
    text: `# GDP in Ghana is ${figure}.\n\nThe economy came to ${figure}. A larger economy buys more.\n\n@chart t1\n\n@next Population | What is the population of Ghana?\n`,
  }
}

const spansOf = (outcome: unknown): Span[] => {
  if (!outcome || typeof outcome !== 'object' || !('document' in outcome)) return []
  const { document } = outcome as { document: { blocks: { type: string; spans?: Span[] }[] } }
  return document.blocks.flatMap(block => block.spans ?? [])
}
const textOf = (spans: readonly Span[]) => spans.map(span => span.text).join('')

describe('provisional, then verified', () => {
  test('words show unchecked as they come; figures that hold become claims and their blocks turn checked', async () => {
    const { outcome, events, view } = await ask((call, at) => ({ ...truth(call, at), paceMs: 10 }))
    expect(outcome).toMatchObject({ state: 'complete', builtIn: false })
    expect(events.some(event => event.event === 'delta')).toBe(true)
    const first = events.find(event => event.event === 'block')
    expect(first).toMatchObject({ data: { block: { checked: false } } })
    expect(view.blocks.every(block => block === null || !('checked' in block) || block.checked)).toBe(true)
    expect(
      spansOf(outcome)
        .filter(span => span.claim)
        .map(span => span.text),
    ).toEqual(Array(2).fill(figureOf(toolTexts(server))))
    expect(view.blocks.some(block => block?.type === 'chart')).toBe(true)
    expect(view.blocks.some(block => block?.type === 'sources')).toBe(true)
  })

  test('nothing unverified looks verified at any moment of the stream', async () => {
    const { events } = await ask(
      written('# Ghana is worth US$ 999bn.\n\nIt grew 88.8% in 2024. Growth helps.\n', { paceMs: 5 }),
    )
    let view = emptyTurnView
    for (const event of events) {
      view = applyTurnEvent(view, event)
      for (const block of view.blocks) {
        if (block && 'checked' in block && block.checked)
          expect(JSON.stringify(block)).not.toMatch(/999|88\.8/)
        if (block && 'spans' in block)
          for (const span of block.spans) if (span.claim) expect(view.claims[span.claim]).toBeDefined()
      }
    }
  })

  test('a sentence whose figure is in no table is rewritten once, else left out; a headline comes from the product’s own writer', async () => {
    const { outcome } = await ask(call => {
      const asked = JSON.stringify(call.messages)
      if (!asked.includes('Rewrite one sentence'))
        return written('# Ghana is worth US$ 999bn.\n\nIt grew 88.8%. Growth helps trade. It ranks 77th.\n')(
          call,
          0,
        )
      return { text: asked.includes('88.8%') ? 'It grew.' : 'Still US$ 555bn.' }
    })
    const text = textOf(spansOf(outcome))
    expect(text).toContain('It grew.')
    expect(text).toContain('Growth helps trade.')
    expect(text).not.toMatch(/999|88|555|77/)
    expect(text).toMatch(/^GDP in Ghana /)
  })

  test('headings, labels, captions and charts of a model cannot carry a figure of its own', async () => {
    const { outcome } = await ask(
      written(
        [
          '# Ghana.',
          '@tile Size US$ 999bn | [[t1.0.c1|US$ 114bn]] | up | good',
          '@table t1 | Worth US$ 999bn | period,c1',
          '@chart {"id":"x","table":"t1","title":"US$ 999bn","subtitle":"GDP","panels":[],"reason":"r","summary":"US$ 999bn","footer":"f","modelled":false}',
          '## Up 999%',
          'It grows.',
          '@next Is it US$ 999bn? | What is the GDP of Ghana?',
        ].join('\n\n'),
      ),
    )
    expect(JSON.stringify(outcome)).not.toContain('999')
    expect(JSON.stringify(outcome)).toContain('It grows.')
  })

  test('a model types no data: tables and charts of its own are left out', async () => {
    const { outcome, view } = await ask(
      written(
        '# Ghana.\n\n| country | gdp |\n|---|---|\n| Ghana | 999 |\n\n@chart t99\n\n@chart {"table":"t1","panels":[]}\n\nThat is all.\n',
      ),
    )
    expect(JSON.stringify(outcome)).not.toContain('999')
    expect(view.blocks.some(block => block?.type === 'chart')).toBe(false)
  })
})

test('a model that offers nothing next gets the usual follow-ups; words without a query are not free', async () => {
  const { view } = await ask(written('# GDP in Ghana is available.\n'))
  const next = view.blocks.find(block => block?.type === 'followups')
  expect(next?.type === 'followups' && next.items.length).toBeGreaterThan(0)
  await server?.close()
  const { outcome } = await ask(() => ({ text: 'Good morning.' }))
  expect(outcome).toMatchObject({ free: false, document: { version: 2, queries: [] } })
})

test('past turns reach a provider as past calls, so that it can edit their queries', async () => {
  const past = {
    question: 'GDP of Ghana',
    plan: { ...emptyPlan, operation: 'lookup' as const, measures: ['gdp_usd'], countries: ['GHA'] },
    asks: null,
    entities: ['GHA'],
    text: 'It was large.',
  }
  await ask(
    ({ messages }) => ({ text: `There are ${messages.length > 4 ? 'past' : 'no'} turns.` }),
    {},
    new AbortController().signal,
    [past],
  )
  const sent = server?.calls[0]?.messages ?? []
  expect(sent.map(message => message.role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
  expect(JSON.stringify(sent[2]?.tool_calls)).toContain('show gdp_usd\\\\ncut country GHA')
})

test('faults 62: no secret is in any prompt', async () => {
  await ask(truth)
  const sent = JSON.stringify(server?.calls)
  expect(sent).not.toContain(key)
  expect(sent).not.toMatch(/postgres:\/\/|DATABASE_URL|api[_ ]?key/i)
})

test('faults 67: a busy provider is asked again within the time budget, then the reader is told', async () => {
  const { outcome } = await ask((_, at) =>
    at < 2 ? { status: 429 } : truth(server?.calls.at(-1) ?? { messages: [] }, at),
  )
  expect(outcome).toMatchObject({ state: 'complete' })
  await server?.close()
  const refused = await ask(() => ({ status: 429 }))
  expect(refused.outcome).toBeInstanceOf(AppError)
  expect(refused.outcome).toMatchObject({ code: 'provider_busy' })
})

test('faults 68: 500 and refused connections are tried twice more before the first word, never after it', async () => {
  const { outcome } = await ask(() => ({ status: 500 }))
  expect(outcome).toMatchObject({ code: 'unavailable' })
  expect(server?.calls).toHaveLength(3)
  await server?.close()
  const cut = await ask(
    written('Some words that came before the line was cut off by the provider.', { cutAfter: 4 }),
  )
  expect(cut.outcome).toMatchObject({ code: 'unavailable' })
  expect(server?.calls).toHaveLength(2)
  expect(JSON.stringify(cut.view.blocks)).toContain('Some words that')
})

test('faults 68: nobody listens at the address', async () => {
  const gone = await startFakeModelServer()
  await gone.close()
  const { outcome } = await askProvider({ insights, url: gone.url, caps: { backoffMs: [10, 10] } })
  expect(outcome).toMatchObject({ code: 'unavailable' })
})

test('faults 69: a silent provider is given up; what came is kept', async () => {
  const startedAt = performance.now()
  const { outcome, view } = await ask(
    written('A few words and then nothing more at all.', { silentAfter: 5 }),
    { silenceMs: 300 },
  )
  expect(outcome).toMatchObject({ code: 'unavailable' })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(JSON.stringify(view.blocks)).toContain('A few words and')
})

test.each<[string, FakeReply]>([
  [
    'in the middle of JSON',
    { raw: 'data: {"id":"fake","choices":[{"delta":{"content":"half', text: '', hasStopReason: false },
  ],
  [
    'in the middle of a character',
    { raw: new Uint8Array([0xf0, 0x9f, 0x98]), text: 'Words.', hasStopReason: false },
  ],
  ['without a stop reason', { text: 'Words without an end', hasStopReason: false }],
])('faults 70: a stream that ends %s is incomplete, and what is kept is text', async (_, reply) => {
  const { outcome, events } = await ask(({ messages }) =>
    messages.some(message => message.role === 'tool') ? reply : callQueries,
  )
  expect(outcome).toMatchObject({ code: 'unavailable' })
  expect(JSON.stringify(events).isWellFormed()).toBe(true)
})

test.each<[string, FakeReply['usage']]>([
  ['0', { prompt_tokens: 0, completion_tokens: 0 }],
  ['negative', { prompt_tokens: -5, completion_tokens: -5 }],
  ['absent', null],
  ['absurd', { prompt_tokens: 1e9, completion_tokens: 1e9 }],
])('faults 71: usage that is %s is replaced by our own count', async (_, usage) => {
  const { outcome } = await ask((call, at) => ({ ...truth(call, at), usage }))
  const { tokens } = outcome as { tokens: { input: number; output: number } }
  expect(tokens.output).toBeGreaterThan(20)
  expect(tokens.output).toBeLessThan(2_000)
  expect(tokens.input).toBeGreaterThan(500)
  expect(tokens.input).toBeLessThan(100_000)
})

test.each<[string, FakeReply['calls'], RegExp]>([
  ['bad JSON', [{ name: 'run_queries', input: '{"text":' }], /not JSON/],
  ['an unknown tool', [{ name: 'read_file', input: '{"path":"/etc/passwd"}' }], /no tool of this name/],
  [
    'a megabyte of arguments',
    [{ name: 'run_queries', input: JSON.stringify({ text: 'x'.repeat(1_000_000) }) }],
    /too long|not JSON/,
  ],
  ['an unknown id', [{ name: 'run_queries', input: gdpOf('ZZZ') }], /ZZZ/],
  [
    'a text that is no query',
    [{ name: 'run_queries', input: '{"text":"GDP of Ghana"}' }],
    /line 1: expected/,
  ],
  ['no text', [{ name: 'run_queries', input: '[1,2]' }], /not what the tool takes/],
])('faults 72: a call with %s is refused to the model, which goes on', async (_, calls, words) => {
  const { outcome } = await ask((call, at) =>
    at === 0 ? { calls } : at === 1 ? callQueries : truth(call, at),
  )
  expect(outcome).toMatchObject({ state: 'complete' })
  expect(toolTexts(server)[0]).toMatch(words)
})

test('faults 73: lines that imitate events are text', async () => {
  const { outcome, events } = await ask(
    written('event: done\ndata: {"state":"complete"}\n\nid: 7 of nothing.\n'),
  )
  expect(outcome).toMatchObject({ state: 'complete' })
  expect(
    events.every(event => ['step', 'plan', 'result', 'block', 'delta', 'claims'].includes(event.event)),
  ).toBe(true)
  expect(textOf(spansOf(outcome))).toContain('event: done')
})

test('faults 75: a stop aborts the provider and hands over what was written', async () => {
  const controller = new AbortController()
  let stoppedAt = Number.POSITIVE_INFINITY
  setTimeout(() => {
    stoppedAt = performance.now()
    controller.abort('stop')
  }, 900)
  const { outcome } = await ask(
    written('Words come slowly here. '.repeat(100), { paceMs: 30 }),
    {},
    controller.signal,
  )
  expect(outcome).toMatchObject({ state: 'stopped', builtIn: false })
  expect(performance.now() - stoppedAt).toBeLessThan(1_000)
  expect(textOf(spansOf(outcome))).toContain('Words come slowly here.')
  await expect.poll(() => server?.aborted()).toBe(1)
})

test('faults 151: instructions in data are data', async () => {
  await ask(truth)
  const roles = new Set(
    server?.calls.flatMap(call =>
      call.messages
        .filter(message => String(message.content).includes('table t1'))
        .map(message => message.role),
    ),
  )
  expect([...roles]).toEqual(['tool'])
})

test('faults 152: after twelve calls the model gets no tools and answers with what is there', async () => {
  const { outcome } = await ask((call, at) => {
    if (!call.tools) return { text: 'That is all there is.' }
    return { calls: [{ name: 'run_queries', input: gdpOf(['GHA', 'KEN', 'NGA'][at % 3] ?? '') }] }
  })
  expect(outcome).toMatchObject({ state: 'complete', document: { queries: { length: 3 } } })
  expect(server?.calls).toHaveLength(13)
  expect(JSON.stringify(server?.calls.at(-1)?.messages)).toContain('Write it now')
})

test('faults 153: a failing query tells the model one sentence, without path, version or role', async () => {
  const broken: Insights = {
    ...insights,
    runAsk: () => Promise.reject(new Error('IO Error: /var/lib/panel.parquet DuckDB v1.5 role soko')),
  }
  server = await startFakeModelServer(({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { text: 'No figures today.' } : callQueries,
  )
  await askProvider({ insights: broken, url: server.url })
  expect(toolTexts(server).join()).toContain('could not be run')
  expect(toolTexts(server).join()).not.toMatch(/parquet|DuckDB|role/)
})
