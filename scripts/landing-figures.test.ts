import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../src/server/insights/csv.ts'
import { createInsights, type Insights } from '../src/server/insights/insights.ts'
import { panelForTests } from '../src/server/testing/panel-for-tests.ts'
import { landingFigures } from './landing-figures.ts'

const root = join(import.meta.dirname, '..')
const kept = JSON.parse(readFileSync(join(root, 'src/web/landing/landing-figures.json'), 'utf8'))

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

test('every figure of the landing page is what the engine computes today (scripts/write-landing-figures.ts)', async () => {
  expect(kept).toEqual(JSON.parse(JSON.stringify(await landingFigures(insights))))
})

// spec: S2.landing.7, S2.landing.10
test('growth on the landing page is that of the published file, for 52 countries and 2021 to 2025', () => {
  const published = parseCsv(readFileSync(join(root, 'data/macro.csv'), 'utf8')).filter(
    row => row.indicator === 'gdp_growth',
  )
  expect(kept.growth.years).toEqual([2021, 2022, 2023, 2024, 2025])
  const held = kept.growth.countries.filter((country: { values: (number | null)[] }) =>
    country.values.some(value => value !== null),
  )
  expect(held).toHaveLength(52)
  for (const { iso3, values } of held) {
    const row = published.find(one => one.iso3 === iso3)
    expect([iso3, values]).toEqual([iso3, kept.growth.years.map((year: number) => Number(row?.[year]))])
  }
})

// spec: S2.landing.10
test('60 segments stand on the landing page, each once', () => {
  const names = kept.departments.flatMap((department: { segments: string[] }) => department.segments)
  expect(names).toHaveLength(60)
  expect(new Set(names).size).toBe(60)
})
