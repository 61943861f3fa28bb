import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, query } from '../../../../contract/query.ts'
import { anyAsk, anyQuery } from '../../../testing/any-query.ts'
import { canonicalQuery } from '../canonical.ts'
import { parseAsk, parseQuery } from './parse-query.ts'
import { printAsk, printQuery } from './print-query.ts'

const seed = Date.now() % 2 ** 31

/** Thousands of large values: the slow comparison that explains is for those that differ. */
function expectSame(one: unknown, other: unknown): void {
  if (isDeepStrictEqual(one, other)) return
  expect(one).toStrictEqual(other)
  throw new Error('different values of the same look')
}

/** The kind of every node in a query. */
function kindsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'k' in node && typeof node.k === 'string' ? [node.k] : []
  return [...own, ...Object.values(node).flatMap(kindsIn)]
}

describe(`generated queries, seed ${seed}`, () => {
  test('every query the schema accepts is printed and read again as its canonical form', () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(anyQuery, one => {
        for (const kind of kindsIn(one)) kinds.add(kind)
        const text = printQuery(one)
        const read = parseQuery(text)
        expectSame(read, canonicalQuery(one))
        query.parse(read)
        if (printQuery(read) !== text) expect(printQuery(read)).toBe(text)
      }),
      { seed, numRuns: 2000 },
    )
    const everyKind =
      'span last ytd since shift latest measure number calc fn at share change index real fold when rank ' +
      'concentration effect members periods ids all in and or except where top compare not known groups ' +
      'departments correlation forecast seasonality reach price suppose'
    expect([...kinds].sort()).toEqual(everyKind.split(' ').sort())
  })

  test('so is every ask', () => {
    fc.assert(
      fc.property(anyAsk, one => {
        const read = parseAsk(printAsk(one))
        expectSame(read, { queries: one.queries.map(canonicalQuery) })
        ask.parse(read)
      }),
      { seed, numRuns: 200 },
    )
  })
})
