import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, type SmallEngine, smallEngine, tableOf } from '../../testing/small-engine.ts'
import { westAfricanFigures, westAfricanTea } from '../../testing/small-west-africa.ts'

let engine: SmallEngine
beforeAll(async () => {
  engine = await smallEngine(westAfricanTea, westAfricanFigures)
})
afterAll(() => engine.close())

const year = (of: string, to = of) => ({ from: of, to, grain: 'year' as const, name: null })
const gdp = { measures: ['gdp_usd'] }
const three = ['GHA', 'CIV', 'NGA']

test('a comparison stands in the latest year that enough of the countries hold, and says so', async () => {
  const result = await engine.run({ operation: 'compare', ...gdp, countries: three, by: 'country' })
  const rows = rowsOf(result, 'main', ['rank', 'iso3', 'period', 'gdp_usd', 'previous', 'yoy', 'share'])
  expect(rows.map(row => Object.values(row))).toEqual([
    [1, 'NGA', '2024', 400, null, null, 66.6667],
    [2, 'GHA', '2024', 110, 100, 10, 18.3333],
    [3, 'CIV', '2024', 90, 80, 12.5, 15],
  ])
  expect(result.method.join(' ')).toContain('2024 for all')
})

test('a total grows only over those that hold both years', async () => {
  const result = await engine.run({ operation: 'compare', ...gdp, countries: three, by: 'country' })
  // 600 in all; (110 + 90) ÷ (100 + 80)
  expect(rowsOf(result, 'total', ['gdp_usd', 'yoy', 'count'])).toEqual([
    { gdp_usd: 600, yoy: 11.1111, count: 3 },
  ])
})

test('a country alone is told in its own latest year', async () => {
  const result = await engine.run({ operation: 'lookup', ...gdp, countries: ['GHA'] })
  expect(rowsOf(result, 'main', ['period', 'gdp_usd', 'previous', 'yoy', 'rank', 'of'])).toEqual([
    { period: '2025', gdp_usd: 121, previous: 110, yoy: 10, rank: 1, of: 1 },
  ])
})

test('a year that is not held has no figure, not the one beside it', async () => {
  const result = await engine.run({ operation: 'lookup', ...gdp, countries: ['NGA'], period: year('2023') })
  expect(rowsOf(result, 'main', ['period', 'gdp_usd', 'previous', 'yoy'])).toEqual([
    { period: '2023', gdp_usd: null, previous: 500, yoy: null },
  ])
  expect(tableOf(result, 'main').coverage).toEqual({ held: 0, of: 1, what: 'countries' })
  expect(result.method.join(' ')).toContain('is not held for 2023; the latest year held is 2024')
})

test('rates change in points and never in per cent', async () => {
  const result = await engine.run({
    operation: 'trend',
    measures: ['inflation_cpi'],
    countries: ['CIV'],
    period: year('2024', '2025'),
  })
  const columns = tableOf(result, 'trend').columns.map(column => [column.key, column.unit])
  expect(columns).toContainEqual(['change', 'points'])
  expect(columns.some(([key]) => key === 'yoy')).toBe(false)
  expect(rowsOf(result, 'trend', ['period', 'inflation_cpi', 'change'])).toEqual([
    { period: '2024', inflation_cpi: null, change: null },
    { period: '2025', inflation_cpi: 5, change: null },
  ])
})

test('a line keeps its gaps, tells the change before its first year where it is held, and counts its index from it', async () => {
  const result = await engine.run({
    operation: 'trend',
    ...gdp,
    countries: ['NGA', 'GHA'],
    period: year('2023', '2024'),
  })
  expect(
    rowsOf(result, 'trend', ['period', 'iso3', 'gdp_usd', 'yoy', 'index']).map(row => Object.values(row)),
  ).toEqual([
    ['2023', 'NGA', null, null, null],
    ['2024', 'NGA', 400, null, 100],
    ['2023', 'GHA', 100, 25, 100],
    ['2024', 'GHA', 110, 10, 110],
  ])
  expect(rowsOf(result, 'summary', ['iso3', 'first_period', 'first', 'growth', 'cagr'])[1]).toEqual({
    ...{ iso3: 'GHA', first_period: '2023', first: 100, growth: 10, cagr: 10 },
  })
})

test('a ranking counts who has a figure among all who were asked', async () => {
  const result = await engine.run({ operation: 'rank', ...gdp, group: 'africa', by: 'country', limit: 2 })
  expect(rowsOf(result, 'main', ['rank', 'iso3', 'gdp_usd']).map(row => row.iso3)).toEqual(['NGA', 'GHA'])
  expect(rowsOf(result, 'all', ['iso3'])).toHaveLength(3)
  const coverage = tableOf(result, 'main').coverage
  expect(coverage).toMatchObject({ held: 3, of: 52, what: 'countries' })
  expect(coverage?.missing).toHaveLength(49)
  expect(coverage?.missing).toContain('Egypt')
  expect(
    rowsOf(result, 'summary', ['count', 'without', 'total', 'median', 'highest', 'lowest', 'top_share']),
  ).toEqual([{ count: 3, without: 49, total: 600, median: 110, highest: 400, lowest: 90, top_share: 100 }])
})

test('growth over years asked is a year, and a country without both ends is left out', async () => {
  const plan = {
    ...gdp,
    group: 'africa',
    by: 'country',
    rank_by: 'growth',
    period: year('2022', '2024'),
  } as const
  const result = await engine.run({ operation: 'rank', ...plan })
  const rows = rowsOf(result, 'main', ['iso3', 'cagr'])
  // (110 ÷ 80)^½, (90 ÷ 70)^½, (400 ÷ 500)^½
  expect(rows.map(row => Object.values(row))).toEqual([
    ['GHA', 17.2604],
    ['CIV', 13.3893],
    ['NGA', -10.5573],
  ])
})

test('compound growth names its ends and its years', async () => {
  const result = await engine.run({
    operation: 'growth',
    ...gdp,
    countries: ['GHA'],
    growth: 'cagr',
    period: year('2022', '2024'),
  })
  expect(rowsOf(result, 'main', ['first_period', 'first', 'last_period', 'last', 'growth', 'years'])).toEqual(
    [{ first_period: '2022', first: 80, last_period: '2024', last: 110, growth: 17.2604, years: 2 }],
  )
})

test('prices of countries with different currencies are compared in US$, and the reader is told', async () => {
  const result = await engine.run({
    ...{ operation: 'compare', segments: ['tea'], measures: ['panel_price_lcu'], countries: ['GHA', 'CIV'] },
    ...{ by: 'country', period: year('2025') },
  })
  expect(rowsOf(result, 'main', ['iso3', 'panel_price_usd']).map(row => Object.values(row))).toEqual([
    ['CIV', 1],
    ['GHA', 0.8],
  ])
  expect(result.method).toContain('Countries with different currencies are compared in US$.')
})

test('an id that is not in the catalogue is an error that names it', async () => {
  await expect(engine.run({ operation: 'lookup', ...gdp, countries: ['FRA'] })).rejects.toThrow(
    "unknown country 'FRA'",
  )
  await expect(engine.run({ operation: 'lookup', measures: ['gdp'], countries: ['GHA'] })).rejects.toThrow(
    "'gdp'",
  )
})
