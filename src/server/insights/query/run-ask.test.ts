import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmallEngine, type SmallFigure, smallEngine } from '../../testing/small-engine.ts'
import { westAfricanTea } from '../../testing/small-west-africa.ts'
import { AnswerTooLargeError, QueryFaultError } from './run-ask.ts'

const living: [string, number, number][] = [
  ['CAF', 2021, 40.3],
  ['CAF', 2022, 18.8],
  ['CAF', 2023, 57.4],
  ['SOM', 2022, 53.9],
  ['NGA', 2022, 54.1],
  ['TCD', 2022, 54.5],
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

test('each query has its canonical text, hash and words, and the ids of its tables', async () => {
  const { queries, tables } = await engine.ask(
    `show panel_value_usd
rows year
cut country NGA|GHA, segment tea
time 2024..2025
stat reach 9000
---
show population
rows country KEN
time 2022`,
  )
  expect(tables.map(({ id, role }) => [id, role])).toEqual([
    ['t1', 'main'],
    ['t2', 'reach'],
    ['t3', 'main'],
  ])
  expect(queries.map(query => query.tables)).toEqual([['t1', 't2'], ['t3']])
  expect(queries[0]?.text).toContain('cut country GHA|NGA, segment tea')
  expect(queries[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(queries[1]?.words).toBe('Population, for Kenya, 2022')
})

test('the same ask gives the same bytes, in whatever order its sets were written', async () => {
  const asked = (countries: string) =>
    `show panel_value_usd\ncut country ${countries}, segment tea\ntime 2025`
  expect(await engine.ask(asked('GHA|NGA'))).toEqual(await engine.ask(asked('NGA|GHA')))
})

test('every fault of every query is reported with the number of its query, and nothing is run', async () => {
  const asked = engine.ask(
    `show panel_volume
rows country atlantis
time 2025
---
show population
rows country KEN
time 2022
---
show panel_value_lcu
cut country GHA|NGA
time 2025`,
  )
  const fault = await asked.catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(QueryFaultError)
  const faults = (fault as QueryFaultError).faults.map(({ query, rule }) => [query, rule])
  expect(faults).toContainEqual([0, 1])
  expect(faults).toContainEqual([2, 4])
  expect(faults.map(([query]) => query)).not.toContain(1)
})

test('an answer of more than 10,000 figures is refused before it is shown', async () => {
  const wide = Array.from({ length: 12 }, (_, at) => `panel_value_usd + ${at + 1}`).join(', ')
  const asked = `show ${wide}
rows brand 'Brand A'|'Brand B'|'All others', channel modern_trade|traditional_trade, month
cut segment tea, country GHA
time 2023..2025`
  const several = (count: number) => engine.ask(Array.from({ length: count }, () => asked).join('\n---\n'))
  const [table] = (await several(7)).tables
  expect(table?.rows.length).toBe(108)
  await expect(several(8)).rejects.toThrow(AnswerTooLargeError)
})

describe('figures that look implausible', () => {
  const lowest = (time: string, rest = 'order life_expectancy low\ntake 2') =>
    `show life_expectancy\nrows country in africa\ntime ${time}\n${rest}`
  const note =
    'Central African Republic: life expectancy of 18.8 years in 2022 is as published and looks implausible (crisis mortality). It has no place in the order.'

  test('have no place in an order: the country is missing, and a caution names it, the year and the figure', async () => {
    const [table] = (await engine.ask(lowest('2022'))).tables
    expect(table?.rows.map(([iso3]) => iso3)).toEqual(['SOM', 'NGA'])
    expect(table?.coverage?.missing).toContain('Central African Republic')
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
})
