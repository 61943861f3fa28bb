import { describe, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import { querySchema } from './query-schema.ts'
import { parseAsk } from './text/parse-query.ts'

const schema = JSON.parse(JSON.stringify(querySchema()))
const reader = fromJSONSchema(schema)
const accepts = (value: unknown) => reader.safeParse(JSON.parse(JSON.stringify(value))).success

describe('the JSON Schema of an ask', () => {
  test('is an object with named parts that refer to each other', () => {
    expect(schema.type).toBe('object')
    expect(schema.required).toEqual(['queries'])
    expect(Object.keys(schema.$defs).sort()).toEqual(['Cond', 'Cut', 'Expr', 'Query', 'SetOf', 'Time'])
    const named = Object.keys(schema.$defs).map(name => `#/$defs/${name}`)
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(match => match[1])
    expect([...new Set(references)].sort()).toEqual(named.sort())
    expect(JSON.stringify(schema).length).toBeLessThan(14_000)
  })

  test.each([
    'show population\ntime latest',
    "show a * -2.5 + 5 '%', abs(a), share(a, brand all), a @ (country KEN)\ntime latest within 3",
    'show index(a, base 2019), real(a, base 2015), rank(a, among country all, high)\ntime ytd to 2025-06',
    'show fold(a, over year ytd, mean), fold(a, over segment in dairy, weighted by b)\ntime 2019-Q1..2019-Q3',
    'show when(a > 5 or not known(b), over month last 5 month, first)\ntime 2025',
    'show concentration(a, brand, top 3), a @ (time shift -1 year)\ntime 2025',
    'show effect(a; b, from 2019, pick 2)\nrows country (top 3 low of in eac or all by a), year\ntime 2025',
    'show a as "A"\nrows groups eac|sadc, segment beer|rice zip\ntime 2025\nwhere a = 1 and b < 2',
    'show a\nrows departments dairy\ntime 2025\norder a low\ntake 2 both per segment\ntotal',
    'show a\nrows year\ntime 2019..2025\nstat forecast 2028\n---\nshow a, b\ntime 2025\nstat correlation',
    'show a\nrows year\ntime since 2019\nstat price 5 elasticity -1',
  ])('accepts %j', text => {
    expect(accepts(parseAsk(text))).toBe(true)
  })

  const text = "show change(a - 5 '%', from 2019, points)\nrows country (in eac where a > 1)\ntime latest"
  test.each<[string, (ask: ReturnType<typeof fresh>) => void]>([
    [
      'an unknown kind of expression deep inside',
      ask => Object.assign(ask.queries[0].show[0].of.of.a, { k: 'b' }),
    ],
    ['a field of no meaning deep inside', ask => Object.assign(ask.queries[0].show[0].of.of, { extra: 1 })],
    ['an unknown comparison in a set', ask => Object.assign(ask.queries[0].rows[0].of.test, { op: '~' })],
    ['a period that is none', ask => Object.assign(ask.queries[0].show[0].of.from, { to: 'banana' })],
    ['a clause left out', ask => Reflect.deleteProperty(ask.queries[0], 'time')],
    ['no query', ask => Object.assign(ask, { queries: [] })],
  ])('refuses %s', (_, spoil) => {
    const ask = fresh()
    expect(accepts(ask)).toBe(true)
    spoil(ask)
    expect(accepts(ask)).toBe(false)
  })

  /** As parsed JSON, to be spoilt. */
  const fresh = () => JSON.parse(JSON.stringify(parseAsk(text)))
})
