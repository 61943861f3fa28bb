import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkQuery } from './check.ts'
import { type QueryRows, runQuery } from './run-query.ts'
import { examplesOfEdges } from './testing/examples-of-edges.ts'
import { examplesOfGuards } from './testing/examples-of-guards.ts'
import { examplesOfRows } from './testing/examples-of-rows.ts'
import { examplesOfValues } from './testing/examples-of-values.ts'
import { naiveEvaluator } from './testing/naive-query.ts'
import { rowsDiffer } from './testing/same-rows.ts'
import { type SmallWarehouse, smallWarehouse } from './testing/small-warehouse.ts'
import { type Example, panel } from './testing/worked-example.ts'
import { parseQuery } from './text/parse-query.ts'

let warehouse: SmallWarehouse
beforeAll(async () => {
  warehouse = await smallWarehouse(panel)
})
afterAll(() => warehouse.close())

const naive = naiveEvaluator(panel)

/** The rows an example expects; keys and years are those found where it says nothing of them. */
function expectedRows(gives: Example['gives'], { keys, rows: found }: QueryRows): QueryRows {
  const { rows, missing = [], total = null, years } = rowsOf(gives)
  return {
    ...{ keys, missing, total },
    rows: rows.map((row, at) => ({
      ids: row.slice(0, keys.length).map(String),
      values: row.slice(keys.length) as (number | null)[],
      years: years?.[at] ?? found[at]?.years ?? [],
    })),
  }
}

function rowsOf(gives: Example['gives']) {
  if (gives === null) return { rows: [], missing: [[]] }
  return typeof gives === 'number' ? { rows: [[gives]] } : gives
}

const examples = [...examplesOfValues, ...examplesOfRows, ...examplesOfEdges, ...examplesOfGuards]

describe.each(examples)('$title', ({ query: text, gives }) => {
  const query = parseQuery(text)

  test('passes the type check', () => {
    expect(checkQuery(panel.model, query)).toEqual([])
  })
  test('in plain loops', () => {
    const found = naive(query)
    expect(rowsDiffer(found, expectedRows(gives, found))).toBeNull()
  })
  test('by SQL', async () => {
    const found = await runQuery(panel.model, warehouse, query)
    expect(rowsDiffer(found, expectedRows(gives, found))).toBeNull()
  })
})
