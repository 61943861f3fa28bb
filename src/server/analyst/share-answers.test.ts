import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerDocument, Span } from '../../contract/answer.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { type Analyst, createAnalyst } from './analyst.ts'

let insights: Insights
let analyst: Analyst
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const builtIn = { provider: 'built-in' } as const
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  analyst = createAnalyst({ insights, models, clock: systemClock })
}, 120_000)
afterAll(() => insights?.close())

async function ask(question: string): Promise<AnswerDocument> {
  const signal = new AbortController().signal
  const asked = { question, depth: 'quick', history: [], today: '2026-11-21', signal } as const
  return (await analyst.answer(asked, () => {})).document
}

const textOf = (spans: readonly Span[]) => spans.map(span => span.text).join('')

function headlineOf(document: AnswerDocument): string {
  const first = document.blocks.find(block => ['headline', 'ask', 'gap'].includes(block.type))
  if (first?.type === 'headline') return textOf(first.spans)
  if (first?.type === 'gap') return first.text
  return first?.type === 'ask' ? first.question : ''
}

/** No name is missing, no sentence has a hole, no part is said to be the whole. */
function faultsOf(line: string): string[] {
  return [
    ...(/^\s*(holds|leads|carries|has|is|was)\b/.test(line) ? ['no subject'] : []),
    ...(/ {2}|^\s|\s$| [,.;]/.test(line) ? ['a hole'] : []),
    ...(/(^|\D)100(\.0)?%/.test(line) ? ['a whole of one part'] : []),
    ...(/\b(null|undefined|NaN)\b/.test(line) ? ['a missing word'] : []),
  ]
}

const cell = (document: AnswerDocument, key: string): unknown => {
  const main = document.tables.find(table => table.role === 'main')
  return main?.rows[0]?.[main.columns.findIndex(column => column.key === key)]
}

describe('a share of what households spend', () => {
  test.each([
    'share of beer in household consumption in Kenya',
    'What share of household spending in Kenya goes on beer?',
  ])('%s is the value of sales over household consumption', async question => {
    const document = await ask(question)
    const { rows } = await insights.query(
      `SELECT (SELECT sum(value_usd)::DOUBLE FROM yearly WHERE segment = 'beer' AND country = 'KEN' AND year = 2024)
           / (SELECT value FROM figures WHERE indicator = 'hh_consumption_usd' AND iso3 = 'KEN' AND year = 2024)`,
    )
    const share = Number(rows[0]?.[0]) * 100
    expect(share).toBeGreaterThan(0)
    expect(document.claims.map(claim => claim.value)).toContainEqual(expect.closeTo(share, 6))
    expect(headlineOf(document)).toMatch(
      /^Value sales of beer in Kenya as a share of household consumption in Kenya stood at \d\.\d% in 2024/,
    )
    expect(document.modelled).toBe(true)
  })

  test('of GDP', async () => {
    const document = await ask('share of rice in GDP of Senegal')
    expect(headlineOf(document)).toMatch(
      /^Value sales of packaged rice in Senegal as a share of GDP in Senegal stood at \d\.\d% in 20\d\d/,
    )
  })

  test('several countries are told apart', async () => {
    const document = await ask('share of beer in household consumption in Kenya and Uganda')
    expect(headlineOf(document)).toMatch(/Kenya/)
    expect(headlineOf(document)).toMatch(/Uganda/)
    expect(faultsOf(headlineOf(document))).toEqual([])
  })

  test.each([
    'What share of spending goes on food in Kenya?',
    'share of spending on food in Kenya',
    'How much of household spending goes on food in Kenya?',
    'What percentage of household expenditure is spent on food in Kenya?',
    'share of income spent on food in Kenya',
  ])('%s has the published figure', async question => {
    const document = await ask(question)
    expect(document.tables[0]?.columns.at(-1)?.measure).toBe('food_spend_share')
    expect(headlineOf(document)).toMatch(
      /food at home in Kenya stood at \d+\.\d% of household expenditure in 2023/,
    )
  })
})

describe('a share of a figure that sales are no part of', () => {
  test.each([
    'share of tea in remittances in Kenya',
    'share of tea in remittances in Kenya and Ghana',
    'share of beer in GDP per capita in Kenya',
  ])('%s is not computed, and says so', async question => {
    const document = await ask(question)
    expect(document.tables).toEqual([])
    expect(document.blocks.map(({ type }) => type)).toEqual(['gap'])
  })
})

describe('a brand by channel', () => {
  test.each(['share of Brand A by channel in beer in Kenya', 'Brand A share of beer by channel in Kenya'])(
    '%s names the brand and its share in the channel where it is strongest',
    async question => {
      const document = await ask(question)
      expect(headlineOf(document)).toMatch(/share of Brand A .*beer in Kenya .*channels/)
      expect(faultsOf(headlineOf(document))).toEqual([])
      const share = Number(cell(document, 'c1'))
      expect(share).toBeGreaterThan(0)
      expect(share).toBeLessThan(99)
    },
  )
})

const countries = ['KEN', 'NGA', 'ZWE', 'STP', 'MAR', 'LBY', 'ETH']
const segments = ['beer', 'diapers', 'tea', 'infant_formula', 'pain_relief', 'wine']
const channelIds = ['modern_trade', 'traditional_trade', 'ecommerce', 'pharmacy', 'open_market']
const forms = [
  'share of {brand} by channel in {goods} in {place}',
  'share of {brand} in {goods} in {place}',
  '{brand} share of {goods} in {channel} in {place}',
  'share of {channel} in {goods} sales in {place}',
  'share of {goods} by country in {place}',
  'share of {goods} by segment in {place}',
  'share of {goods} in household consumption in {place}',
  'share of {goods} in household consumption',
  'share of {goods} in GDP in {place}',
  'volume share of {goods} in {place}',
  'what share of African {goods} sales is {place}',
  'share of {goods} in all sales in {place}',
  'share of {place} in African GDP',
  'share of spending on food in {place}',
  'share of population in {place}',
  'brand shares of {goods} by channel in {place}',
  'share of {goods} in the department in {place}',
]
const draws = forms.flatMap((form, at) =>
  [0, 1, 2].map(turn => {
    const pick = <T>(items: readonly T[], step: number) =>
      items[(at * 5 + turn * step + step) % items.length] as T
    return {
      form,
      country: pick(countries, 2),
      segment: pick(segments, 1),
      channel: pick(channelIds, 3),
      brand: ['Brand A', 'Brand C'][turn % 2] ?? '',
    }
  }),
)

test.each(draws)('$form ($country, $segment, $channel, $brand) has a whole headline', async draw => {
  const { catalogue } = insights
  const question = draw.form
    .replace('{brand}', draw.brand)
    .replace(
      '{goods}',
      catalogue
        .segment(draw.segment)
        ?.name.replace(/ ?\(.*?\)/g, '')
        .toLowerCase() ?? '',
    )
    .replace('{channel}', catalogue.channel(draw.channel)?.name.toLowerCase() ?? '')
    .replace('{place}', catalogue.country(draw.country)?.name ?? '')
  const document = await ask(question)
  const headline = headlineOf(document)
  expect(headline, question).not.toBe('')
  expect([question, headline, faultsOf(headline)]).toEqual([question, headline, []])
  for (const block of document.blocks)
    if (block.type === 'tiles')
      expect(
        block.tiles.filter(tile => /^100(\.0)?%/.test(tile.figure.text) || tile.label.trim() === ''),
      ).toEqual([])
})
