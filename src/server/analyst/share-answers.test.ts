import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AnswerDocument, Span } from '../../contract/answer.ts'
import { emptyPlan, type Plan } from '../../contract/plan.ts'
import type { Result } from '../../contract/result.ts'
import { createInsights, type Insights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { engineOverPart } from '../testing/small-engine.ts'
import { type Analyst, createAnalyst } from './analyst.ts'
import { ResultSet } from './claims/result-set.ts'
import type { Piece } from './claims/verify-sentence.ts'
import type { Draft } from './markup/write-markup.ts'
import { writeAnswer } from './writer/write-answer.ts'

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

/** Every sentence, label and figure that the reader sees in the drafts of an answer. */
const linesOf = (draft: Draft): string[] => {
  const text = (pieces: readonly Piece[]) =>
    pieces.map(piece => ('text' in piece ? piece.text : piece.shown)).join('')
  if (draft.type === 'headline') return [text(draft.pieces)]
  if (draft.type === 'paragraph') return [text(draft.pieces)]
  if (draft.type === 'tiles') return draft.tiles.map(one => `${one.label} ${text([one.figure])}`)
  return []
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

  test.each(['exports_usd', 'imports_usd', 'remittances_usd'])(
    'a plan for a share of %s is refused',
    async measure => {
      const plan = {
        operation: 'share',
        measures: [measure],
        countries: ['KEN', 'GHA'],
        segments: ['tea'],
      } as const
      const asked = { ...emptyPlan, ...plan } as unknown as Plan
      await expect(insights.runPlan(asked)).rejects.toThrow('Sales are no part of')
    },
  )
})

describe('a brand by channel', () => {
  test('each channel is a whole of its own', async () => {
    const result = await insights.runPlan({
      ...emptyPlan,
      operation: 'share',
      countries: ['KEN'],
      segments: ['beer'],
      brands: ['Brand A'],
      by: 'channel',
    })
    const main = result.tables.find(table => table.role === 'main')
    const at = (key: string) => main?.columns.findIndex(column => column.key === key) ?? -1
    const { rows } = await insights.query(
      `SELECT channel, 100 * sum(value_usd) FILTER (brand = 'Brand A')::DOUBLE / sum(value_usd)::DOUBLE FROM yearly
       WHERE segment = 'beer' AND country = 'KEN' AND year = 2025 GROUP BY channel`,
    )
    const wanted = new Map(rows.map(([channel, share]) => [String(channel), Number(share)]))
    expect(main?.rows.length).toBe(wanted.size)
    for (const row of main?.rows ?? [])
      expect(row[at('share')]).toBeCloseTo(wanted.get(String(row[at('channel_id')])) ?? 0, 6)
  })

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
/** Beside them, for what is asked of more than is named: neighbours, and more of the departments. */
const panelPart = {
  countries: [...countries, 'GHA', 'CIV', 'SEN', 'EGY'],
  segments: [...segments, 'spirits', 'baby_toiletries_wipes', 'rice'],
}
const channelIds = ['modern_trade', 'traditional_trade', 'ecommerce', 'pharmacy', 'open_market']
const maybe = <T>(items: readonly T[]) => fc.option(fc.constantFrom(...items), { nil: null })
const some = <T>(items: readonly T[], most: number) => fc.subarray([...items], { maxLength: most })

const sharePlan: fc.Arbitrary<Plan> = fc
  .record({
    measures: some(
      ['panel_value_usd', 'panel_volume', 'gdp_usd', 'hh_consumption_usd', 'population', 'panel_value_lcu'],
      2,
    ),
    countries: some(countries, 3),
    group: maybe(['ecowas', 'africa']),
    segments: some(segments, 3),
    department: maybe(['alcoholic_drinks', 'baby_care']),
    brands: some(['Brand A', 'Brand D', 'All others'], 2),
    channels: some(channelIds, 2),
    by: maybe(['country', 'segment', 'brand', 'channel', 'year'] as const),
    period: maybe([
      { from: '2023', to: '2023', grain: 'year', name: null },
      { from: '2024-01', to: '2024-06', grain: 'month', name: null },
    ] as const),
  })
  .map(part => ({ ...emptyPlan, operation: 'share', ...part }) as Plan)

test('no plan for a share is written with a missing name, a hole or a whole of one part', async () => {
  const { catalogue } = insights
  const part = await engineOverPart(panelPart.countries, panelPart.segments)
  onTestFinished(part.close)
  const groups = new Set(catalogue.groups.map(group => group.id))
  const departments = new Set(catalogue.departments.map(department => department.id))
  let written = 0
  await fc.assert(
    fc.asyncProperty(sharePlan, async drawn => {
      const plan = {
        ...drawn,
        group: drawn.group && groups.has(drawn.group) ? drawn.group : null,
        department: drawn.department && departments.has(drawn.department) ? drawn.department : null,
      }
      const results = new ResultSet()
      const result = await part.run(plan).catch((error: unknown) => error)
      // A plan that cannot be a share is refused with a reason.
      if (result instanceof Error) {
        expect(result.name).toBe('PlanError')
        return
      }
      results.add(result as Result)
      written++
      const lines = writeAnswer(plan, results, catalogue).flatMap(linesOf)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.filter(line => faultsOf(line).length > 0)).toEqual([])
    }),
    { numRuns: 250, seed: 12 },
  )
  expect(written).toBeGreaterThan(60)
}, 120_000)

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
