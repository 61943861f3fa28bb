import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerDocument, type QueryDocument } from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'
import { applyTurnEvent, emptyTurnView } from '../../contract/turn-view.ts'
import { createInsights, type Insights, parseAsk } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { plainWriter } from '../testing/plain-writer.ts'
import { type AnalystEvent, createAnalyst } from './analyst.ts'
import { writeAsk as writeInWords } from './answer/write-ask.ts'
import { answerAsk, type ReadQuestion } from './answer-ask.ts'
import type { WriteAsk } from './write-ask.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

interface Asking extends Partial<ReadQuestion> {
  write?: WriteAsk
  signal?: AbortSignal
}

async function answer(text: string, { write = plainWriter, signal, ...read }: Asking = {}) {
  const events: AnalystEvent[] = []
  const asked = { question: 'A question?', ask: parseAsk(text), lang: 'en' as Lang, ...read }
  const { signal: never } = new AbortController()
  const outcome = await answerAsk({ insights, write }, asked, event => events.push(event), signal ?? never)
  expect(answerDocument.parse(outcome.document)).toEqual(outcome.document)
  expect(outcome.document.version).toBe(2)
  return { ...outcome, document: outcome.document as QueryDocument, events }
}

const beer = 'show panel_value_usd\ncut segment beer\ntime 2025'
const headlinesOf = ({ blocks }: QueryDocument) =>
  blocks.flatMap(block => (block.type === 'headline' ? [block.spans.map(({ text }) => text).join('')] : []))

describe('an answer without a figure for the time asked for', () => {
  const inflation = (countries: string) => `show inflation_cpi\nrows country ${countries}\ntime 2025`

  test('says so, gives the latest one with its year as a claim, and is free', async () => {
    const { document, free } = await answer('show inflation_cpi\ncut country ZWE\ntime 2025', {
      write: writeInWords,
    })
    expect(headlinesOf(document)).toEqual(['There is no figure for inflation in Zimbabwe in 2025.'])
    expect(document.queries).toHaveLength(1)
    const [claim] = document.claims
    expect(claim).toMatchObject({ entity: 'Zimbabwe', table: document.tables.at(-1)?.id })
    expect(Number(claim?.period)).toBeLessThan(2025)
    expect(free).toBe(true)
  })

  test('gives it for those of several countries that have none', async () => {
    const { document, free } = await answer(inflation('KEN|SDN|ZWE'), { write: writeInWords })
    expect(document.claims.map(({ entity }) => entity)).toEqual(
      expect.arrayContaining(['Kenya', 'Sudan', 'Zimbabwe']),
    )
    expect(free).toBe(false)
  })

  test('adds nothing where all have one', async () => {
    const { document } = await answer(inflation('KEN|GHA'), { write: writeInWords })
    expect(document.tables).toHaveLength(1)
  })
})

describe('an answer to queries', () => {
  test('holds them in canonical form with hash and words, and its words are tied to cells', async () => {
    const { document, free, builtIn, state } = await answer(
      'show panel_value_usd\nrows country UGA|KEN\ncut segment beer\ntime 2025..2025\norder panel_value_usd high',
      { lang: 'fr' },
    )
    expect(document.queries).toEqual([
      {
        query: parseAsk(document.queries[0]?.text ?? '').queries[0],
        text: expect.stringMatching(/^show panel_value_usd\nrows country /),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        words: expect.stringContaining('beer'),
      },
    ])
    expect(document.plan_words).toEqual([{ label: 'Query', value: document.queries[0]?.words }])
    expect(document).toMatchObject({ lang: 'fr', modelled: true, data_version: insights.dataVersion })
    expect([free, builtIn, state]).toEqual([false, true, 'complete'])
    const [claim] = document.claims
    const [table] = document.tables
    const at = table?.columns.findIndex(({ key }) => key === 'c1') ?? -1
    expect(claim).toMatchObject({
      table: 't1',
      row: 0,
      column: 'c1',
      value: table?.rows[0]?.[at],
      unit: 'US$',
    })
    expect(claim).toMatchObject({ entity: 'Kenya (Beer)', period: '2025' })
    expect(document.blocks.find(block => block.type === 'sources')).toBeDefined()
  })

  test('tells its reading, its figures and its words as events, from which the same answer comes', async () => {
    const { document, events } = await answer(beer)
    const view = events.reduce(applyTurnEvent, emptyTurnView)
    const { queries, lang, plan_words } = document
    expect(view.asked).toEqual({ queries, lang, words: plan_words })
    expect(view.tables).toEqual(document.tables)
    expect(view.blocks.filter(block => block !== null)).toEqual(document.blocks)
    expect(Object.values(view.claims)).toEqual(document.claims)
    expect(view.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('has the tables of all its queries, each with claims about its own', async () => {
    const { document } = await answer(`${beer}\n---\nshow gdp_usd\ncut country GHA\ntime latest`)
    expect(document.queries).toHaveLength(2)
    expect(document.tables.map(({ id }) => id)).toEqual(['t1', 't2'])
    expect(document.claims.map(({ table, entity }) => [table, entity])).toEqual([
      ['t1', 'Beer, Africa'],
      ['t2', 'Ghana'],
    ])
  })

  test('prints the year of each row where rows have different ones, and claims are of that year', async () => {
    const { document } = await answer('show gini\nrows country all\ntime latest within 20')
    const [table] = document.tables
    const year = table?.columns.findIndex(({ key }) => key === 'y1') ?? -1
    expect(new Set(table?.rows.map(row => row[year])).size).toBeGreaterThan(1)
    expect(document.claims[0]?.period).toBe(table?.rows[0]?.[year])
  })

  test.each([
    ['gdp_usd', '2025'],
    ['gdp_usd @ (time 2015)', '2015'],
    ['change(gdp_usd, from 2020, percent)', '2020–2025'],
    ['change(gdp_usd, from shift -1 year, percent)', '2024–2025'],
    ['change(gdp_usd, from 2015, percent) @ (time 2021)', '2015–2021'],
    ['fold(gdp_growth, over year 2019..2023, mean)', '2019–2023'],
    ['fold(gdp_growth, over year last 3 year, mean)', '2023–2025'],
    ['gdp_usd @ (time 2024) - gdp_usd @ (time 2021)', '2024 and 2021'],
    ['share(gdp_usd, country in ecowas)', '2025'],
    ['gdp_usd / 2', '2025'],
  ])('is of the time that its columns name: %s', async (shown, period) => {
    const { document } = await answer(`show ${shown}\ncut country GHA\ntime 2025`)
    expect(document.claims).toMatchObject([{ table: 't1', column: 'c1', period }])
  })

  test('keeps the words of any language as they are; a figure of no cell takes its sentence with it', async () => {
    const write: WriteAsk = () =>
      '# Le marché pèse [[t1.0.c1|13,4 Md $US]] en 2025.\n\nPlus de 5 % ? Oui. Ou bien [[t1.9.c1|7 %]]. Fin.\n'
    const { document } = await answer(beer, { lang: 'fr', write })
    const text = document.blocks.flatMap(block => ('spans' in block ? block.spans : []))
    expect(text.map(span => span.text).join('')).toBe(
      'Le marché pèse 13,4 Md $US en 2025.Plus de 5 % ? Oui. Fin.',
    )
    expect(document.claims).toMatchObject([{ shown: '13,4 Md $US', column: 'c1' }])
  })

  test('says first what cannot be answered, and how the question was read among the method', async () => {
    const gaps = [
      {
        text: 'No data for coffee shops.',
        nearest: { label: 'Coffee', question: 'Coffee sales?', ask: beer },
      },
    ]
    const { document } = await answer(beer, { gaps, assumed: ['Market means value in US$.'] })
    const [gap] = document.blocks
    expect(gap).toMatchObject({ type: 'gap', text: 'No data for coffee shops.', ask: { label: 'Coffee' } })
    const method = document.blocks.find(block => block.type === 'method')
    expect(method?.lines[0]).toBe('Market means value in US$.')
    const ids = document.suggestions?.map(({ suggestion_id }) => suggestion_id)
    expect(gap?.type === 'gap' && ids?.includes(gap.ask?.suggestion_id ?? '')).toBe(true)
  })

  test('offers what its writer offers, under ids that lead to queries, but not the question itself', async () => {
    const { document } = await answer(beer)
    const followups = document.blocks.find(block => block.type === 'followups')
    const [item] = followups?.items ?? []
    expect(item).toMatchObject({ question: 'The same once more?', suggestion_id: expect.any(String) })
    expect(document.suggestions).toEqual([
      { suggestion_id: item?.suggestion_id, question: item?.question, text: document.queries[0]?.text },
    ])
    const again = await answer(beer, { question: 'The same once more?' })
    expect(again.document.blocks.some(block => block.type === 'followups')).toBe(false)
    expect(again.document).not.toHaveProperty('suggestions')
  })
})

describe('queries without an answer', () => {
  test('of mixed units are a gap in words that costs nothing, with the queries kept', async () => {
    const { document, free, state } = await answer('show gdp_usd + population\ntime 2024')
    expect(document.blocks).toMatchObject([{ type: 'gap', text: expect.stringMatching(/./) }])
    expect(document).toMatchObject({ tables: [], claims: [], queries: [{ words: expect.any(String) }] })
    expect([free, state]).toEqual([true, 'complete'])
  })

  test('that give no figure cost nothing', async () => {
    const { document, free } = await answer(
      'show gdp_usd\nrows country in ecowas\ntime 2024\nwhere gdp_usd < 1',
    )
    expect(document.tables[0]?.rows).toEqual([])
    expect(headlinesOf(document)[0]).toContain('none')
    expect(free).toBe(true)
  })

  test('stopped before they ran leave a document that says what was asked', async () => {
    const { document, state, free } = await answer(beer, { signal: AbortSignal.abort() })
    expect(document).toMatchObject({ blocks: [], tables: [], queries: [{}] })
    expect([state, free]).toEqual(['stopped', true])
  })

  test('that could not be run fail the turn', async () => {
    const broken = { ...insights, runAsk: () => Promise.reject(new Error('the process ended')) }
    const asked = { question: 'Beer?', ask: parseAsk(beer), lang: 'en' as Lang }
    const { signal } = new AbortController()
    await expect(
      answerAsk({ insights: broken, write: plainWriter }, asked, () => {}, signal),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a picked suggestion', () => {
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  const pick = async (text: string, question = 'GDP of Ghana') => {
    const analyst = createAnalyst({ insights, models, clock: systemClock, writeAsk: plainWriter })
    const { signal } = new AbortController()
    const asked = { question, depth: 'quick', history: [], today: '2026-11-21', signal } as const
    return (await analyst.answer({ ...asked, suggestion: { text, lang: 'sw' } }, () => {})).document
  }

  test('is answered by its queries, whatever its words, in the language of the answer that made it', async () => {
    expect(await pick(beer)).toMatchObject({ version: 2, lang: 'sw', queries: [{ text: beer }] })
  })

  test.each([
    ['queries that cannot be read', 'show'],
    ['a measure that is not available any more', 'show no_such_measure\ntime 2025'],
  ])('with %s is read by its words', async (_, text) => {
    expect(JSON.stringify((await pick(text)).tables)).toContain('Ghana')
  })
})
