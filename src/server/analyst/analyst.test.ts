import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lintChart } from '../../charts/lint.ts'
import {
  type AnswerDocument,
  answerDocument,
  type Block,
  type Claim,
  type QueryDocument,
  type Span,
} from '../../contract/answer.ts'
import type { Table } from '../../contract/result.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { type Analyst, type AnalystEvent, createAnalyst } from './analyst.ts'
import { periodOf } from './claims/claim-book.ts'
import { printsFigure } from './claims/match-figure.ts'
import { proseNumbers } from './claims/prose-numbers.ts'
import { queryPeriod } from './claims/query-period.ts'
import { textOf as cellText, ResultSet, unitOf } from './claims/result-set.ts'
import { cautionsOf } from './method-lines.ts'
import { readSuggested } from './suggested-ask.ts'

const today = '2026-11-21'
const builtIn = { provider: 'built-in' } as const
let insights: Insights
let analyst: Analyst

beforeAll(async () => {
  insights = await createInsights(await panelForTests())
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  analyst = createAnalyst({ insights, models, clock: systemClock })
}, 120_000)
afterAll(() => insights?.close())

const answers = new Map<string, ReturnType<typeof answerTo>>()

/** The answer to a question that stands alone; asked again, the same. */
function ask(question: string, depth: 'quick' | 'deep' = 'quick') {
  const key = `${depth} ${question}`
  const answer = answers.get(key) ?? answerTo(question, depth)
  answers.set(key, answer)
  return answer
}

async function answerTo(question: string, depth: 'quick' | 'deep') {
  const events: AnalystEvent[] = []
  const signal = new AbortController().signal
  const outcome = await analyst.answer({ question, depth, history: [], today, signal }, event =>
    events.push(event),
  )
  return { ...outcome, document: ofQueries(outcome.document), events }
}

function ofQueries(document: AnswerDocument): QueryDocument {
  if (document.version === 1) throw new Error('the answer rests on a plan')
  return document
}

const main = [
  'What was tea consumer behaviour in South Africa in the last calendar year?',
  'Give me a summary of mayonnaise purchase trends in Nigeria',
  'Who are the key players in the beverage industry in Kenya?',
  'What is the feasibility of the diaper market in Ghana?',
]
const answered = [
  ...main,
  'GDP of Ghana',
  'inflation and population of Kenya in 2023',
  'What is the average price of cooking oil in Egypt?',
  'tea sales in Kenya in Q1 2024',
  'Show the trend of GDP in Nigeria',
  'Monthly beer sales in Uganda in 2024',
  'inflation in Ghana and Nigeria since 2015',
  'Malt drinks: Ghana vs Nigeria',
  'Compare beer and wine in South Africa',
  'tea sales in Kenya in 2024 vs 2021',
  'top 5 countries by tea sales',
  'Which country has the lowest inflation?',
  'Where is toothpaste growing fastest?',
  'top 10 segments in Ethiopia',
  'population of ECOWAS countries',
  'brand shares of beer in Tanzania',
  'share of dairy segments in Morocco by segment',
  'CAGR of rice sales in Senegal from 2020 to 2025',
  'MAT growth of beer in Kenya',
  'Was diaper growth in Ghana driven by price or volume?',
  'Where do people buy detergent in Zambia?',
  'Economy of Rwanda',
  'key players in tea in Kenya',
  'Give me a summary of beer in Zimbabwe',
  'What is beer consumer behaviour in Egypt?',
  'feasibility of instant noodles in Ethiopia',
  'Give me an economic profile of Eritrea',
]
const talk = [
  'help',
  'what do you hold',
  'what data do you have for Ghana',
  'what is MAT',
  'What is GDP?',
  'cars in Kenya',
  'GDP of France',
  'oil in Nigeria',
]

const proseOf = (block: Block): Span[][] => {
  if (block.type === 'headline' || block.type === 'paragraph') return [block.spans]
  if (block.type === 'list') return block.items
  if (block.type === 'tiles') return block.tiles.flatMap(tile => [[tile.figure], tile.note])
  return []
}
const textOf = (spans: readonly Span[]) => spans.map(span => span.text).join('')

/** Every claim says what its cell says. */
function expectTrueClaims(document: QueryDocument): void {
  const results = new ResultSet()
  results.add({ tables: document.tables, sources: document.sources, method: [], data_version: '' })
  for (const claim of document.claims) {
    const found = results.figure(claim)
    expect(found, `${claim.id} ${claim.shown}`).not.toBeNull()
    if (!found) continue
    expect(claim.value).toBe(found.value)
    expect(claim.unit).toBe(unitOf(found.table, claim.row, claim.column))
    expect(claim.period).toBe(periodIn(document, found.table, claim))
    expect(claim.entity.startsWith(namesOfRow(found.table, claim.row)), claim.entity).toBe(true)
    const number = proseNumbers(claim.shown)[0]
    expect(number, claim.shown).toBeDefined()
    if (number)
      expect(
        printsFigure(number, Math.abs(found.value), claim.unit, claim.shown.replace('−', '')) ||
          printsFigure(number, found.value, claim.unit, claim.shown) ||
          number.value === threeFigures(Math.abs(found.value)),
        `${claim.shown} ${found.value}`,
      ).toBe(true)
  }
}

/** Prose about queries rounds to three significant figures. */
const threeFigures = (value: number) => Number(value.toPrecision(3))

/** A column of an answer to queries may name a time of its own. */
function periodIn(document: QueryDocument, table: Table, { row, column }: Claim): string {
  const rows = document.tables.filter(({ role }) => role === 'main' || role === 'context')
  const query = document.queries[rows.indexOf(table)]?.query
  // The first column of what stands beside the figures asked for is that of a year before.
  if (!query && column === 'c1')
    return periodOf(table, row, column).replace(/\d{4}/, year => String(Number(year) - 1))
  return queryPeriod(query, table, row, column)
}

/** Who or what a row is about: 'Brand A', 'Kenya'. */
const namesOfRow = (table: Table, row: number) =>
  ['brand', 'channel', 'segment', 'country', 'company']
    .flatMap(key => cellText(table, row, key) ?? [])
    .join(', ')

/** Names that hold digits: the writer takes them from its tables. */
const namesOfTable = ({ title, rows, columns }: Table) =>
  [title, ...columns.map(column => column.label), ...rows.flat()].filter(cell => typeof cell === 'string')

/** No digit stands in prose but in a claim, a name or a period of the tables. */
function expectNoLooseDigits(document: QueryDocument): void {
  const results = new ResultSet()
  results.add({ tables: document.tables, sources: document.sources, method: [], data_version: '' })
  const names = [...results.tables.flatMap(namesOfTable), ...cautionsOf(results)].toSorted(
    (a, b) => b.length - a.length,
  )
  for (const spans of document.blocks.flatMap(proseOf)) {
    let loose = spans
      .filter(span => span.claim === undefined)
      .map(span => span.text)
      .join(' ')
    for (const name of names) loose = loose.replaceAll(name, ' ')
    loose = loose.replace(/\b(?:Q[1-4]|H[12])\b/g, ' ')
    loose = loose.replace(/\b(?:19|20)\d\d\b/g, year => (speaksOf(document, year) ? ' ' : year))
    const counts = [...countsOf(document), ...document.queries.flatMap(shiftsOf)]
    const digits = (loose.match(/\d+/g) ?? []).filter(number => !counts.includes(Number(number)))
    expect(digits, textOf(spans)).toEqual([])
  }
}

/** How many rows were asked for, and how many of them have a figure. */
const countsOf = ({ tables }: QueryDocument) =>
  tables.flatMap(({ coverage }) => (coverage ? [coverage.held, coverage.of] : []))

/** How many years a query goes back from a cell's own. */
const shiftsOf = ({ text }: { text: string }) =>
  [...text.matchAll(/shift -(\d+) year/g)].map(match => Number(match[1]))

/** A year that a query names, or one so many years before it. */
const isYearOf = (text: string, year: number) => {
  const shifts = [0, ...[...text.matchAll(/shift -(\d+) year/g)].map(match => Number(match[1]))]
  return [...text.matchAll(/\b\d{4}\b/g)].some(([named]) => shifts.includes(Number(named) - year))
}

const speaksOf = (document: QueryDocument, year: string) =>
  document.queries.some(({ text }) => isYearOf(text, Number(year))) ||
  document.tables.some(table => JSON.stringify([table.period, table.rows]).includes(year))

describe.each([...answered, ...talk])('%s', question => {
  test('every figure is a claim, every claim is its cell, nothing is left unchecked', async () => {
    const { document, events, state } = await ask(question)
    expect(state).toBe('complete')
    expect(answerDocument.safeParse(document).error).toBeUndefined()
    expect(document.blocks.every(block => !('checked' in block) || block.checked)).toBe(true)
    expectTrueClaims(document)
    expectNoLooseDigits(document)
    // The built-in analyst's blocks come whole.
    expect(events.some(event => event.event === 'delta')).toBe(false)
  })
})

test.each(answered)('%s: every chart passes the lint', async question => {
  const { document } = await ask(question)
  for (const block of document.blocks) {
    if (block.type !== 'chart') continue
    const table = document.tables.find(({ id }) => id === block.chart.table)
    expect(table && lintChart(block.chart, table)).toEqual([])
  }
})

test.each(main)(
  '%s has a headline, a chart, sources, a label and follow-ups that can be answered',
  async question => {
    const { document, free } = await ask(question)
    const types = document.blocks.map(block => block.type)
    expect(types[0]).toBe('headline')
    expect(types).toEqual(expect.arrayContaining(['chart', 'method', 'sources', 'followups']))
    expect(document.claims.length).toBeGreaterThanOrEqual(3)
    expect(document.modelled).toBe(true)
    expect(free).toBe(false)
    const next = document.blocks.find(block => block.type === 'followups')?.items ?? []
    expect(next.length).toBeGreaterThanOrEqual(2)
  },
)

test('follow-ups of every answer can be answered, by the queries stored under them or as they are worded', async () => {
  const worded = new Set<string>()
  let stored = 0
  for (const question of [...answered, ...talk]) {
    const { blocks, suggestions = [] } = (await ask(question)).document
    for (const item of blocks.flatMap(block => (block.type === 'followups' ? block.items : []))) {
      const known = suggestions.find(one => one.suggestion_id === item.suggestion_id)
      if (known) expect(readSuggested(known.text, insights.model), known.text).not.toBeNull()
      else worded.add(item.question)
      stored += Number(known !== undefined)
    }
  }
  expect(stored).toBeGreaterThan(20)
  for (const question of worded) expect((await ask(question)).document.tables, question).not.toEqual([])
}, 60_000)

test('the diaper study opens with its verdict and score, gives both sides, and says what is not available', async () => {
  const { document } = await ask('What is the feasibility of the diaper market in Ghana?', 'deep')
  const [headline] = document.blocks.flatMap(proseOf).map(textOf)
  expect(headline).toMatch(/^Baby diapers in Ghana: go, on conditions – \d+ of 100/)
  const headings = document.blocks.flatMap(block =>
    'heading' in block && block.heading ? [block.heading] : [],
  )
  expect(headings).toEqual(
    expect.arrayContaining([
      'For',
      'Against',
      'What would change it',
      'Size',
      'Competition',
      'Not available',
    ]),
  )
  expect(document.blocks.find(block => block.type === 'method')?.lines.join(' ')).toMatch(/^Score: /)
})

test('a real firm is named with its source and never with a share', async () => {
  const { document } = await ask('Who are the key players in the beverage industry in Kenya?')
  const firms = new Set(insights.catalogue.keyPlayers.map(player => player.company))
  for (const claim of document.claims) for (const firm of firms) expect(claim.entity).not.toContain(firm)
  const players = document.tables.find(table => table.role === 'players')
  const at = (key: string) => players?.columns.findIndex(column => column.key === key) ?? -1
  for (const row of players?.rows ?? [])
    if (row[at('status')] === 'fact') expect(String(row[at('source')])).toMatch(/^http/)
})

test.each(['help', 'cars in Kenya', 'GDP of France', 'soap in Nigeria', 'what is MAT'])(
  '%s costs nothing',
  async question => {
    expect((await ask(question)).free).toBe(true)
  },
)

test('the last calendar year after the end of the panel is that of the panel, named in the first sentence', async () => {
  const question = 'What was tea consumer behaviour in South Africa in the last calendar year?'
  const outcome = await analyst.answer(
    { question, depth: 'quick', history: [], today: '2027-03-01', signal: new AbortController().signal },
    () => {},
  )
  const [first] = outcome.document.blocks
  expect(first?.type === 'headline' && textOf(first.spans)).toMatch(/^Tea in South Africa in 2025: /)
  expect(outcome.free).toBe(false)
})

test('an honest gap names what is not held and offers the nearest question', async () => {
  const { document } = await ask('What do you know about cars in Kenya?')
  const gap = document.blocks.find(block => block.type === 'gap')
  expect(gap?.text).toMatch(/^There are no figures for “cars”/)
  expect(gap?.ask?.question).toBe('Household consumption per capita in Kenya')
  expect(document.claims).toEqual([])
})

test('the figures of an answer are the panel’s own, computed another way', async () => {
  const { document } = await ask('What is the market size of diapers in Ghana in 2024?')
  const { rows } = await insights.query(
    `SELECT sum(value_usd)::DOUBLE FROM panel WHERE segment = 'diapers' AND country = 'GHA' AND month BETWEEN DATE '2024-01-01' AND DATE '2024-12-31'`,
  )
  const claim = document.claims.find(one => one.column === 'c1' && one.period === '2024')
  expect(claim?.value).toBeCloseTo(Number(rows[0]?.[0]), -2)
})

test('the same question gives the same document, byte for byte', async () => {
  const [one, two] = [await ask(main[0] ?? ''), await answerTo(main[0] ?? '', 'quick')]
  expect(JSON.stringify(one.document)).toBe(JSON.stringify(two.document))
})

test('claims go out before the blocks that refer to them, and the events rebuild the document', async () => {
  const { events, document } = await ask(main[1] ?? '')
  const known = new Set<string>()
  for (const event of events) {
    if (event.event === 'claims') for (const claim of event.data.claims) known.add(claim.id)
    if (event.event !== 'block' || !event.data.block) continue
    for (const span of proseOf(event.data.block).flat()) if (span.claim) expect(known).toContain(span.claim)
  }
  expect(known.size).toBe(document.claims.length)
})

describe('a text longer than the reader takes', () => {
  const long = (question: string, words: string) =>
    `${question} ${words.repeat(Math.ceil(2_000 / words.length))}`

  test.each([
    ['GDP of Ghana in 2023?', 'Thank you very much. ', 'in at most 2,000 characters'],
    ['Quel est le PIB du Ghana en 2023 ?', 'Merci beaucoup et bonne journée. ', 'caractères au plus'],
  ])(
    'is answered by a request for a shorter question, in its language and free: %s',
    async (question, words, said) => {
      const { document, free } = await ask(long(question, words))
      expect(document.blocks).toEqual([{ type: 'gap', text: expect.stringContaining(said), ask: null }])
      expect(document.tables).toEqual([])
      expect(free).toBe(true)
    },
  )
})

test('a question that was stopped before it began hands over an empty, stopped answer', async () => {
  const outcome = await analyst.answer(
    { question: main[0] ?? '', depth: 'quick', history: [], today, signal: AbortSignal.abort() },
    () => {},
  )
  expect(outcome).toMatchObject({ state: 'stopped', document: { blocks: [], claims: [] } })
})

test('a follow-up is understood from the conversation alone', async () => {
  const question = 'tea sales in Kenya in 2024'
  const { document } = await ask(question)
  expect(textsOf(document)).toEqual(['show panel_value_usd\ncut country KEN, segment tea\ntime 2024'])
  const queries = document.queries.map(({ query }) => query)
  const asks = { lang: 'en' as const, queries, shown: [{ dim: 'country' as const, ids: ['KEN'] }] }
  const outcome = await analyst.answer(
    {
      ...{ question: 'and Uganda?', depth: 'quick', today, signal: new AbortController().signal },
      history: [{ question, plan: null, asks, entities: ['KEN'], text: '' }],
    },
    () => {},
  )
  expect(textsOf(ofQueries(outcome.document))).toEqual([
    'show panel_value_usd\ncut country UGA, segment tea\ntime 2024',
  ])
})

const textsOf = ({ queries }: QueryDocument) => queries.map(({ text }) => text)
