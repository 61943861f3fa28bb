import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerDocument, type QueryDocument } from '../../../contract/answer.ts'
import { createInsights, type Insights } from '../../insights/insights.ts'
import { systemClock } from '../../platform/clock.ts'
import { panelForTests } from '../../testing/panel-for-tests.ts'
import { productCatalogue } from '../../testing/reading-examples.ts'
import { type Analyst, createAnalyst } from '../analyst.ts'
import type { PastTurn } from '../past-turn.ts'
import { loadLexicons } from '../reading/lexicon.ts'
import { createReader } from '../reading/read.ts'
import { readTalk, type Shown } from './read-talk.ts'

const today = '2026-11-23'
let insights: Insights
let analyst: Analyst

beforeAll(async () => {
  insights = await createInsights(await panelForTests())
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  analyst = createAnalyst({ insights, models, clock: systemClock })
}, 120_000)
afterAll(() => insights?.close())

/** The answers of a conversation, the last one last. */
async function converse(...questions: string[]): Promise<{ document: QueryDocument; free: boolean }[]> {
  const history: PastTurn[] = []
  const answers: { document: QueryDocument; free: boolean }[] = []
  for (const question of questions) {
    const { signal } = new AbortController()
    const { document, free } = await analyst.answer(
      { question, depth: 'quick', history, today, signal },
      () => {},
    )
    expect(answerDocument.parse(document)).toEqual(document)
    if (document.version !== 2) throw new Error(`'${question}' was not read as queries`)
    answers.push({ document, free })
    const asks = { lang: document.lang, queries: document.queries.map(({ query }) => query), shown: [] }
    history.push({ question, plan: null, asks, entities: [], text: '', document: async () => document })
  }
  return answers
}

const textOf = ({ blocks }: QueryDocument): string =>
  blocks
    .flatMap(block => {
      if (block.type === 'headline' || block.type === 'paragraph') return block.spans
      return block.type === 'list' ? block.items.flat() : []
    })
    .map(({ text }) => text)
    .join('')

const claimed = ({ claims }: QueryDocument) => claims.map(({ shown }) => shown)

const lastOf = async (...questions: string[]) => {
  const answers = await converse(...questions)
  const last = answers.at(-1)
  if (!last) throw new Error('no question was asked')
  return last
}

describe('a question is read as talk or as none', () => {
  const rows = readFileSync(join(import.meta.dirname, 'examples/en.csv'), 'utf8')
  const examples = rows
    .trim()
    .split('\n')
    .slice(1)
    .map(row => {
      const at = row.lastIndexOf(',')
      return { question: row.slice(0, at).replace(/^"|"$/g, ''), acts: row.slice(at + 1) }
    })
  const shown: Shown = {
    measures: ['gov_debt_gdp'],
    named: { country: ['GHA', 'KEN'], segment: [], brand: ['Brand B'], channel: [] },
  }
  const { catalogue, model } = productCatalogue()
  const reader = createReader(loadLexicons(catalogue), model, catalogue)
  test.for(examples)('$question: $acts', ({ question, acts }) => {
    const talk = readTalk(reader, catalogue, { question, lang: 'en', today }, shown)
    expect(talk?.acts.join(' ') ?? 'none').toBe(acts)
  })
})

describe('talk about an answer', () => {
  const question = 'Inflation in Ghana in 2023'

  test('is free, and keeps the queries of the answer', async () => {
    const [answer, talk] = await converse(question, 'where does that come from?')
    expect(talk?.free).toBe(true)
    expect(talk?.document.queries).toEqual(answer?.document.queries)
    expect(textOf(talk?.document as QueryDocument)).toContain('World Bank')
  })

  test('about an answer two turns back works on that answer', async () => {
    const { document } = await lastOf(question, 'are you sure?', 'three lines for my editor')
    expect(claimed(document)).toContain('38.1%')
  })

  test('places a figure among its peers and in its own past', async () => {
    const { document } = await lastOf(question, 'is that high?')
    expect(textOf(document)).toMatch(/^Yes, it is high: inflation in Ghana stood at 38.1% in 2023, number \d/)
  })

  test('works figures out again and gives the cautions about them', async () => {
    const { document } = await lastOf(
      'life expectancy in the Central African Republic',
      'I found 18.8 years in 2022. Can I trust that?',
    )
    expect(claimed(document)).toContain('18.8 years')
    expect(textOf(document)).toContain('implausible')
  })

  test('shows what moved and never names a cause', async () => {
    const { document } = await lastOf('value sales of beer in Kenya in 2025', 'why did it grow since 2020?')
    expect(textOf(document)).toContain('not in these data')
    expect(textOf(document)).toContain('volume sales added')
  })

  test('is at most as long as asked', async () => {
    const answers = 'Population of Ghana, Kenya and Togo in 2024'
    const { document } = await lastOf(answers, 'put that in one sentence')
    expect(document.blocks.filter(({ type }) => type === 'headline')).toHaveLength(1)
    expect(document.blocks.filter(({ type }) => type === 'paragraph')).toEqual([])
  })

  test('is a question back where there is no answer', async () => {
    const { document } = await lastOf('is that good or bad?')
    expect(document.blocks.map(({ type }) => type)).toEqual(['ask'])
  })

  test('leaves the answer in place for the next question', async () => {
    const { document } = await lastOf(question, 'is that high?', 'and in 2024?')
    expect(document.queries.map(({ text }) => text.split('\n').at(-1))).toEqual(['time 2024'])
  })
})

describe('talk about the data', () => {
  test('names coverage from the catalogue, each number a figure of a table', async () => {
    const { document } = await lastOf('which countries are in your retail panel?')
    expect(claimed(document)).toEqual(['60', '52', '84'])
    expect(textOf(document)).toContain('Eritrea and South Sudan')
  })

  test('gives the codes of a category', async () => {
    expect(textOf((await lastOf('HS code for baby diapers?')).document)).toContain('9619')
  })
})

test('growth in local currency is placed among other countries in US$', async () => {
  const last = await lastOf('How has the beer market in Nigeria grown?', 'is that high?')
  expect(textOf(last.document)).toMatch(/value sales of beer in Nigeria fell 4\.6%.*of 52 countries/)
})
