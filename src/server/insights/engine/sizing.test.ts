import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, type SmallEngine, smallEngine, tableOf } from '../../testing/small-engine.ts'
import { westAfricanFigures, westAfricanTea } from '../../testing/small-west-africa.ts'

let engine: SmallEngine
beforeAll(async () => {
  engine = await smallEngine(westAfricanTea, westAfricanFigures)
})
afterAll(() => engine.close())

const study = (country: string) =>
  engine.run({
    ...{ operation: 'feasibility', countries: [country], segments: ['tea'] },
    period: { from: '2025', to: '2025', grain: 'year', name: null },
  })
const sizing = async (country: string) =>
  new Map(
    rowsOf(await study(country), 'sizing', ['measure_id', 'value']).map(row => [row.measure_id, row.value]),
  )

test('TAM, SAM and SOM follow their formulas, and every input has a row', async () => {
  expect(Object.fromEntries(await sizing('GHA'))).toEqual({
    market_now: 1440,
    consumers: 1000,
    own_volume: 1.8,
    // Côte d'Ivoire 4 and Nigeria 1.2 a head
    benchmark_volume: 2.6,
    price_usd: 0.8,
    tam_volume: 2600,
    tam: 2080,
    urban_share: 50,
    // 100 ÷ the mean of 200 and 50
    purse_factor: 80,
    // 1,440 + 640 × 50% × 80%
    sam: 1696,
    headroom: 256,
    // the one named brand behind the leader
    attainable_share: 36,
    som: 610.56,
  })
})

test('a market above its benchmark has no headroom, and no share to attain where one brand sells', async () => {
  const own = await sizing('CIV')
  expect([own.get('benchmark_volume'), own.get('tam'), own.get('sam'), own.get('headroom')]).toEqual([
    4, 1200, 1200, 0,
  ])
  expect([own.get('attainable_share'), own.get('som')]).toEqual([null, null])
})

test('every step says how it was computed', async () => {
  const table = tableOf(await study('GHA'), 'sizing')
  expect(rowsOf(await study('GHA'), 'sizing', ['note']).every(row => row.note !== '')).toBe(true)
  // The first line says what was selected.
  expect(table.computed).toHaveLength(1 + table.rows.length)
  expect(table.modelled).toBe(true)
})

test('scores are places among the countries that sell, and a criterion without a figure gives its weight away', async () => {
  const result = await study('GHA')
  const rows = rowsOf(result, 'scores', ['measure_id', 'value', 'score', 'weight', 'weighted'])
  expect(rows.map(row => Object.values(row))).toEqual([
    ['market_now', 1440, 50, 25, 12.5],
    // 2022 is not held, so nobody has grown since
    ['volume_growth', null, null, 20, null],
    // SAM ÷ market: Ghana 118%, Côte d'Ivoire 100%, Nigeria 124%
    ['headroom_ratio', 117.7778, 50, 15, 7.5],
    ['hh_consumption_pc_usd', 100, 50, 15, 7.5],
    // 44² + 36² against twice 100²
    ['hhi', 3232, 100, 10, 10],
    // 10% against 5%; Nigeria's is not held
    ['inflation_cpi', 10, 0, 10, 0],
    ['urban_share', 50, 50, 5, 2.5],
    // 40 points of the 80 that are held
    ['total', 50, 50, 100, 50],
  ])
  expect(tableOf(result, 'scores').coverage).toEqual({ held: 6, of: 7, what: 'criteria' })
})

test('the weights of the criteria add up to 100', async () => {
  const weights = rowsOf(await study('GHA'), 'scores', ['measure_id', 'weight'])
  const sum = weights
    .filter(row => row.measure_id !== 'total')
    .reduce((all, row) => all + Number(row.weight), 0)
  expect(sum).toBe(100)
})
