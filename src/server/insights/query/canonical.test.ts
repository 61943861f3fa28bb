import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Query, query } from '../../../contract/query.ts'
import { anyQuery } from '../../testing/any-query.ts'
import { canonicalQuery } from './canonical.ts'
import { queryHash } from './query-hash.ts'
import { parseQuery } from './text/parse-query.ts'
import { printQuery } from './text/print-query.ts'

/** A query from its lines. */
const of = (...lines: string[]): Query => parseQuery(lines.join('\n'))

describe('queries that say the same have one text and one hash', () => {
  const wanted = of('show a @ (country KEN|NGA)', 'cut segment beer|rice', 'time 2025', 'where a > 0')
  test.each<[string, Query]>([
    [
      'ids in another order',
      of('show a @ (country NGA|KEN)', 'cut segment rice|beer', 'time 2025', 'where a > 0'),
    ],
    [
      'an id twice',
      of('show a @ (country KEN|NGA|KEN)', 'cut segment beer|rice', 'time 2025', 'where a > 0'),
    ],
    [
      'brackets and blanks',
      of('show (a)@( country KEN|NGA )', ' cut segment beer | rice', 'time 2025', 'where ((a) > 0)'),
    ],
    [
      'a span of one period',
      of('show a @ (country KEN|NGA)', 'cut segment beer|rice', 'time 2025..2025', 'where a > 0'),
    ],
    [
      'a zero with a sign',
      of('show a @ (country KEN|NGA)', 'cut segment beer|rice', 'time 2025', 'where a > -0.0'),
    ],
    [
      'a zero with a sign as data',
      {
        ...wanted,
        where: {
          k: 'compare',
          a: { k: 'measure', id: 'a' },
          op: '>',
          b: { k: 'number', value: -0, unit: null },
        },
      },
    ],
    [
      'clauses in another order',
      of('where a > 0', 'time 2025', 'show a @ (country KEN|NGA)', 'cut segment beer|rice'),
    ],
    [
      'a dimension named without a set',
      { ...wanted, cut: { ...wanted.cut, brand: undefined } as Query['cut'] },
    ],
    ['pairs of no rows', { ...wanted, zip: true }],
  ])('%s', (_, other) => {
    expect(canonicalQuery(other)).toStrictEqual(canonicalQuery(wanted))
    expect(printQuery(other)).toBe(printQuery(wanted))
    expect(queryHash(other)).toBe(queryHash(wanted))
  })
})

describe('what has a meaning is kept', () => {
  const differ = (one: Query, other: Query) => {
    expect(printQuery(one)).not.toBe(printQuery(other))
    expect(queryHash(one)).not.toBe(queryHash(other))
  }

  test('rows listed by id keep the order they were asked in', () => {
    differ(
      of('show a', 'rows country NGA|KEN', 'time 2025'),
      of('show a', 'rows country KEN|NGA', 'time 2025'),
    )
    differ(
      of('show a', 'rows groups sadc|eac', 'time 2025'),
      of('show a', 'rows groups eac|sadc', 'time 2025'),
    )
  })

  test('rows that pair up keep their repeats; others lose them', () => {
    const paired = of('show a', 'rows country NGA|NGA, segment beer|rice zip', 'time 2025')
    expect(printQuery(paired)).toContain('rows country NGA|NGA, segment beer|rice zip')
    const crossed = of('show a', 'rows country NGA|NGA, segment beer|rice', 'time 2025')
    expect(printQuery(crossed)).toContain('rows country NGA, segment beer|rice')
  })

  test('ids inside a set of rows are sorted where the set does not keep their order', () => {
    const one = of('show a', 'rows country (NGA|KEN where a > 1)', 'time 2025')
    expect(printQuery(one)).toContain('rows country (KEN|NGA where a > 1)')
  })

  test('the order of columns, rows and operands', () => {
    differ(of('show a, b', 'time 2025'), of('show b, a', 'time 2025'))
    differ(
      of('show a', 'rows year, country all', 'time 2025'),
      of('show a', 'rows country all, year', 'time 2025'),
    )
    differ(of('show a - b', 'time 2025'), of('show b - a', 'time 2025'))
  })
})

test('the hash of a query is the SHA-256 of its text', () => {
  const one = of('show panel_value_usd', 'rows country in ecowas', 'cut segment beer', 'time 2025')
  // printf 'show panel_value_usd\nrows country in ecowas\ncut segment beer\ntime 2025' | sha256sum
  expect(queryHash(one)).toBe('3d2748008bdb8dd1391f92a4afe2ad68ca252bd07a2d307c6f0254f8137026c7')
})

const seed = Date.now() % 2 ** 31
test(`the canonical form is its own, is still a query, and leaves the one given alone, seed ${seed}`, () => {
  fc.assert(
    fc.property(anyQuery, one => {
      const before = structuredClone(one)
      const canonical = canonicalQuery(one)
      expect(canonicalQuery(canonical)).toStrictEqual(canonical)
      expect(query.safeParse(canonical).success).toBe(true)
      expect(one).toEqual(before)
    }),
    { seed, numRuns: 300 },
  )
})
