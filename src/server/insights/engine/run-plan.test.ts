import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPlan, operations, type Plan } from '../../../contract/plan.ts'
import { type Result, result as resultSchema, type Table } from '../../../contract/result.ts'
import { panelForTests } from '../../testing/panel-for-tests.ts'
import { createInsights, type Insights } from '../insights.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights.close())

const year = (from: number, to = from): Plan['period'] => ({
  from: `${from}`,
  to: `${to}`,
  grain: 'year',
  name: null,
})
const ask = (plan: Partial<Plan>): Promise<Result> => insights.runPlan({ ...emptyPlan, ...plan })
const tableOf = (result: Result, role: string): Table => {
  const found = result.tables.find(table => table.role === role)
  if (!found) throw new Error(`no table ${role} among ${result.tables.map(table => table.role)}`)
  return found
}
type Cells = Record<string, string | number | null>
const rowsOf = (table: Table): Cells[] =>
  table.rows.map(row => Object.fromEntries(table.columns.map((column, at) => [column.key, row[at] ?? null])))

/** The independent side: the macro file by plain text, the panel's rows by plain sums. */
const macro = readFileSync(join(import.meta.dirname, '../../../../data/macro.csv'), 'utf8').split('\n')
function figure(indicator: string, iso3: string, wanted: number): number | null {
  const line = macro.find(text => text.startsWith(`${indicator},${iso3},`))?.split(',')
  const cell = line?.[wanted - 2000 + 2]
  return cell ? Number(cell) : null
}
interface Row {
  month: string
  brand: string
  channel: string
  lcu: number
  usd: number
  volume: number
}
async function rawRows(segment: string, country: string): Promise<Row[]> {
  const { rows } = await insights.query(
    `SELECT month::VARCHAR, brand, channel, value_lcu::VARCHAR, value_usd::VARCHAR, volume::VARCHAR FROM panel
     WHERE segment = '${segment}' AND country = '${country}'`,
  )
  return rows.map(([month, brand, channel, lcu, usd, volume]) => ({
    ...{ month: String(month).slice(0, 7), brand: String(brand), channel: String(channel) },
    ...{ lcu: Number(lcu), usd: Number(usd), volume: Number(volume) },
  }))
}
const total = (rows: Row[], name: 'lcu' | 'usd' | 'volume', has: (row: Row) => boolean) =>
  rows.filter(has).reduce((sum, row) => sum + row[name], 0)
const inYear = (wanted: number) => (row: Row) => row.month.startsWith(`${wanted}-`)
/** Equal within the dust of summing thousands of fractions. */
const close = (value: unknown, expected: number | null) => {
  if (expected === null) expect(value).toBeNull()
  else expect(Math.abs(Number(value) / expected - 1)).toBeLessThan(1e-9)
}

test('lookup: the figure, the year before, the change and the place are those of the file', async () => {
  const result = await ask({
    operation: 'lookup',
    measures: ['gdp_usd'],
    countries: ['GHA'],
    period: year(2023),
  })
  const [row] = rowsOf(tableOf(result, 'main')) as [Cells]
  const [now, before] = [figure('gdp_usd', 'GHA', 2023) as number, figure('gdp_usd', 'GHA', 2022) as number]
  close(row.gdp_usd, now)
  close(row.previous, before)
  close(row.yoy, (now / before - 1) * 100)
  const all = (insights.catalogue.group('africa')?.members ?? []).map(iso3 => figure('gdp_usd', iso3, 2023))
  expect(row.rank).toBe(1 + all.filter(value => value !== null && value > now).length)
  expect(row.of).toBe(all.filter(value => value !== null).length)
})

test('trend: value in US$ of a segment by year and by month is the plain sum of its rows', async () => {
  const rows = await rawRows('beer', 'KEN')
  const plan = {
    operation: 'trend',
    measures: ['panel_value_usd'],
    countries: ['KEN'],
    segments: ['beer'],
  } as const
  const byYear = rowsOf(
    tableOf(
      await ask({ ...plan, measures: [...plan.measures], countries: ['KEN'], segments: ['beer'] }),
      'trend',
    ),
  )
  expect(byYear.map(row => row.period)).toEqual(['2019', '2020', '2021', '2022', '2023', '2024', '2025'])
  for (const row of byYear) close(row.panel_value_usd, total(rows, 'usd', inYear(Number(row.period))))
  const months = await ask({
    ...{ operation: 'trend', measures: ['panel_price_lcu'], countries: ['KEN'], segments: ['beer'] },
    period: { from: '2024-11', to: '2025-02', grain: 'month', name: null },
  })
  const byMonth = rowsOf(tableOf(months, 'trend'))
  expect(byMonth.map(row => row.period)).toEqual(['2024-11', '2024-12', '2025-01', '2025-02'])
  for (const row of byMonth) {
    const has = (one: Row) => one.month === row.period
    close(row.panel_price_lcu, total(rows, 'lcu', has) / total(rows, 'volume', has))
  }
})

test('trend: a year that is not held stays a gap and nothing is carried forward', async () => {
  const result = await ask({
    operation: 'trend',
    measures: ['gdp_usd'],
    countries: ['ERI'],
    period: year(2009, 2014),
  })
  const rows = rowsOf(tableOf(result, 'trend'))
  expect(rows.map(row => row.gdp_usd)).toEqual(
    [2009, 2010, 2011, 2012, 2013, 2014].map(wanted => figure('gdp_usd', 'ERI', wanted)),
  )
  expect(rows.at(-1)?.gdp_usd).toBeNull()
  expect(tableOf(result, 'trend').flags.join(' ')).toContain('Eritrea: limited data')
})

test('compare: one common year for all, coverage printed, and the members of a group in full', async () => {
  const result = await ask({ operation: 'compare', measures: ['inflation_cpi'], group: 'eac' })
  const main = tableOf(result, 'main')
  const rows = rowsOf(main)
  expect(new Set(rows.map(row => row.period)).size).toBe(1)
  expect(rows.map(row => row.iso3).sort()).toEqual(
    [...(insights.catalogue.group('eac')?.members ?? [])].sort(),
  )
  expect(main.coverage).toEqual({
    held: rows.filter(row => row.inflation_cpi !== null).length,
    of: 8,
    what: 'countries',
  })
  for (const row of rows)
    close(row.inflation_cpi, figure('inflation_cpi', String(row.iso3), Number(row.period)))
})

test('compare: two periods of the same market', async () => {
  const rows = await rawRows('tea', 'ZAF')
  const result = await ask({
    ...{ operation: 'compare', measures: ['panel_volume'], countries: ['ZAF'], segments: ['tea'] },
    ...{ period: year(2025), against: year(2020) },
  })
  const [row] = rowsOf(tableOf(result, 'main')) as [Cells]
  const [now, then] = [total(rows, 'volume', inYear(2025)), total(rows, 'volume', inYear(2020))]
  close(row.panel_volume, now)
  close(row.against, then)
  close(row.growth, (now / then - 1) * 100)
})

test('rank: all 52 countries in order, the asked number of them, and volume a head from the population', async () => {
  const result = await ask({ operation: 'rank', measures: ['panel_volume_pc'], segments: ['tea'], limit: 7 })
  expect(tableOf(result, 'main').rows).toHaveLength(7)
  const all = rowsOf(tableOf(result, 'all'))
  expect(all).toHaveLength(52)
  const values = all.map(row => row.panel_volume_pc as number)
  expect([...values].sort((a, b) => b - a)).toEqual(values)
  const kenya = all.find(row => row.iso3 === 'KEN') as Cells
  const volume = total(await rawRows('tea', 'KEN'), 'volume', inYear(2025))
  close(kenya.panel_volume_pc, volume / (figure('population', 'KEN', 2025) as number))
})

test('rank: lowest first when asked, and by growth when asked', async () => {
  const lowest = rowsOf(
    tableOf(await ask({ operation: 'rank', measures: ['gdp_growth'], order: 'lowest', limit: 3 }), 'main'),
  )
  const values = lowest.map(row => row.gdp_growth as number)
  expect(values[0]).toBeLessThanOrEqual(values[1] as number)
  const held = (insights.catalogue.group('africa')?.members ?? [])
    .map(iso3 => figure('gdp_growth', iso3, Number(lowest[0]?.period)))
    .filter(value => value !== null)
  close(values[0], Math.min(...held))
  const grown = await ask({
    operation: 'rank',
    countries: ['KEN'],
    by: 'segment',
    measures: ['panel_value_usd'],
    rank_by: 'growth',
  })
  const yoy = rowsOf(tableOf(grown, 'all')).map(row => row.yoy as number)
  expect([...yoy].sort((a, b) => b - a)).toEqual(yoy)
})

test('share: brands add up to 100 and change in points against the year before', async () => {
  const rows = await rawRows('diapers', 'GHA')
  const shares = rowsOf(
    tableOf(await ask({ operation: 'share', countries: ['GHA'], segments: ['diapers'] }), 'main'),
  )
  expect(shares.reduce((sum, row) => sum + (row.share as number), 0)).toBeCloseTo(100, 8)
  const [first] = shares as [Cells]
  const part = (wanted: number) =>
    (100 * total(rows, 'usd', row => inYear(wanted)(row) && row.brand === first.brand)) /
    total(rows, 'usd', inYear(wanted))
  close(first.share, part(2025))
  close(first.share_change, part(2025) - part(2024))
  expect(shares.at(-1)?.brand).toBe('All others')
})

test('growth: compound, on the year before, and the moving annual total', async () => {
  const rows = await rawRows('diapers', 'NGA')
  const base = {
    operation: 'growth',
    measures: ['panel_volume'],
    countries: ['NGA'],
    segments: ['diapers'],
  } as const
  const plain = { ...base, measures: [...base.measures], countries: ['NGA'], segments: ['diapers'] }
  const grown = async (plan: Partial<Plan>) =>
    (rowsOf(tableOf(await ask({ ...plain, ...plan }), 'main')) as [Cells])[0]
  const volume = (wanted: number) => total(rows, 'volume', inYear(wanted))
  const cagr = await grown({ growth: 'cagr', period: year(2020, 2025) })
  close(cagr.growth, ((volume(2025) / volume(2020)) ** (1 / 5) - 1) * 100)
  close((await grown({ growth: 'yoy', period: year(2023) })).growth, (volume(2023) / volume(2022) - 1) * 100)
  const mat = await grown({
    growth: 'mat',
    period: { from: '2025-06', to: '2025-06', grain: 'month', name: null },
  })
  const twelve = (from: string, to: string) =>
    total(rows, 'volume', row => row.month >= from && row.month <= to)
  close(mat.growth, (twelve('2024-07', '2025-06') / twelve('2023-07', '2024-06') - 1) * 100)
})

test('price and volume effects add up to the change in value', async () => {
  const rows = await rawRows('mayonnaise', 'NGA')
  const result = await ask({ operation: 'price_volume', countries: ['NGA'], segments: ['mayonnaise'] })
  const [effect] = rowsOf(tableOf(result, 'effects')) as [Cells]
  const [v1, v2] = [total(rows, 'volume', inYear(2024)), total(rows, 'volume', inYear(2025))]
  const [l1, l2] = [total(rows, 'lcu', inYear(2024)), total(rows, 'lcu', inYear(2025))]
  close(effect.change, l2 - l1)
  close(effect.volume_effect, (v2 - v1) * (l1 / v1))
  close(effect.price_effect, (l2 / v2 - l1 / v1) * v2)
  close((effect.volume_effect as number) + (effect.price_effect as number), l2 - l1)
})

test('channel mix: shares of value add up, each channel has its own price', async () => {
  const rows = await rawRows('mayonnaise', 'NGA')
  const mix = rowsOf(
    tableOf(await ask({ operation: 'channel_mix', countries: ['NGA'], segments: ['mayonnaise'] }), 'main'),
  )
  expect(mix.reduce((sum, row) => sum + (row.share as number), 0)).toBeCloseTo(100, 8)
  for (const row of mix) {
    const has = (one: Row) => inYear(2025)(one) && one.channel === row.channel_id
    close(row.panel_value_usd, total(rows, 'usd', has))
    close(row.panel_price_usd, total(rows, 'usd', has) / total(rows, 'volume', has))
  }
})

test('feasibility: TAM, SAM and SOM follow from the cells shown', async () => {
  const result = await ask({ operation: 'feasibility', countries: ['GHA'], segments: ['diapers'] })
  const facts = new Map(rowsOf(tableOf(result, 'sizing')).map(row => [row.measure_id, row.value as number]))
  const of = (id: string) => facts.get(id) as number
  const rows = await rawRows('diapers', 'GHA')
  const children =
    ((figure('population', 'GHA', 2025) as number) * (figure('age_0_4_share', 'GHA', 2025) as number)) / 100
  close(of('market_now'), total(rows, 'usd', inYear(2025)))
  close(of('consumers'), children)
  close(of('own_volume'), total(rows, 'volume', inYear(2025)) / children)
  close(of('tam'), of('consumers') * of('benchmark_volume') * of('price_usd'))
  close(
    of('sam'),
    of('market_now') + ((of('tam') - of('market_now')) * of('urban_share') * of('purse_factor')) / 10_000,
  )
  close(of('som'), (of('sam') * of('attainable_share')) / 100)
  expect(of('tam')).toBeGreaterThanOrEqual(of('sam'))
  expect(of('sam')).toBeGreaterThanOrEqual(of('market_now'))
  const scores = rowsOf(tableOf(result, 'scores'))
  const weights = scores.slice(0, -1).reduce((sum, row) => sum + (row.weight as number), 0)
  expect(weights).toBe(100)
  close(
    scores.at(-1)?.value,
    scores.slice(0, -1).reduce((sum, row) => sum + (row.weighted as number), 0),
  )
})

test('key players: facts carry an address, and no column gives a real firm a figure', async () => {
  const result = await ask({ operation: 'key_players', countries: ['KEN'], department: 'beverages' })
  const players = tableOf(result, 'players')
  expect(players.modelled).toBe(false)
  expect(players.columns.every(column => column.kind === 'text')).toBe(true)
  const rows = rowsOf(players)
  expect(rows.length).toBeGreaterThan(5)
  const facts = rows.filter(row => row.status === 'fact')
  expect(facts.length).toBeGreaterThan(2)
  expect(facts.every(row => String(row.source).startsWith('http'))).toBe(true)
  expect(rows.every(row => row.status === 'fact' || row.status === 'reported, not verified')).toBe(true)
})

test.each([
  ['consumer_profile', { countries: ['ZAF'], segments: ['tea'], period: year(2025) }],
  ['segment_profile', { countries: ['NGA'], segments: ['mayonnaise'] }],
  ['feasibility', { countries: ['GHA'], segments: ['diapers'] }],
  ['key_players', { countries: ['KEN'], department: 'beverages' }],
  ['country_profile', { countries: ['KEN'] }],
  ['holdings', { countries: ['ERI'] }],
  ['definition', { term: 'MAT' }],
  ['channel_mix', { countries: ['KEN'] }],
  ['segment_profile', { group: 'east_africa', segments: ['beer'] }],
  ['segment_profile', { countries: ['KEN'], department: 'dairy' }],
  ['consumer_profile', { countries: ['SOM'], segments: ['wine'] }],
] as [Plan['operation'], Partial<Plan>][])(
  '%s answers in the shape of the contract, twice the same',
  async (operation, plan) => {
    const result = await ask({ operation, ...plan })
    expect(resultSchema.safeParse(result).error).toBeUndefined()
    expect(result.tables.length).toBeGreaterThan(0)
    for (const table of result.tables) {
      expect(new Set(table.columns.map(column => column.key)).size).toBe(table.columns.length)
      for (const row of table.rows) expect(row).toHaveLength(table.columns.length)
      expect(table.modelled).toBe(table.sources.includes('modelled-sample-panel'))
      for (const id of table.sources) expect(result.sources.some(source => source.id === id)).toBe(true)
    }
    expect(JSON.stringify(await ask({ operation, ...plan }))).toBe(JSON.stringify(result))
  },
)

test('an unknown id is a loud error, never a guess', async () => {
  const unknown: Partial<Plan>[] = [
    { measures: ['gdp'] },
    { measures: ['gdp_usd'], countries: ['FRA'] },
    { segments: ['cars'] },
    { segments: ['beer'], brands: ['Tusker'] },
    { segments: ['beer'], channels: ['bars'] },
    { measures: ['gdp_usd'], group: 'brics' },
    { department: 'weapons' },
    { segments: ["beer' OR 1=1 --"] },
  ]
  for (const plan of unknown)
    await expect(ask({ operation: 'lookup', ...plan })).rejects.toMatchObject({
      name: 'PlanError',
      reason: 'unknown_id',
    })
  await expect(ask({ operation: 'lookup', measures: ['gdp_usd'], period: year(2024, 2020) })).rejects.toThrow(
    'not a year period',
  )
  await expect(ask({ operation: 'trend' })).rejects.toThrow('needs a measure')
})

test('outside the years held there is no figure, and no error', async () => {
  const result = await ask({
    operation: 'lookup',
    countries: ['KEN'],
    segments: ['beer'],
    period: year(2026),
  })
  const [row] = rowsOf(tableOf(result, 'main')) as [Cells]
  expect(row.panel_value_usd).toBeNull()
  expect(row.previous).not.toBeNull()
  expect(tableOf(result, 'main').coverage?.held).toBe(0)
})

test('a break in a series reaches the table whose years cross it', async () => {
  const crossing = await ask({
    operation: 'trend',
    measures: ['gdp_usd'],
    countries: ['NGA'],
    period: year(2016, 2022),
  })
  expect(tableOf(crossing, 'trend').flags.join(' ')).toContain('rebased')
  const after = await ask({
    operation: 'trend',
    measures: ['gdp_usd'],
    countries: ['NGA'],
    period: year(2020, 2024),
  })
  expect(tableOf(after, 'trend').flags.join(' ')).not.toContain('rebased')
})

test('operations that compute nothing return no table', async () => {
  expect(operations).toHaveLength(18)
  for (const operation of ['gap', 'ask_back', 'help'] as const)
    expect((await ask({ operation })).tables).toEqual([])
})
