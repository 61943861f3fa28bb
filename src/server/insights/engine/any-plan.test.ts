import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations, type Plan } from '../../../contract/plan.ts'
import { type Result, result as resultSchema } from '../../../contract/result.ts'
import { type SmallEngine, smallEngine } from '../../testing/small-engine.ts'
import { westAfricanFigures, westAfricanTea } from '../../testing/small-west-africa.ts'
import { PlanError } from './plan-error.ts'

let engine: SmallEngine
beforeAll(async () => {
  engine = await smallEngine(westAfricanTea, westAfricanFigures)
})
afterAll(() => engine.close())

const some = <T>(items: readonly T[]) => fc.subarray([...items], { maxLength: Math.min(3, items.length) })
const maybe = <T>(items: readonly T[]) => fc.option(fc.constantFrom(...items), { nil: null })
const usualPeriod = fc
  .tuple(fc.integer({ min: 2016, max: 2026 }), fc.integer({ min: 0, max: 3 }), fc.boolean())
  .map(([from, years, monthly]) =>
    monthly
      ? { from: `${from}-04`, to: `${from + years}-09`, grain: 'month' as const, name: null }
      : { from: String(from), to: String(from + years), grain: 'year' as const, name: null },
  )

const anyYear = fc.integer({ min: 0, max: 9999 }).map(year => String(year).padStart(4, '0'))
/** Of any four digits, in either order. */
const anyPeriod = fc
  .tuple(anyYear, anyYear, fc.boolean())
  .map(([from, to, monthly]) =>
    monthly
      ? { from: `${from}-01`, to: `${to}-12`, grain: 'month' as const, name: null }
      : { from, to, grain: 'year' as const, name: null },
  )
const period = fc.oneof({ weight: 2, arbitrary: usualPeriod }, { weight: 1, arbitrary: anyPeriod })

/** Any plan of known ids, sensible or not. */
const anyPlan: fc.Arbitrary<Partial<Plan>> = fc.record({
  operation: fc.constantFrom(...operations),
  measures: some([
    'panel_value_usd',
    'panel_value_lcu',
    'panel_volume',
    'panel_price_lcu',
    'panel_value_share',
    'panel_volume_pc',
    'gdp_usd',
    'inflation_cpi',
  ]),
  countries: some(['GHA', 'CIV', 'NGA', 'ZWE', 'ERI']),
  group: maybe(['africa', 'west_africa', 'ecowas']),
  segments: some(['tea', 'coffee', 'diapers']),
  department: maybe(['hot_drinks', 'baby_care']),
  brands: some(['Brand A', 'All others']),
  channels: some(['modern_trade', 'pharmacy']),
  by: maybe(['country', 'segment', 'brand', 'channel', 'year', 'month']),
  period: fc.option(period, { nil: null }),
  against: fc.option(period, { nil: null, freq: 3 }),
  growth: maybe(['yoy', 'cagr', 'mat']),
  rank_by: maybe(['level', 'growth']),
  order: maybe(['highest', 'lowest']),
  currency: maybe(['usd', 'lcu']),
  depth: fc.constantFrom('quick', 'deep'),
  term: maybe(['market_size', 'hhi']),
})

/** Every table is whole: unique keys, full rows, figures that are numbers, sources that are listed. */
function checkWhole(result: Result): void {
  expect(resultSchema.safeParse(result).error).toBeUndefined()
  const sources = new Set(result.sources.map(source => source.id))
  for (const table of result.tables) {
    const keys = table.columns.map(column => column.key)
    expect([table.role, new Set(keys).size]).toEqual([table.role, keys.length])
    for (const row of table.rows) expect([table.role, row.length]).toEqual([table.role, keys.length])
    for (const [at, column] of table.columns.entries()) {
      const cells = table.rows.map(row => row[at] ?? null).filter(cell => cell !== null)
      const type = column.kind === 'number' ? 'number' : 'string'
      expect([table.role, column.key, cells.every(cell => typeof cell === type)]).toEqual([
        table.role,
        column.key,
        true,
      ])
      if (column.kind === 'number') expect(cells.every(cell => Number.isFinite(cell))).toBe(true)
    }
    for (const id of table.sources) expect(sources).toContain(id)
    if (table.coverage) expect(table.coverage.held).toBeLessThanOrEqual(table.coverage.of)
  }
}

test('any plan of known ids gives whole tables, or an error that names what is missing', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlan, async plan => {
      const result = await engine.run(plan).catch((error: unknown) => error)
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(PlanError)
        return
      }
      checkWhole(result as Result)
    }),
    { numRuns: 150 },
  )
}, 60_000)
