import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPlan, type Plan } from '../../../contract/plan.ts'
import type { Result } from '../../../contract/result.ts'
import { panelForTests } from '../../testing/panel-for-tests.ts'
import { rowsOf } from '../../testing/small-engine.ts'
import { createInsights, type Insights } from '../insights.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

const ranked = (plan: Partial<Plan>) =>
  insights.runPlan({ ...emptyPlan, operation: 'rank', limit: 54, ...plan })
const countriesIn = (result: Result) => rowsOf(result, 'main', ['iso3']).map(row => row.iso3)
const year = (of: number, to = of) =>
  ({ from: String(of), to: String(to), grain: 'year', name: null }) as const

test('a lending rate of 2001 does not rank as current, and the country is named with its year', async () => {
  const result = await ranked({ measures: ['lending_rate'] })
  const [first] = rowsOf(result, 'main', ['period'])
  expect(Number(first?.period)).toBeGreaterThanOrEqual(2023)
  expect(countriesIn(result)).not.toContain('GIN')
  expect(result.method.join(' ')).toContain('Guinea (2001)')
})

test('exchange rates of 2017 and 2022 do not rank as current, and the countries are named with their years', async () => {
  const result = await ranked({ measures: ['exchange_rate'] })
  for (const iso3 of ['SOM', 'SDN']) expect(countriesIn(result)).not.toContain(iso3)
  expect(result.method.join(' ')).toContain('Somalia (2017)')
  expect(result.method.join(' ')).toContain('Sudan (2022)')
})

test('a country asked for alone is answered with its latest figure, which is said not to be current', async () => {
  const result = await insights.runPlan({
    ...emptyPlan,
    operation: 'lookup',
    measures: ['lending_rate'],
    countries: ['GIN'],
  })
  expect(rowsOf(result, 'main', ['period', 'lending_rate'])).toEqual([
    { period: '2001', lending_rate: expect.closeTo(12.9, 1) },
  ])
  expect(result.method.join(' ')).toContain(
    'Guinea: the latest figure is of 2001, more than 2 years before 2025',
  )
})

test('an implausible figure is neither first nor last, and is named with country, year and figure', async () => {
  const result = await ranked({ measures: ['life_expectancy'], order: 'lowest', period: year(2022) })
  expect(countriesIn(result)).not.toContain('CAF')
  const said = result.tables.find(table => table.role === 'main')?.flags.join(' ')
  expect(said).toContain('Left out of the order')
  expect(said).toMatch(/Central African Republic.*18\.8.*2022/)
})

test('investment below zero is left out of the lowest', async () => {
  const result = await ranked({ measures: ['investment_gdp'], order: 'lowest', period: year(2022) })
  expect(countriesIn(result)).not.toContain('DJI')
  const [lowest] = rowsOf(result, 'main', ['investment_gdp'])
  expect(Number(lowest?.investment_gdp)).toBeGreaterThan(0)
})

test('growth that starts or ends at an implausible figure is left out too', async () => {
  const growth = { measures: ['gdp_per_capita_ppp'], rank_by: 'growth', period: year(2016, 2017) } as const
  const result = await ranked({ ...growth, measures: [...growth.measures] })
  expect(countriesIn(result)).not.toContain('ZWE')
})

test('a country asked for by name keeps its place, implausible or not', async () => {
  const result = await ranked({
    measures: ['life_expectancy'],
    order: 'lowest',
    period: year(2022),
    countries: ['CAF', 'TCD', 'NGA'],
  })
  expect(countriesIn(result)[0]).toBe('CAF')
})

test('a figure left out of the order stays in the total', async () => {
  const result = await ranked({ measures: ['goods_exports_usd'], period: year(2025) })
  const [summary] = rowsOf(result, 'summary', ['total', 'count'])
  const ranks = rowsOf(result, 'main', ['goods_exports_usd'])
  const shown = ranks.reduce((sum, row) => sum + Number(row.goods_exports_usd), 0)
  expect(countriesIn(result)).not.toContain('SDN')
  expect(summary?.count).toBe(ranks.length + 1)
  expect(Number(summary?.total) - shown).toBeCloseTo(2.8e9, -3)
})
