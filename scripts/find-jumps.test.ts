import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../src/server/insights/catalogue.ts'
import { parseCsv } from '../src/server/insights/csv.ts'
import { findJumps, jumpsIn } from './find-jumps.ts'

const folder = join(import.meta.dirname, '../data')
const reviewed = parseCsv(readFileSync(join(folder, 'jumps.csv'), 'utf8'))
const { flags, country, measure } = loadCatalogue(folder)
const figures = parseCsv(readFileSync(join(folder, 'macro.csv'), 'utf8'))

/** The flags of some kinds on a year; a break is on the later of its two years. */
const doubts = (id: string, iso3: string, year: number) =>
  flags.filter(
    flag =>
      ['break', 'implausible', 'scope'].includes(flag.kind) &&
      flag.measure === id &&
      flag.country === iso3 &&
      flag.fromYear <= year &&
      flag.toYear >= year,
  )

test('a jump is a change more than five robust deviations from the usual change of its series', () => {
  const steady = (iso3: string, values: number[]) => ({
    iso3,
    values: new Map(values.map((v, at) => [2000 + at, v])),
  })
  const calm = Array.from({ length: 20 }, (_, at) => 100 * 1.03 ** at * (at % 2 ? 1.01 : 1))
  const odd = calm.map((value, at) => (at === 10 ? value * 3 : value))
  const all = [steady('AAA', calm), steady('BBB', calm), steady('CCC', odd)]
  expect(jumpsIn(all, 'ratio').map(jump => [jump.iso3, jump.year])).toEqual([
    ['CCC', 2010],
    ['CCC', 2011],
  ])
  expect(jumpsIn([steady('AAA', calm)], 'ratio')).toEqual([])
})

test('a gap in the years is not a jump', () => {
  const values = new Map(
    [2000, 2001, 2002, 2003, 2004, 2005, 2015].map(year => [year, year === 2015 ? 900 : year - 1990]),
  )
  expect(jumpsIn([{ iso3: 'AAA', values }], 'ratio')).toEqual([])
})

test('every jump in the figures that ship was reviewed, with the figures it was reviewed on', () => {
  const found = findJumps(folder).map(
    jump => `${jump.measure} ${jump.country} ${jump.year} ${jump.before} ${jump.after}`,
  )
  const known = reviewed.map(row => `${row.measure} ${row.country} ${row.year} ${row.before} ${row.after}`)
  expect(found.length).toBeGreaterThan(380)
  expect(known).toEqual(found)
})

test('a verdict is one of five, and names its reason unless it is not known', () => {
  const verdicts = new Set(reviewed.map(row => row.verdict))
  expect([...verdicts].sort()).toEqual(['break', 'implausible', 'not known', 'one-off', 'real'])
  expect(reviewed.filter(row => (row.verdict === 'not known') !== (row.event === ''))).toEqual([])
})

test('a jump that is a break, a one-off receipt or implausible has a flag for the reader', () => {
  const bare = reviewed.filter(({ measure: id = '', country: iso3 = '', year, verdict = '' }) => {
    if (verdict === 'real' || verdict === 'not known') return false
    // A spike has two jumps: into the doubtful year and out of it.
    return doubts(id, iso3, Number(year)).length === 0 && doubts(id, iso3, Number(year) - 1).length === 0
  })
  expect(bare).toEqual([])
})

test.each([
  ['life_expectancy', 'CAF', [2009, 2019, 2022]],
  ['life_expectancy', 'SSD', [2014, 2015, 2016, 2017, 2018]],
  ['under5_mortality', 'SSD', [2014, 2015, 2016, 2017, 2018]],
  ['investment_gdp', 'GNQ', [2025]],
  ['investment_gdp', 'DJI', [2015, 2020, 2021, 2022, 2023]],
  ['exports_gdp', 'SDN', [2025]],
  ['imports_gdp', 'SDN', [2025]],
  ['trade_gdp', 'SDN', [2025]],
  ['goods_exports_usd', 'SDN', [2025]],
  ['goods_imports_usd', 'SDN', [2025]],
  ['gov_revenue_gdp', 'CMR', [2006]],
  ['gov_revenue_gdp', 'MLI', [2006]],
  ['gov_revenue_gdp', 'NER', [2006]],
  ['gov_revenue_gdp', 'STP', [2007]],
  ['gdp_per_capita_ppp', 'ZWE', [2017]],
])('%s of %s carries a flag of an implausible figure in %j', (id, iso3, years) => {
  for (const year of years)
    expect(
      doubts(id, iso3, year).map(flag => flag.kind),
      `${year}`,
    ).toContain('implausible')
})

test.each<[id: string, iso3: string, year: number]>([
  ['remittances_usd', 'KEN', 2001],
  ['remittances_usd', 'NGA', 2005],
  ['remittances_usd', 'GHA', 2011],
  ['remittances_usd', 'COD', 2011],
  ['remittances_usd', 'ETH', 2024],
  ['gdp_usd', 'SLE', 2001],
  ['gdp_usd', 'SDN', 2012],
  ['hh_consumption_usd', 'LBR', 2004],
  ...['BEN', 'BFA', 'CIV', 'MLI', 'NER', 'SEN', 'TGO'].map(
    iso3 => ['lending_rate', iso3, 2006] as [string, string, number],
  ),
])('%s of %s has a break up to %i', (id, iso3, year) => {
  const breaks = doubts(id, iso3, year).filter(flag => flag.kind === 'break' && flag.toYear === year)
  expect(breaks.map(flag => flag.fromYear)).toEqual([year - 1])
})

test('the GDP of Sudan says in every year from 2008 to 2012 that South Sudan was a part of it until 2011', () => {
  for (const year of [2008, 2009, 2010, 2011, 2012])
    expect(
      doubts('gdp_usd', 'SDN', year)
        .map(flag => flag.text)
        .join(' '),
    ).toContain('South Sudan')
})

test('a flag of an implausible figure names country, year and why it is doubted', () => {
  for (const { country: iso3, measure: id, fromYear, text } of flags.filter(
    flag => flag.kind === 'implausible',
  )) {
    expect(measure(id)?.kind).toBe('figure')
    expect(text).toContain(country(iso3)?.name)
    if (fromYear > 2000) expect(text).toContain(String(fromYear))
  }
})

test('a figure below zero is flagged where the measure cannot be negative', () => {
  const unflagged = figures.flatMap(row =>
    Object.entries(row).flatMap(([year, value]) => {
      const { indicator = '', iso3 = '' } = row
      const isWrong = /^\d{4}$/.test(year) && Number(value) < 0 && !measure(indicator)?.rules.mayBeNegative
      const isFlagged = doubts(indicator, iso3, Number(year)).some(flag => flag.kind === 'implausible')
      return isWrong && !isFlagged ? [`${indicator} ${iso3} ${year}: ${value}`] : []
    }),
  )
  expect(unflagged).toEqual([])
})
