import { afterAll, beforeAll, expect, test } from 'vitest'
import { lintChart } from '../../../charts/lint.ts'
import { emptyPlan, type Operation, type Plan } from '../../../contract/plan.ts'
import { createInsights, type Insights } from '../../insights/insights.ts'
import { panelForTests } from '../../testing/panel-for-tests.ts'
import { AnswerComposer } from '../answer-composer.ts'
import { ClaimBook } from '../claims/claim-book.ts'
import { ResultSet } from '../claims/result-set.ts'
import { writeMarkup } from '../markup/write-markup.ts'
import { namesOf } from '../text-names.ts'
import { writeAnswer } from './write-answer.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

async function resultsOf(plan: Plan): Promise<ResultSet> {
  const results = new ResultSet()
  results.add(await insights.runPlan(plan))
  return results
}

/** What a plan's answer loses: sentences with a figure that is not its cell's, charts that break a rule, a headline. */
async function faultsOf(plan: Plan, known?: ResultSet): Promise<string[]> {
  const { catalogue } = insights
  const results = known ?? (await resultsOf(plan))
  const drafts = writeAnswer(plan, results, catalogue)
  const checking = {
    results,
    book: new ClaimBook(results, ''),
    subject: '',
    names: namesOf(results, plan, catalogue),
  }
  const composer = new AnswerComposer(
    () => {},
    checking,
    () => null,
  )
  composer.push(writeMarkup(drafts))
  composer.end()
  const charts = drafts.flatMap(draft => {
    const table = draft.type === 'chart' ? results.table(draft.chart.table) : undefined
    return draft.type === 'chart' && table ? lintChart(draft.chart, table) : []
  })
  const headline = drafts.some(draft => draft.type === 'headline') ? [] : ['no headline']
  return [
    ...headline,
    ...composer.failures().map(failed => `${failed.text} ${failed.unmatched.join()}`),
    ...charts,
  ]
}

const year = { from: '2025', to: '2025', grain: 'year', name: null } as const
const places = ['GHA', 'ZWE', 'EGY', 'STP', 'NGA']
const studies: Operation[] = [
  'feasibility',
  'consumer_profile',
  'segment_profile',
  'price_volume',
  'channel_mix',
  'key_players',
]

test('every segment is written about without a lost sentence or a broken chart', async () => {
  for (const [i, segment] of insights.catalogue.segments.entries()) {
    const operation = studies[i % studies.length] as Operation
    const depth = i % 2 === 0 ? 'quick' : 'deep'
    const plan: Plan = {
      ...emptyPlan,
      operation,
      segments: [segment.id],
      countries: [places[i % places.length] ?? ''],
      period: year,
      depth,
    }
    expect(await faultsOf(plan), `${operation} ${segment.id}`).toEqual([])
  }
}, 60_000)

test('every country figure is written about, held or not', async () => {
  const africa = insights.catalogue.group('africa')?.members ?? []
  const figures = insights.catalogue.measures.filter(measure => measure.kind === 'figure')
  for (const [i, measure] of figures.entries()) {
    const base = { ...emptyPlan, measures: [measure.id] }
    const plans: Plan[] = [
      { ...base, operation: 'lookup', countries: [places[i % places.length] ?? ''] },
      { ...base, operation: 'trend', by: 'year', countries: ['KEN', 'ZWE'] },
      {
        ...base,
        operation: 'rank',
        by: 'country',
        group: 'africa',
        countries: africa,
        order: 'highest',
        rank_by: 'level',
      },
      { ...base, operation: 'compare', by: 'country', countries: ['KEN', 'ERI'] },
      { ...base, operation: 'growth', growth: 'yoy', countries: ['KEN'] },
      { ...base, operation: 'definition' },
    ]
    const plan = plans[i % plans.length] as Plan
    expect(await faultsOf(plan), `${plan.operation} ${measure.id}`).toEqual([])
  }
}, 60_000)

test('where a country is called highest or lowest, those without a figure are named: six, and how many there are', async () => {
  const figures = insights.catalogue.measures.filter(measure => measure.kind === 'figure')
  const africa = insights.catalogue.group('africa')?.members ?? []
  const counts = new Set<number>()
  for (const [i, measure] of figures.entries()) {
    const plan: Plan = {
      ...emptyPlan,
      operation: 'rank',
      by: 'country',
      group: 'africa',
      countries: africa,
      measures: [measure.id],
      order: i % 2 === 0 ? 'highest' : 'lowest',
      rank_by: 'level',
    }
    const results = await resultsOf(plan)
    const main = results.tables.find(table => table.role === 'main')
    const { held, of, missing = [] } = main?.coverage ?? { held: 0, of: 0 }
    expect(missing, measure.id).toHaveLength(of - held)
    const words = writeAnswer(plan, results, insights.catalogue)
      .flatMap(draft => (draft.type === 'paragraph' ? draft.pieces : []))
      .map(piece => ('ref' in piece ? piece.shown : piece.text))
      .join('')
    for (const name of missing.slice(0, 6)) expect(words, measure.id).toContain(name)
    if (missing.length > 6)
      expect(words, measure.id).toContain(
        `${missing.length} countries have no figure and are left out: ${missing.slice(0, 6).join(', ')} and others.`,
      )
    expect(await faultsOf(plan, results), measure.id).toEqual([])
    counts.add(missing.length)
  }
  expect([...counts].some(count => count > 0 && count <= 6)).toBe(true)
  expect([...counts].some(count => count > 6)).toBe(true)
}, 60_000)

test('every fourth country has a profile, the two with limited data too', async () => {
  const { countries } = insights.catalogue
  for (const country of countries.filter((one, i) => i % 4 === 0 || one.limitedData)) {
    expect(
      await faultsOf({ ...emptyPlan, operation: 'country_profile', countries: [country.iso3] }),
      country.name,
    ).toEqual([])
  }
}, 60_000)

test('shares of two countries are told apart: no brand of one stands ahead of a brand of the other', async () => {
  const shared: Plan = { ...emptyPlan, operation: 'share', by: 'brand', measures: ['panel_value_usd'] }
  const plans: Plan[] = [
    { ...shared, segments: ['beer'], countries: ['GHA', 'KEN'], period: year },
    { ...shared, segments: ['tea', 'beer'], countries: ['KEN'], period: { ...year, from: '2021' } },
  ]
  for (const plan of plans) expect(await faultsOf(plan)).toEqual([])
  const results = new ResultSet()
  results.add(await insights.runPlan(plans[0] as Plan))
  const headline = writeAnswer(plans[0] as Plan, results, insights.catalogue).find(
    draft => draft.type === 'headline',
  )
  const words = JSON.stringify(headline)
  for (const country of ['Ghana', 'Kenya']) {
    const main = results.tables.find(({ role }) => role === 'main')
    const at = main?.columns.findIndex(({ key }) => key === 'country') ?? -1
    const first = main?.rows.findIndex(row => row[at] === country) ?? -1
    expect(words, country).toContain(`"row":${first}`)
  }
})

test('a year that was named is split against the year before it', async () => {
  const plan: Plan = {
    ...emptyPlan,
    operation: 'price_volume',
    segments: ['beer'],
    countries: ['NGA'],
    period: { ...year, from: '2023', to: '2023' },
  }
  expect(await faultsOf(plan)).toEqual([])
  const results = new ResultSet()
  results.add(await insights.runPlan(plan))
  const headline = writeAnswer(plan, results, insights.catalogue).find(draft => draft.type === 'headline')
  const words = headline && 'pieces' in headline ? headline.pieces : []
  expect(words.map(piece => ('text' in piece ? piece.text : piece.shown)).join('')).toContain(
    'between 2022 and 2023',
  )
})
