import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallEngine, type SmallFigure, smallEngine } from '../../testing/small-engine.ts'
import { westAfricanTea } from '../../testing/small-west-africa.ts'
import { AnswerTooLargeError, QueryFaultError } from './run-ask.ts'

const figures: SmallFigure[] = [
  ['population', 'GHA', 2022, 33e6],
  ['population', 'KEN', 2022, 54e6],
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
