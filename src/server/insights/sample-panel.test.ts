import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { loadFigures } from './figures.ts'
import { yearlyRate } from './sample-anchors.ts'
import { ramadanWeight } from './sample-calendar.ts'
import { panelCodes, samplePanel } from './sample-panel.ts'
import { type PanelGrain, panelMonths, usualGrain } from './sample-panel-shape.ts'
import { sampleSegments } from './sample-segments.ts'

const folder = join(import.meta.dirname, '../../../data')
const catalogue = loadCatalogue(folder)
const figure = loadFigures(folder)
const codes = panelCodes(catalogue)

type Row = [number, number, number, number, number, number, number, number]
function rowsOf(seed: number, segments: string[], countries: string[]): Row[] {
  const rows: Row[] = []
  samplePanel(seed, catalogue, figure, { add: (...row) => rows.push(row) }, undefined, {
    segments,
    countries,
  })
  return rows
}
const digest = (rows: Row[]) => createHash('sha256').update(JSON.stringify(rows)).digest('hex')
const volumeOf = (rows: Row[]) => rows.reduce((sum, row) => sum + row[7], 0)

test('the same seed makes the same rows, alone or among others; another seed makes others', () => {
  const alone = digest(rowsOf(7, ['beer'], ['KEN']))
  const among = rowsOf(7, ['beer', 'tea'], ['GHA', 'KEN']).filter(
    ([s, c]) => codes.segments[s] === 'beer' && codes.countries[c] === 'KEN',
  )
  expect(digest(among)).toBe(alone)
  expect(digest(rowsOf(8, ['beer'], ['KEN']))).not.toBe(alone)
})

test('every segment of the catalogue is modelled, and nothing else', () => {
  expect(codes.segments).toEqual(catalogue.segments.map(segment => segment.id).sort())
  expect(codes.countries).toHaveLength(52)
})

test('each month holds five to eight named brands and the others, with positive whole volumes and exact values', () => {
  const rows = rowsOf(7, ['diapers', 'beer', 'maize_meal'], ['GHA', 'NGA', 'COM'])
  const months = Map.groupBy(rows, ([s, c, month]) => `${s} ${c} ${month}`)
  expect(months.size).toBe(3 * 3 * panelMonths.length)
  for (const row of rows) {
    expect(Number.isInteger(row[7]) && row[7] > 0).toBe(true)
    expect(Math.round(row[5] * 100) / 100).toBe(row[5])
  }
  const december = rows.filter(row => row[2] === 83 && row[0] === rows[0]?.[0] && row[1] === rows[0]?.[1])
  const brands = new Set(december.map(row => row[3]))
  expect(brands.has(8)).toBe(true)
  expect(brands.size).toBeGreaterThanOrEqual(5)
  expect(brands.size).toBeLessThanOrEqual(9)
})

test('US$ values are local values at the official rate of the year', () => {
  const ghana = rowsOf(7, ['tea'], ['GHA'])
  for (const row of ghana.filter(([, , month]) => panelMonths[month] === '2023-06'))
    expect(row[6]).toBeCloseTo(row[5] / (figure('exchange_rate', 'GHA', 2023) as number), 2)
})

test('a rate that is not held is implied by the PPP factor and the price level, or carried by GDP', () => {
  expect(yearlyRate('MWI', figure, 2023)).toBe(figure('exchange_rate', 'MWI', 2023))
  const implied = (figure('ppp_rate', 'MWI', 2024) as number) / (figure('price_level', 'MWI', 2024) as number)
  expect(yearlyRate('MWI', figure, 2024)).toBe(implied)
  expect(yearlyRate('LBR', figure, 2025)).toBeGreaterThan(150)
})

test('Ramadan moves through the years and each year holds one', () => {
  for (const year of [2019, 2022, 2025]) {
    const weights = ramadanWeight.filter((_, at) => panelMonths[at]?.startsWith(String(year)))
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9)
  }
  const peak = (year: number) => {
    const weights = panelMonths.map((month, at) =>
      month.startsWith(String(year)) ? (ramadanWeight[at] as number) : -1,
    )
    return panelMonths[weights.indexOf(Math.max(...weights))]
  }
  expect([peak(2019), peak(2025)]).toEqual(['2019-05', '2025-03'])
})

test('Muslim-majority countries drink little beer, and Egypt drinks more tea a head than Ghana', () => {
  const perHead = (segment: string, iso3: string) =>
    volumeOf(rowsOf(7, [segment], [iso3])) / 7 / (figure('population', iso3, 2022) as number)
  expect(perHead('beer', 'MRT')).toBeLessThan(0.5)
  expect(perHead('beer', 'ZAF')).toBeGreaterThan(30)
  expect(perHead('tea', 'EGY')).toBeGreaterThan(5 * perHead('tea', 'GHA'))
})

test('every price stays within a factor of four of its point in US$, whatever the currency did', () => {
  const markets = new Map<string, [value: number, volume: number]>()
  const countries = ['NGA', 'EGY', 'ZWE', 'SDN', 'LBY', 'ETH', 'SOM', 'GIN', 'GHA']
  for (const row of rowsOf(7, ['diapers', 'rice', 'oral_care'], countries)) {
    const key = `${row[0]} ${row[1]} ${row[2]}`
    const sums = markets.get(key) ?? [0, 0]
    markets.set(key, [sums[0] + row[6], sums[1] + row[7]])
  }
  for (const [key, [value, volume]] of markets) {
    const segment = sampleSegments[Number(key.split(' ')[0])]
    const ratio = value / volume / (segment?.price ?? Number.NaN)
    expect([key, ratio > 0.25 && ratio < 4]).toEqual([key, true])
  }
})

test('cut finer, the panel has more rows of the same volume; cut to fewer months, the last ones as they are', () => {
  const rowsIn = (grain: PanelGrain) => {
    const rows: Row[] = []
    const only = { segments: ['beer'], countries: ['KEN'], grain }
    samplePanel(7, catalogue, figure, { add: (...row) => rows.push(row) }, undefined, only)
    return rows
  }
  const usual = rowsIn(usualGrain)
  const finer = rowsIn({ ...usualGrain, linesPerBrand: 4 })
  expect(finer.length).toBeGreaterThan(3 * usual.length)
  expect(volumeOf(finer)).toBe(volumeOf(usual))
  const names = panelCodes(catalogue, { ...usualGrain, linesPerBrand: 4 }).brands
  expect(new Set(finer.map(row => names[row[3]]))).toContain('Brand A 4')
  expect(finer.every(row => names[row[3]] !== undefined)).toBe(true)
  const lastYear = panelMonths.length - 12
  expect(rowsIn({ ...usualGrain, months: 12 })).toEqual(usual.filter(row => row[2] >= lastYear))
})
