import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, type SmallEngine, smallEngine, tableOf } from '../../testing/small-engine.ts'
import { westAfricanFigures, westAfricanTea } from '../../testing/small-west-africa.ts'

let engine: SmallEngine
beforeAll(async () => {
  engine = await smallEngine(westAfricanTea, westAfricanFigures)
})
afterAll(() => engine.close())

const year = (of: string, to = of) => ({ from: of, to, grain: 'year' as const, name: null })
const ghana = { countries: ['GHA'], segments: ['tea'], period: year('2025') }
const profile = (more = {}) => engine.run({ operation: 'segment_profile', ...ghana, ...more })

test('the size of a market is its sums, its prices their quotients, and a year not held has no figure', async () => {
  const keys = ['period', 'panel_value_usd', 'panel_value_lcu', 'panel_volume', 'panel_price_usd']
  const more = ['panel_price_lcu', 'panel_value_pc_usd', 'panel_volume_pc']
  const rows = rowsOf(await profile(), 'size', [...keys, ...more])
  expect(rows.map(row => row.period)).toEqual(['2019', '2020', '2021', '2022', '2023', '2024', '2025'])
  expect(Object.values(rows[3] ?? {})).toEqual(['2022', null, null, null, null, null, null, null])
  // 150 × 12 months; × 12 lcu; ÷ 15; a head of 1,000 people
  expect(Object.values(rows[6] ?? {})).toEqual(['2025', 1440, 21600, 1800, 0.8, 12, 1.44, 1.8])
})

test('changes are told on the year before and only where it is held', async () => {
  const rows = rowsOf(await profile(), 'size', ['value_yoy', 'value_lcu_yoy', 'volume_yoy', 'price_yoy'])
  expect(Object.values(rows[4] ?? {})).toEqual([null, null, null, null])
  expect(Object.values(rows[5] ?? {})).toEqual([20, 44, 20, 20])
  expect(Object.values(rows[6] ?? {})).toEqual([0, 25, 25, 0])
})

test('volume effect and price effect add up to the change of value, in local currency', async () => {
  const result = await profile({ period: year('2024') })
  const keys = ['first_period', 'last_period', 'value_first', 'value_last', 'change', 'volume_effect']
  const more = ['price_effect', 'value_growth', 'volume_part', 'price_part', 'usd_growth', 'currency_part']
  const [row] = rowsOf(result, 'effects', [...keys, ...more])
  // volume 1,200 → 1,440 at 10 lcu = 2,400; price 10 → 12 on 1,440 = 2,880; US$ 1,200 → 1,440
  expect(Object.values(row ?? {})).toEqual([
    ...['2023', '2024', 12000, 17280, 5280, 2400, 2880],
    ...[44, 20, 24, 20, -24],
  ])
})

test('growth of a plan of several years is told from its first, shares of its last', async () => {
  const result = await profile({ period: year('2023', '2025') })
  const spans = rowsOf(result, 'effects', ['first_period', 'last_period', 'volume_cagr'])
  expect(spans).toContainEqual({ first_period: '2023', last_period: '2025', volume_cagr: 22.4745 })
  expect(rowsOf(result, 'brands', ['period']).map(row => row.period)).toEqual(['2025', '2025', '2025'])
  expect(result.method.join(' ')).toContain('growth is told from 2023')
})

test('shares add to 100, change in points, and All others stand last without a place', async () => {
  const keys = ['rank', 'brand', 'panel_value_usd', 'share', 'share_previous', 'share_change', 'yoy']
  expect(rowsOf(await profile(), 'brands', keys).map(row => Object.values(row))).toEqual([
    // A 66 of 150 after 60 of 120; B 54 after 40; others 30 after 20
    [1, 'Brand A', 633.6, 44, 50, -6, -12],
    [2, 'Brand B', 518.4, 36, 33.3333, 2.6667, 8],
    [null, 'All others', 288, 20, 16.6667, 3.3333, 20],
  ])
})

test('concentration counts the named brands and ends with the year asked', async () => {
  const result = await profile({ period: year('2024') })
  const rows = rowsOf(result, 'concentration', ['period', 'top3', 'hhi', 'brands', 'leader', 'leader_share'])
  // 50² + 33.33²
  expect(Object.values(rows.at(-1) ?? {})).toEqual(['2024', 83.3333, 3611.1111, 2, 'Brand A', 50])
})

test('channels carry value, volume, price and share', async () => {
  const keys = [
    'rank',
    'channel_id',
    'panel_value_usd',
    'panel_volume',
    'panel_price_usd',
    'share',
    'share_change',
  ]
  expect(rowsOf(await profile(), 'channels', keys).map(row => Object.values(row))).toEqual([
    [1, 'traditional_trade', 806.4, 1008, 0.8, 56, 6],
    [2, 'modern_trade', 633.6, 792, 0.8, 44, -6],
  ])
})

test('countries stand in the order of their value, all in the year asked', async () => {
  const result = await profile()
  const rows = rowsOf(result, 'standing', ['rank', 'iso3', 'panel_value_usd', 'panel_volume_pc', 'share'])
  expect(rows.map(row => Object.values(row))).toEqual([
    [1, 'NGA', 3600, 1.2, 57.6923],
    [2, 'GHA', 1440, 1.8, 23.0769],
    [3, 'CIV', 1200, 4, 19.2308],
  ])
  expect(tableOf(result, 'standing').coverage).toEqual({ held: 3, of: 52, what: 'countries' })
})

test('a month stands against the average month of its own year', async () => {
  const december = { ...westAfricanTea[0], country: 'KEN', weights: { 12: 13 }, volume: 100 }
  const small = await smallEngine([december as (typeof westAfricanTea)[number]], westAfricanFigures)
  const result = await small.run({
    operation: 'segment_profile',
    countries: ['KEN'],
    segments: ['tea'],
    period: year('2023'),
  })
  const rows = rowsOf(result, 'season', ['month_name', 'season_index'])
  small.close()
  // eleven months of 100 and one of 1,300: 200 on average
  expect(rows[0]).toEqual({ month_name: 'January', season_index: 50 })
  expect(rows[11]).toEqual({ month_name: 'December', season_index: 650 })
})

test('a run of months is told beside the years, against the same months one year before, and never a head', async () => {
  const quarter = { from: '2025-01', to: '2025-03', grain: 'month' as const, name: null }
  const result = await profile({ period: quarter })
  const keys = ['period', 'panel_value_usd', 'panel_volume_pc', 'value_lcu_yoy', 'volume_yoy']
  expect(Object.values(rowsOf(result, 'size', keys).at(-1) ?? {})).toEqual([
    '2025-01–2025-03',
    360,
    null,
    25,
    25,
  ])
})

test('price is set against consumer prices and spending against household consumption of the same year', async () => {
  const result = await engine.run({ operation: 'consumer_profile', ...ghana })
  const keys = ['period', 'price_index', 'cpi_index', 'real_price_index', 'panel_value_pc_usd', 'spend_share']
  const rows = rowsOf(result, 'affordability', keys)
  // The indices start with the first price held, 2023: 12 ÷ 10, and prices that rise 10% a year
  expect(rows[3]).toMatchObject({ period: '2022', price_index: null, cpi_index: null })
  expect(rows[5]).toEqual({
    ...{ period: '2024', price_index: 120, cpi_index: 110, real_price_index: 109.0909 },
    ...{ panel_value_pc_usd: 1.44, spend_share: 1.44 },
  })
  expect(rows[6]?.spend_share).toBeNull()
})

test('peers are compared in one year, each indicator in one year of its own', async () => {
  const result = await engine.run({ operation: 'consumer_profile', ...ghana })
  const keys = ['iso3', 'panel_value_usd', 'panel_volume_pc', 'yoy', 'hh_consumption_pc_usd']
  expect(rowsOf(result, 'peers', keys).map(row => Object.values(row))).toEqual([
    ['GHA', 1440, 1.8, 0, 100],
    ['NGA', 3600, 1.2, null, 50],
    ['CIV', 1200, 4, 100, 200],
  ])
  expect(
    tableOf(result, 'peers').columns.find(column => column.key === 'hh_consumption_pc_usd')?.label,
  ).toContain('2024')
})

test('a country without sales is told by what is held; nothing is estimated', async () => {
  const result = await engine.run({ operation: 'feasibility', ...ghana, countries: ['BEN'] })
  expect(result.tables.map(table => table.role)).toEqual(['size', 'context', 'players'])
  expect(tableOf(result, 'size').coverage).toEqual({ held: 0, of: 7, what: 'years' })
  expect(result.method.join(' ')).toContain('holds no sales')
})

test('the same plan gives the same bytes', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => engine.run({ operation: 'feasibility', ...ghana })))
  expect(JSON.stringify(one)).toBe(JSON.stringify(two))
})
