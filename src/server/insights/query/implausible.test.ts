import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmallEngine, type SmallFigure, smallEngine } from '../../testing/small-engine.ts'
import { westAfricanTea } from '../../testing/small-west-africa.ts'

const living: [string, number, number][] = [
  ['CAF', 2020, 54.6],
  ['CAF', 2021, 40.3],
  ['CAF', 2022, 18.8],
  ['CAF', 2023, 57.4],
  ['SOM', 2020, 55.1],
  ['SOM', 2022, 53.9],
  ['NGA', 2020, 52.9],
  ['NGA', 2022, 54.1],
  ['TCD', 2020, 52.8],
  ['TCD', 2022, 54.5],
  ['KEN', 2020, 62.7],
  ['KEN', 2022, 63.2],
  ['KEN', 2023, 63.6],
]
const population: [string, number][] = [
  ['CAF', 5],
  ['SOM', 18],
  ['NGA', 223],
  ['TCD', 18],
  ['KEN', 54],
]
const figures: SmallFigure[] = [
  ...living.map(([iso3, year, value]): SmallFigure => ['life_expectancy', iso3, year, value]),
  ...population.map(([iso3, value]): SmallFigure => ['population', iso3, 2022, value * 1e6]),
]
let engine: SmallEngine
beforeAll(async () => {
  engine = await smallEngine(westAfricanTea, figures)
})
afterAll(() => engine.close())

describe('figures that look implausible', () => {
  const lowest = (time: string, rest = 'order life_expectancy low\ntake 2') =>
    `show life_expectancy\nrows country in africa\ntime ${time}\n${rest}`
  const note =
    'Central African Republic: life expectancy of 18.8 years in 2022 is as published and looks implausible (crisis mortality). It has no place in the order.'

  test('have no place in an order: the country is missing, and a caution names it, the year and the figure', async () => {
    const [table] = (await engine.ask(lowest('2022'))).tables
    expect(table?.rows.map(([iso3]) => iso3)).toEqual(['SOM', 'NGA'])
    expect(table?.coverage?.left_out).toContain('Central African Republic')
    expect(table?.flags[0]).toBe(note)
    expect(table?.title).toBe('Life expectancy at birth, Africa, 2022')
  })

  test('do not keep a country out whose latest figure is of another year', async () => {
    const [table] = (await engine.ask(lowest('latest'))).tables
    expect(table?.rows.map(([iso3]) => iso3)).toEqual(['SOM', 'NGA'])
    const [all] = (await engine.ask(lowest('latest', 'order life_expectancy low'))).tables
    expect(all?.rows.map(([iso3]) => iso3)).toContain('CAF')
    expect(all?.flags.join(' ')).not.toContain('no place in the order')
  })

  test('keep a country out whose latest figure is such a one', async () => {
    const [table] = (
      await engine.ask(
        'show life_expectancy @ (time 2022)\nrows country CAF|KEN\ntime latest\norder life_expectancy @ (time 2022) low',
      )
    ).tables
    expect(table?.rows.map(([iso3]) => iso3)).toEqual(['KEN'])
  })

  test('do not decide the first of a set', async () => {
    const [table] = (
      await engine.ask('show population\nrows country (top 2 low of in africa by life_expectancy)\ntime 2022')
    ).tables
    expect(table?.rows.map(([iso3]) => iso3)).toEqual(['NGA', 'SOM'])
    expect(table?.flags[0]).toBe(note)
  })

  test('do not decide the first of a set of the cut', async () => {
    const [table] = (
      await engine.ask('show population\ncut country (top 2 low of in africa by life_expectancy)\ntime 2022')
    ).tables
    expect(table?.rows).toEqual([[241_000_000]])
  })

  test('stay in the total, which is of all rows asked for', async () => {
    const asked = 'show population\nrows country CAF|KEN\ntime 2022\norder life_expectancy low\ntotal'
    const [table] = (await engine.ask(asked)).tables
    expect(table?.rows).toEqual([
      ['KEN', 'Kenya', 54_000_000],
      [null, 'Total', 59_000_000],
    ])
  })

  test('are shown with a caution where nothing is put in order', async () => {
    const [table] = (await engine.ask('show life_expectancy\nrows country CAF|KEN\ntime 2022')).tables
    expect(table?.rows[0]?.[2]).toBe(18.8)
    expect(table?.flags[0]).toMatch(/looks implausible \(crisis mortality\)\.$/)
  })

  const [five, four] = ['country CAF|KEN|NGA|SOM|TCD', 'country KEN|NGA|SOM|TCD']
  const valuesOf = async (query: string) => {
    const [table] = (await engine.ask(query)).tables
    return { rows: table?.rows.map(row => row.filter(cell => cell !== null)), flags: table?.flags ?? [] }
  }

  test('are named as left out, and not as missing', async () => {
    const [table] = (await engine.ask(lowest('2022'))).tables
    expect(table?.coverage?.left_out).toEqual(['Central African Republic'])
    expect(table?.coverage?.missing).not.toContain('Central African Republic')
  })

  const change = (from: string) => `change(life_expectancy, from ${from}, difference)`
  test.for<[string, string, string, string?]>([
    ['a ranking by level', 'life_expectancy', 'high\ntake 3'],
    ['both ends of a ranking', 'life_expectancy', 'low\ntake 1 both'],
    ['a ranking by change', change('2020'), 'low\ntake 2'],
    ['a ranking by change from such a figure', change('shift -1 year'), 'high'],
    ['a ranking by what they are part of', 'life_expectancy * population', 'low\ntake 2'],
    ['a ranking by the lowest of several years', 'fold(life_expectancy, over year 2022..2023, min)', 'low'],
    ['a ranking of another column', 'life_expectancy', 'low\ntake 2', 'population'],
  ])('have no place in %s', async ([, by, end, shown = by]) => {
    const query = `show ${shown}\nrows ${five}\ntime 2022\norder ${by} ${end}`
    const found = await valuesOf(query)
    expect(found.rows?.map(([id]) => id)).not.toContain('CAF')
    expect(found.rows).toEqual((await valuesOf(query.replace(five, four))).rows)
    expect(found.flags.join(' ')).toContain('life expectancy of 18.8 years in 2022')
  })

  test('have no place among periods in an order: the other years keep theirs', async () => {
    const found = await valuesOf(
      'show life_expectancy\nrows year\ncut country CAF\ntime 2020..2023\norder life_expectancy low\ntake 1',
    )
    expect(found.rows).toEqual([['2020', 54.6]])
    expect(found.flags.join(' ')).toContain('18.8 years in 2022')
    expect(found.flags.join(' ')).toContain('40.3 years')
  })

  test('have no place among countries and periods in one order', async () => {
    const found = await valuesOf(
      'show life_expectancy\nrows country CAF|KEN, year\ntime 2020..2023\norder life_expectancy low\ntake 2',
    )
    expect(found.rows).toEqual([
      ['CAF', 'Central African Republic', '2020', 54.6],
      ['CAF', 'Central African Republic', '2023', 57.4],
    ])
  })

  const lowestOne = '(top 1 low of in africa by life_expectancy)'
  test.for<[string, string, string, number]>([
    ['the lowest of several countries', `fold(life_expectancy, over ${five}, min)`, '', 53.9],
    ['the lowest at another time', `fold(life_expectancy, over ${five}, min) @ (time 2022)`, '', 53.9],
    ['a share of the first', `share(population, country ${lowestOne})`, 'cut country TCD\n', 100],
    ['a figure of the first', `population @ (country ${lowestOne})`, '', 18e6],
    ['a rank', `rank(life_expectancy, among ${five}, low)`, 'cut country TCD\n', 3],
  ])('do not decide %s', async ([, column, cut, value]) => {
    const { rows, flags } = await valuesOf(`show ${column}\n${cut}time 2022`)
    expect(rows).toEqual([[value]])
    expect(flags[0]).toBe(note)
  })

  test('stay where the rank of their own country is asked for', async () => {
    const { rows } = await valuesOf(
      `show rank(life_expectancy, among ${five}, low), life_expectancy\ncut country CAF\ntime 2022`,
    )
    expect(rows).toEqual([[1, 18.8]])
  })

  test('are left out of a statistic over the rows, which says so', async () => {
    const ask = (set: string) =>
      engine.ask(`show life_expectancy, population\nrows ${set}\ntime 2022\nstat correlation`)
    const [all, rest] = [await ask(five), await ask(four)]
    expect(all.tables[1]?.rows).toEqual(rest.tables[1]?.rows)
    expect(all.tables[0]?.rows).toHaveLength(5)
    expect(all.tables[0]?.flags[0]).toMatch(/18.8 years in 2022.*It is left out of the statistic\.$/)
  })
})
