import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createInsights, type Insights } from '../insights/insights.ts'
import { askProvider } from '../testing/ask-provider.ts'
import { type FakeModelServer, type FakeReply, startFakeModelServer } from '../testing/fake-model-server.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import type { LoopCaps } from './agent-loop.ts'
import { streamLimits } from './model/stream-limits.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

const MiB = 1024 * 1024
/** What the sockets of both sides may hold beside what was read. */
const inFlight = 12 * MiB
const pieceLength = 16_384

const line = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
const many = (text: string) => text.repeat(Math.ceil(pieceLength / text.length))
const call = (index: number, rest: object) => line({ tool_calls: [{ index, ...rest }] })
const queries = JSON.stringify({ text: 'show gdp_usd\ncut country GHA\ntime latest' })

/** A model that sends one good call first where `isSecond`, then what is given, without an end. */
async function ask(endless: FakeReply, isSecond: boolean, caps: Partial<LoopCaps> = {}) {
  const server = await startFakeModelServer((_, at) =>
    isSecond && at === 0 ? { calls: [{ name: 'run_queries', input: queries }] } : endless,
  )
  onTestFinished(() => server.close())
  const startedAt = performance.now()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const { outcome, view } = await askProvider({ insights, url: server.url, caps })
  delay.disable()
  return { server, outcome, view, longestWaitMs: delay.max / 1e6, tookMs: performance.now() - startedAt }
}

/** The provider's line was cut as soon as the cap was reached. */
async function expectCut(server: FakeModelServer, lines: number, most: number): Promise<void> {
  await expect.poll(server.aborted).toBe(lines)
  expect(server.sent).toHaveLength(lines)
  for (const bytes of server.sent) expect(bytes).toBeLessThan(most + inFlight)
}

const endless: [what: string, most: number, FakeReply][] = [
  [
    'a line that does not end',
    2 * MiB,
    { raw: 'data: {"choices":[{"delta":{"content":"', endless: () => many('x') },
  ],
  ['a comment that does not end', 2 * MiB, { raw: ':', endless: () => many('x') }],
  ['comments', 16 * MiB, { endless: () => many(': keep-alive\n\n') }],
  ['empty lines', 16 * MiB, { endless: () => many('\n') }],
  ['reasoning', 16 * MiB, { endless: () => many(line({ reasoning_content: 'thinking ' })) }],
  ['fields that nobody knows', 16 * MiB, { endless: () => many(line({ other: 'x'.repeat(2_000) })) }],
  ['text', 16 * MiB, { endless: () => many(line({ content: 'Tea is sold in Kenya. ' })) }],
  ['text without a sentence', 16 * MiB, { endless: () => many(line({ content: 'tea' })) }],
  ['paragraphs', 16 * MiB, { endless: () => many(line({ content: 'Tea.\n\n' })) }],
  ['sentences', 16 * MiB, { endless: () => many(line({ content: 'Tea. ' })) }],
  ['points of a list', 16 * MiB, { endless: () => many(line({ content: '- tea\n' })) }],
  ['tiles', 16 * MiB, { endless: () => many(line({ content: '@tile Tea | 1 | 2 | good\n\n' })) }],
  ['charts', 16 * MiB, { endless: () => many(line({ content: '@chart t1\n\n' })) }],
  ['tables', 16 * MiB, { endless: () => many(line({ content: '@table t1 | GDP | country\n\n' })) }],
  ['questions', 16 * MiB, { endless: () => many(line({ content: '@next Tea | GDP of Ghana\n\n' })) }],
  ['figures', 16 * MiB, { endless: () => many(line({ content: 'GDP is 77.7% and 88.8%. ' })) }],
  [
    'arguments of a call',
    4 * MiB,
    {
      raw: call(0, { id: 'a', function: { name: 'run_queries', arguments: '{"text":"' } }),
      endless: () => many(call(0, { function: { arguments: 'x'.repeat(2_000) } })),
    },
  ],
  [
    'arguments without a name',
    4 * MiB,
    { endless: () => many(call(0, { function: { arguments: '['.repeat(2_000) } })) },
  ],
  [
    'calls',
    MiB,
    { endless: at => call(at, { id: `c${at}`, function: { name: 'run_queries', arguments: queries } }) },
  ],
  ['calls without a name', MiB, { endless: at => call(at, { function: { arguments: '{}' } }) }],
  [
    'calls without an index',
    MiB,
    {
      endless: at =>
        line({ tool_calls: [{ id: `c${at}`, function: { name: 'run_queries', arguments: '{}' } }] }),
    },
  ],
]

describe.each(endless)('a provider that sends %s without an end', (_, most, reply) => {
  test('is cut off and fails as unavailable; nothing is asked again', async () => {
    let [leastTookMs, leastWaitMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const isQuick = () => leastTookMs < 10_000 && leastWaitMs < 1_000
    // What the machine did besides only ever adds.
    for (let round = 0; round < 5 && !isQuick(); round += 1) {
      const { server, outcome, tookMs, longestWaitMs } = await ask(reply, false)
      expect(outcome).toMatchObject({ code: 'unavailable' })
      await expectCut(server, 1, most)
      leastTookMs = Math.min(leastTookMs, tookMs)
      leastWaitMs = Math.min(leastWaitMs, longestWaitMs)
    }
    expect(leastTookMs).toBeLessThan(10_000)
    // Others are answered meanwhile.
    expect(leastWaitMs).toBeLessThan(1_000)
  })
})

/** One of each way in which a reply is read: raw, as reasoning, as text, and as calls. */
const afterQueries = ['a line that does not end', 'reasoning', 'text', 'arguments of a call', 'calls']

test.each(endless.filter(([what]) => afterQueries.includes(what)))(
  'a provider that sends %s without an end is cut off after its queries too, whose figures are kept',
  async (_, most, reply) => {
    const { server, outcome, view } = await ask(reply, true)
    expect(outcome).toMatchObject({ code: 'unavailable' })
    expect(view.tables.length).toBeGreaterThan(0)
    await expectCut(server, 1, most)
  },
)

test('the body of a refusal is not read to an end that it does not have', async () => {
  const { server, outcome } = await ask({ status: 500, endless: () => many('x') }, false)
  expect(outcome).toMatchObject({ code: 'unavailable' })
  await expectCut(server, 3, 0)
})

test('a provider that keeps the line alive and says nothing is given up when it was silent long enough', async () => {
  const server = await startFakeModelServer(() => ({ raw: ': keep-alive\n\n', silentAfter: 0 }))
  onTestFinished(() => server.close())
  const { outcome } = await askProvider({ insights, url: server.url, caps: { silenceMs: 300 } })
  expect(outcome).toMatchObject({ code: 'unavailable' })
  await expect.poll(server.aborted).toBe(1)
})

test('a provider that goes on word by word is cut off when the time of an answer is over', async () => {
  const words = 'Tea is sold in Kenya. '.repeat(1_000)
  const { server, outcome, tookMs } = await ask({ text: words, paceMs: 20 }, false, { timeMs: 700 })
  expect(outcome).toMatchObject({ code: 'unavailable' })
  expect(tookMs).toBeLessThan(5_000)
  await expect.poll(server.aborted).toBe(1)
})

test('the rewriting of a sentence is cut off, and the answer goes on without it', async () => {
  const server = await startFakeModelServer(({ messages }) => {
    if (JSON.stringify(messages).includes('Rewrite one sentence')) return { endless: () => many('x') }
    if (messages.at(-1)?.role !== 'tool') return { calls: [{ name: 'run_queries', input: queries }] }
    return { text: '# Ghana is large.\n\nIt grew 88.8%. Growth helps trade.\n' }
  })
  onTestFinished(() => server.close())
  const { outcome } = await askProvider({ insights, url: server.url })
  expect(outcome).toMatchObject({ state: 'complete' })
  expect(JSON.stringify(outcome)).not.toContain('88.8')
  await expectCut(server, 1, 2 * MiB)
})

test('queries that would fill the memory are refused, and the answer goes on', async () => {
  const { catalogue } = insights
  const figures = catalogue.measures.filter(({ kind }) => kind === 'figure').map(({ id }) => id)
  const wide = (show: string, ...segments: string[]) =>
    JSON.stringify({
      text: `show ${show}\nrows country all, segment ${segments.join('|')}, month\ntime 2019..2025`,
    })
  const asked = [
    JSON.stringify({ text: `show ${figures.join(', ')}\nrows country all\ntime latest` }),
    wide('panel_value_usd', 'beer', 'tea', 'rice'),
    wide('panel_value_usd', 'beer', 'tea'),
    wide('panel_value_usd', 'rice', 'wine'),
    wide('panel_value_usd', 'diapers', 'bottled_water'),
  ]
  const server = await startFakeModelServer((_, at) => {
    const input = asked[at]
    return input ? { calls: [{ name: 'run_queries', input }] } : { text: '# Africa is large.\n\nIt grew.\n' }
  })
  onTestFinished(() => server.close())
  const { outcome, view } = await askProvider({ insights, url: server.url })
  expect(outcome).toMatchObject({ state: 'complete' })
  const replies = server.calls.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? []
  expect(replies.map(({ content }) => String(content))).toEqual([
    expect.stringContaining('12 columns'),
    expect.stringMatching(/10,?000/),
    expect.stringContaining('table t1'),
    expect.stringContaining('table q2-t1'),
    expect.stringContaining('Too many figures'),
  ])
  const cells = view.tables.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0)
  expect(cells).toBeGreaterThan(0)
  expect(cells).toBeLessThanOrEqual(streamLimits.answerCells)
})
