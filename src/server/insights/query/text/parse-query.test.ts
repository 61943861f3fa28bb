import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Expr, type Query, query, type SetOf } from '../../../../contract/query.ts'
import { loadCatalogue } from '../../catalogue.ts'
import { parseExpr } from './parse-expression.ts'
import { parseAsk, parseQuery } from './parse-query.ts'
import { printExpr } from './print-expression.ts'
import { printAsk, printQuery } from './print-query.ts'

const whole = `show panel_value_usd as "Sales", change(panel_value_usd, from 2020, cagr)
rows country in ecowas except NGA, year zip
cut segment beer, brand 'Brand A'|'Brand B'
time 2025
where panel_value_usd > 300000000 'US$' and change(panel_value_usd, from 2020, cagr) > 8 '%'
order change(panel_value_usd, from 2020, cagr) high
take 5 skip 1 both per country
total
stat forecast 2028`

const measure = (id: string): Expr => ({ k: 'measure', id })
const number = (value: number, unit: string | null = null): Expr => ({ k: 'number', value, unit })
const span = (from: string, to = from) => ({ k: 'span' as const, from, to })
const [a, b, c] = ['a', 'b', 'c'].map(measure) as [Expr, Expr, Expr]
const ids = (...list: string[]): SetOf => ({ k: 'ids', dim: 'country', ids: list })
const group = (id: string): SetOf => ({ k: 'in', dim: 'country', id })

test('a query with every clause is read clause by clause', () => {
  const growth: Expr = { k: 'change', of: measure('panel_value_usd'), from: span('2020'), as: 'cagr' }
  const read = parseQuery(whole)
  expect(query.parse(read)).toEqual({
    show: [
      { as: 'Sales', of: measure('panel_value_usd') },
      { as: null, of: growth },
    ],
    rows: [
      { k: 'members', of: { k: 'except', a: group('ecowas'), b: ids('NGA') } },
      { k: 'periods', grain: 'year' },
    ],
    zip: true,
    cut: {
      segment: { k: 'ids', dim: 'segment', ids: ['beer'] },
      brand: { k: 'ids', dim: 'brand', ids: ['Brand A', 'Brand B'] },
    },
    time: span('2025'),
    where: {
      k: 'and',
      a: { k: 'compare', a: measure('panel_value_usd'), op: '>', b: number(300_000_000, 'US$') },
      b: { k: 'compare', a: growth, op: '>', b: number(8, '%') },
    },
    order: { by: growth, end: 'high' },
    take: { n: 5, skip: 1, ends: 'both', per: 'country' },
    total: true,
    stat: { k: 'forecast', to: '2028' },
  } satisfies Query)
  expect(printQuery(read)).toBe(whole)
})

test('clauses are read in any order and printed in theirs', () => {
  const lines = whole.split('\n')
  expect(printQuery(parseQuery(lines.toReversed().join('\n')))).toBe(whole)
})

test('queries of an ask stand between lines of three dashes', () => {
  const text = 'show a - -1\ntime 2024\n---\nshow b\ntime latest'
  expect(parseAsk(text).queries).toHaveLength(2)
  expect(printAsk(parseAsk(text.replace('---', '  --- \t')))).toBe(text)
  expect(parseAsk(text.replaceAll('\n', '\r\n'))).toEqual(parseAsk(text))
})

test('no id of the catalogue but a brand needs quotes', () => {
  const catalogue = loadCatalogue(join(import.meta.dirname, '../../../../../data'))
  const { countries, measures, derived, groups, segments, departments, channels } = catalogue
  const ids = [measures, derived, groups, segments, departments, channels].flat().map(({ id }) => id)
  const all = [...ids, ...countries.map(({ iso3 }) => iso3)]
  expect(all.length).toBeGreaterThan(250)
  expect(all.filter(id => printExpr(measure(id)) !== id)).toEqual([])
  expect(printExpr(measure('Brand A'))).toBe("'Brand A'")
})

describe('binding', () => {
  const calc = (op: '+' | '-' | '*' | '/', x: Expr, y: Expr): Expr => ({ k: 'calc', op, a: x, b: y })
  test.each<[string, Expr]>([
    ['a + b * c', calc('+', a, calc('*', b, c))],
    ['(a + b) * c', calc('*', calc('+', a, b), c)],
    ['a - b - c', calc('-', calc('-', a, b), c)],
    ['a - (b - c)', calc('-', a, calc('-', b, c))],
    ['a / (b * c)', calc('/', a, calc('*', b, c))],
    ['a - -2.5', calc('-', a, number(-2.5))],
    ['-2 * a', calc('*', number(-2), a)],
    ["a + 5 '%'", calc('+', a, number(5, '%'))],
    ['a / b @ (time 2024)', calc('/', a, { k: 'at', of: b, cut: {}, time: span('2024') })],
    ['(a / b) @ (time 2024)', { k: 'at', of: calc('/', a, b), cut: {}, time: span('2024') }],
    [
      'a @ (country KEN) @ (time latest within 3)',
      {
        k: 'at',
        of: { k: 'at', of: a, cut: { country: ids('KEN') }, time: null },
        cut: {},
        time: { k: 'latest', within: 3 },
      },
    ],
  ])('%s', (text, read) => {
    expect(parseExpr(text)).toEqual(read)
    expect(printExpr(read)).toBe(text)
  })

  test('brackets that say nothing are not printed', () => {
    expect(printExpr(parseExpr('((a) + ((b * (c)))) @ (country (KEN))'))).toBe('(a + b * c) @ (country KEN)')
  })
})

describe('each form is read and printed as written', () => {
  test.each([
    ...['population', "'sum'", "'Côte d''Ivoire'", '5', '-2.5', '1e+21', '1e-7', "5 'US$ a year'"],
    ...['abs(a)', 'ln(a + b)', 'exp(a)', 'share(a, country in africa, brand all)'],
    ...['change(a, from 2020, percent)', 'change(a, from shift -1 year, points)'],
    ...['change(a, from 2019-01..2019-06, difference)', 'change(a, from 2019, times)'],
    ...['index(a, base 2019-Q1)', 'real(a, base 2015)'],
    ...['fold(a, over country in eac, median)', 'fold(a, over year last 5 year, sd)'],
    ...['fold(a, over month ytd to 2025-06, sum)', 'fold(a, over segment all, weighted by b / c)'],
    ...['fold(a, over half 2020-H1..2021-H2, last)', 'fold(a, over year since 2015, chain)'],
    ...['when(a > b, over quarter 2019..2025, count)', 'when(known(a), over year latest, first)'],
    ...[
      'when(not a > b and (b < c or a = c), over year ytd, last)',
      'when(a <= b or b >= c, over year 2019, first)',
    ],
    ...['when((a + b) * c > 0 and not (a > b and b > c), over year last 12 month to 2025-06, last)'],
    ...['rank(a, among country in africa, high)', "rank(a, among brand in named except 'Brand A', low)"],
    ...['concentration(a, brand, hhi)', 'concentration(a + b, segment, top 3)'],
    ...['effect(a; b / c; a @ (time 2019), from 2020, pick 2)', 'a @ (segment beer, time latest)'],
    ...['a @ (country NGA|KEN)', 'a @ (country in eac and in sadc or in igad except KEN)'],
    ...['a @ (country in eac or (in sadc and in anglophone))'],
    ...["a @ (country (in sadc where inflation_cpi < 5 '%' and known(b)))"],
    ...['a @ (country (top 3 high of in africa by population skip 1))'],
    ...['a @ (country (top 2 low of in eac or in sadc by a / b) except KEN)'],
    ...['a @ (country ((in eac where a > 1) where b > 1))'],
  ])('%s', text => {
    expect(printExpr(parseExpr(text))).toBe(text)
  })

  test.each([
    ...['time 2019', 'time 2019..2025', 'time 2019-07..2019-12', 'time 2019-Q3', 'time 2019-H1'],
    ...['time last 5 year', 'time last 12 month to 2025-06', 'time ytd', 'time ytd to 2025-06'],
    ...['time since 2015', 'time shift -1 year', 'time latest', 'time latest within 0'],
    ...['time latest\norder a low\ntake 3', 'time 2019\ntake 3 both', 'time 2019\ntake 3 skip 2 per brand'],
    ...['time 2019\ntotal', 'time 2019\nstat correlation', 'time 2019\nstat seasonality'],
    ...['time 2019\nstat forecast 2026-12', 'time 2019\nstat reach 50', 'time 2019\nstat reach -1.5'],
    ...['time 2019\nstat price 10', 'time 2019\nstat price -10 elasticity -0.5'],
    ...['rows country NGA|KEN|GHA\ntime 2019', 'rows groups ecowas|sadc, year\ntime 2019'],
    ...['rows departments dairy|hot_drinks\ntime 2019', 'rows half, quarter, month\ntime 2019'],
    ...['rows country NGA|NGA, segment beer|rice zip\ntime 2019', 'rows channel all\ntime 2019'],
    ...['cut country KEN, segment beer, brand in named, channel pharmacy\ntime 2019'],
    ...['time 2019\nwhere not (a > 5 or known(b)) and c < 1'],
  ])('show a %s', text => {
    expect(printQuery(parseQuery(`show a\n${text}`))).toBe(`show a\n${text}`)
  })

  test('a label keeps its quotes and signs', () => {
    const text = 'show a as "the ""A"" of ’24"\ntime latest'
    expect(parseQuery(text).show[0]?.as).toBe('the "A" of ’24')
    expect(printQuery(parseQuery(text))).toBe(text)
  })
})
