import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Query } from '../../../contract/query.ts'
import { panelForTests } from '../../testing/panel-for-tests.ts'
import { loadCatalogue } from '../catalogue.ts'
import { pearson } from '../statistics/correlation.ts'
import { createWarehouse, type Warehouse } from '../warehouse.ts'
import { checkQuery } from './check.ts'
import { dataModelOf } from './model-of-catalogue.ts'
import { type QueryRows, runQuery } from './run-query.ts'
import { type ExpectedRow, firstDifference, type ShownFigure } from './testing/expected-rows.ts'
import { parseAsk } from './text/parse-query.ts'

/** Questions people asked, as queries written by hand, with the rows that an SQL apart from the product gave for each. */
const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'eval/queries')
const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
const named = (pattern: string) => globSync(pattern, { cwd: folder }).sort()

const asks = named('*.txt').flatMap(file =>
  read(file)
    .split(/\n{2,}/)
    .map(block => {
      const [title = '', ...lines] = block.split('\n')
      return { id: title.split(' ')[1] ?? '', file, text: lines.join('\n') }
    }),
)
const expectedRows = new Map(
  named('expected-*.jsonl')
    .flatMap(file => read(file).split('\n'))
    .map(line => JSON.parse(line) as { id: string; rows: ExpectedRow[] })
    .map(({ id, rows }) => [id, rows] as const),
)
const inexpressible = named('inexpressible.csv').flatMap(file =>
  read(file)
    .split('\n')
    .slice(1)
    .map(line => line.split(',')[0] ?? ''),
)

const catalogue = loadCatalogue(join(root, 'data'))
const model = dataModelOf(catalogue)
let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await createWarehouse(await panelForTests())
}, 120_000)
afterAll(() => warehouse?.close())

describe('the queries written by hand', () => {
  test('are two hundred, each once, and all but six at the most can be expressed', () => {
    const ids = [...asks.map(({ id }) => id), ...inexpressible]
    expect(ids.length).toBe(200)
    expect([...new Set(ids)].sort()).toEqual([...expectedRows.keys()].sort())
    expect(inexpressible.length).toBeLessThanOrEqual(6)
  })

  test.for(asks)('$id ($file) passes the type check and gives the rows of its SQL', async ({ id, text }) => {
    const { queries } = parseAsk(text)
    expect(queries.flatMap(query => checkQuery(model, query))).toEqual([])
    const results = await Promise.all(
      queries.map(async query => shownBy(query, await runQuery(model, warehouse, query))),
    )
    expect(firstDifference(expectedRows.get(id) ?? [], results.flat())).toBeNull()
  })
})

/** What a reader sees of a result, row by row: a correlation as r and the number of pairs, else each figure. */
function shownBy({ stat }: Query, { keys, rows }: QueryRows): ShownFigure[] {
  if (stat?.k === 'correlation') {
    const paired = rows.filter(({ values }) => values.every(value => value !== null))
    const [y, x] = [0, 1].map(column => paired.map(({ values }) => values[column] ?? null))
    const found = pearson(x ?? [], y ?? [])
    if (found.kind === 'unavailable') throw new Error(found.why)
    return [found.r, found.n].map(value => ({ value, members: [], years: [] }))
  }
  return rows.flatMap(({ ids, values, years }) =>
    values.flatMap((value, column) => {
      if (value === null) return []
      const year = years[column] ?? null
      return [{ value, members: membersOf(keys, ids), years: year === null ? yearsOf(keys, ids) : [year] }]
    }),
  )
}

const grains = ['year', 'half', 'quarter', 'month']
const yearsOf = (keys: string[], ids: string[]) =>
  ids.filter((_, at) => grains.includes(keys[at] ?? '')).map(id => Number(id.slice(0, 4)))

const membersOf = (keys: string[], ids: string[]) =>
  ids.flatMap((id, at) => (grains.includes(keys[at] ?? '') ? [] : [[id, nameOf(keys[at] ?? '', id)]]))

const nameOf = (key: string, id: string): string =>
  key === 'brand'
    ? id
    : model.nameOf(key === 'group' ? 'country' : key === 'department' ? 'segment' : (key as 'country'), id)
