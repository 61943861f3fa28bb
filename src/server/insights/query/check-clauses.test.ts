import { expect, test } from 'vitest'
import { bareQuery, queryLimits } from '../../../contract/query.ts'
import { checkQuery } from './check.ts'
import { allows, faultsOf, model, queryOf, refuses } from './testing/checked-queries.ts'
import { parseExpr } from './text/parse-expression.ts'

test('rule 9: nothing is asked by a dimension that it does not have', () => {
  refuses(9, [
    [
      'show population ; rows brand all ; time 2023',
      'Nothing shown is available by brand: leave the rows of brand out',
    ],
    ['show gdp_usd ; rows segment beer|wine, country KEN ; time 2023', 'by segment'],
    ['show gdp_usd, population ; rows departments dairy ; time 2023', 'by segment'],
    ['show inflation_cpi ; cut country KEN, segment beer ; time 2023', 'leave segment out of the cut'],
    [
      'show population @ (segment beer) ; cut country KEN ; time 2023',
      'Population is not available by segment',
    ],
    [
      'show share(population, channel all) ; cut country KEN ; time 2023',
      'Population is not available by channel',
    ],
    ['show fold(gdp_usd, over brand all, mean) ; cut country KEN ; time 2023', 'not available by brand'],
    ["show panel_value_usd @ (brand 'Brand A') ; rows brand all ; cut segment beer ; time 2023", 'by brand'],
    [
      'show rank(inflation_cpi, among segment all, high) ; cut country KEN, segment beer ; time 2023',
      'by segment',
    ],
    ['show concentration(gdp_usd, channel, hhi) ; cut country KEN ; time 2023', 'by channel'],
  ])
  allows([
    'show population, panel_value_usd ; rows brand all ; cut segment beer ; time 2023',
    'show population ; rows country all ; cut segment beer ; time 2023 ; where panel_value_usd > 5',
    'show population ; rows country all ; cut segment beer ; time 2023 ; order panel_value_usd high',
    'show population ; rows country (in africa where panel_value_usd > 5) ; cut segment beer ; time 2023',
    'show fold(population, over country (top 3 high of all by panel_value_usd), sum) ; cut segment beer ; time 2023',
    'show gdp_usd ; rows country KEN ; time 2023',
  ])
})

test('rule 10: windows that are compared are of one length, and latest stands where a year can be found', () => {
  refuses(10, [
    ['show gdp_usd ; rows year ; cut country KEN ; time latest', 'Rows of periods need a time of their own'],
    ['show panel_value_usd ; time shift -1 year', 'write the time itself'],
    ['show panel_value_usd ; time since 2020', 'write the time itself'],
    ['show panel_value_usd ; time 2023..2020', 'runs backwards'],
    ['show fold(panel_value_usd, over year 2023..2020, mean) ; time 2023', 'runs backwards'],
    ['show change(panel_value_usd, from 2020, percent) ; time 2023-Q3', '3 months are compared with 12'],
    ['show change(panel_value_usd, from 2020, percent) ; time 2021..2022', '24 months are compared with 12'],
    [
      'show index(panel_volume, base 2020) ; rows month ; cut segment beer ; time 2023',
      '1 months are compared with 12',
    ],
    ['show change(inflation_cpi, from 2018, points) ; cut country KEN ; time 2019..2021', '36 months'],
    [
      'show effect(panel_volume; panel_price_usd, from 2020-Q1, pick 1) ; cut segment beer ; time 2023',
      '12 months are compared with 3',
    ],
    [
      'show change(gdp_usd, from latest, percent) ; cut country KEN ; time 2023',
      "'latest' stands at the top",
    ],
    ['show change(panel_value_usd, from 2023, cagr) ; time 2023', 'a start before'],
    ['show change(panel_value_usd, from shift 1 year, cagr) ; rows year ; time 2020..2023', 'a start before'],
  ])
  allows([
    'show gdp_usd ; rows country all ; time latest',
    'show gdp_usd @ (time latest) ; rows year ; cut country KEN ; time 2020..2023',
    'show panel_value_usd @ (time shift -1 year) ; time 2023',
    'show change(panel_value_usd, from 2020-Q3, percent) ; time 2023-Q3',
    'show change(panel_value_usd, from shift -12 month, percent) ; rows month ; time 2023',
    'show index(panel_price_usd, base 2020) ; rows month ; cut segment beer ; time 2023',
    'show change(lending_rate, from 2018, points) ; cut country KEN ; time 2019..2021',
    'show change(panel_value_usd, from 2020, cagr) ; rows country all ; time 2023',
    'show change(gdp_usd, from 2013, percent) ; rows country all ; time latest',
  ])
})

test('rule 11: positions, pairs, cuts of rows and statistics stand with the rows they need', () => {
  refuses(11, [
    ['show rank(gdp_usd, among country all, high) ; time 2023', 'ask rows of country, or cut to one'],
    [
      'show rank(panel_value_usd, among brand in named, high) ; rows country all ; time 2023',
      'rows of brand',
    ],
    ['show gdp_usd ; time 2023 ; take 5', 'There are no rows to take from'],
    ['show gdp_usd ; rows country all ; time 2023 ; take 5 per country', 'and another one'],
    ['show panel_value_usd ; rows country all, year ; time 2023 ; take 5 per brand', 'a row clause of brand'],
    ['show gdp_usd ; rows country all, groups eac ; time 2023', 'Two row clauses are of country'],
    ['show gdp_usd ; rows country all, year ; time 2023 ; stat correlation', 'two columns'],
    ['show gdp_usd, population ; time 2023 ; stat correlation', 'needs rows'],
    ['show gdp_usd ; rows country all ; time 2023 ; stat forecast 2028', 'rows of periods'],
    [
      'show gdp_usd ; rows year ; cut country KEN ; time 2015..2023 ; stat forecast 2020',
      'ends before the rows do',
    ],
    ['show panel_value_usd ; rows year ; time 2020..2023 ; stat seasonality', 'rows of months'],
    ['show panel_value_usd ; rows country all ; time 2023 ; stat reach 50', 'rows of periods'],
    ['show panel_volume ; rows month ; cut segment beer ; time 2023 ; stat price 10', 'volume and price'],
    ['show panel_value_usd ; rows year ; time 2020..2023 ; stat suppose 5 price', 'one figure'],
    ['show panel_value_usd ; time 2023 ; stat suppose -100 price', 'Nothing is left'],
    ['show fold(gdp_usd, over country all, first) ; time 2023', 'The first and the last are by time'],
  ])
  allows([
    'show rank(gdp_usd, among country all, high) ; rows country KEN|UGA ; time 2023',
    'show rank(gdp_usd, among country all, high) ; cut country KEN ; time 2023',
    'show gdp_usd ; rows country all ; time 2023 ; take 5 both',
    'show panel_value_usd ; rows country all, brand in named ; time 2023 ; order panel_value_usd high ; take 1 per country',
    'show gdp_usd, population ; rows country all ; time 2023 ; stat correlation',
    'show gdp_usd ; rows country KEN|UGA, year ; time 2015..2023 ; stat forecast 2026',
    'show panel_value_usd ; rows month ; time 2020..2023 ; stat seasonality',
    'show panel_volume, panel_price_usd ; rows month ; cut segment beer ; time 2023 ; stat price 10',
    'show panel_volume, panel_price_usd ; cut segment beer ; time 2023 ; stat price 10 elasticity -0.5',
    'show panel_value_usd ; cut segment beer ; time 2023 ; stat suppose 6 volume to 2030',
    'show fold(gdp_usd, over year 2015..2023, first) ; cut country KEN ; time 2023',
  ])
})

test('rule 11: rows are paired only where there are two clauses, an effect is of one of its factors, and what is left unsaid is asked for', () => {
  const query = queryOf('show gdp_usd ; rows country all ; time 2023')
  expect(checkQuery(model, { ...query, zip: true })).toMatchObject([{ rule: 11, at: 'zip' }])
  const effect = parseExpr('effect(panel_volume; panel_price_usd, from 2022, pick 2)')
  const second = {
    ...queryOf('show gdp_usd ; cut segment beer ; time 2023'),
    show: [{ as: null, of: effect }],
  }
  expect(checkQuery(model, second)).toEqual([])
  const beyond = { ...second, show: [{ as: null, of: { ...effect, pick: 3 } as typeof effect }] }
  expect(checkQuery(model, beyond)).toMatchObject([{ rule: 11 }])
  const largest = parseExpr('concentration(panel_value_usd, brand, top 3)')
  expect(checkQuery(model, { ...second, show: [{ as: null, of: largest }] })).toEqual([])
  const unsaid = { ...second, show: [{ as: null, of: { ...largest, n: null } as typeof largest }] }
  expect(checkQuery(model, unsaid)).toMatchObject([{ rule: 11 }])
  const mean = parseExpr('fold(gdp_growth, over country in eac, weighted by gdp_usd)')
  const show = [{ as: null, of: { ...mean, by: null } as typeof mean }]
  expect(checkQuery(model, { ...bareQuery, show })).toMatchObject([{ rule: 11 }])
  expect(checkQuery(model, { ...bareQuery, show: [{ as: null, of: mean }] })).toEqual([])
})

test('rule 12: a time in which nothing shown has figures names the years that have', () => {
  refuses(12, [
    [
      'show electricity_access ; rows country all ; time 2025',
      'Access to electricity is available for 2000–2023',
    ],
    ['show gdp_usd ; cut country KEN ; time 1995', 'is available for 2000–2025'],
    ['show alcohol_beer_l ; rows country all ; time 2023', 'is available for 2019'],
    ['show panel_value_usd ; time 2018', 'is available for 2019–2025'],
    ['show panel_value_usd ; time 2026-01..2026-03', 'ask a time within it, or the latest'],
    ['show change(panel_value_usd, from 2015, percent) ; time 2023', 'is available for 2019–2025'],
    ['show food_supply_kcal ; rows year ; cut country KEN ; time 2000..2005', 'is available for 2010–2022'],
    ['show electricity_access ; rows country all ; time latest within 1', 'is available for 2000–2023'],
    ['show people_without_electricity ; rows country all ; time 2025', 'Access to electricity is available'],
    [
      'show fold(bank_branches, over year 2000..2010, mean) ; cut country KEN ; time 2023',
      'is available for 2004–2024',
    ],
    ['show real(panel_value_lcu, base 2030) ; cut country KEN ; time 2023', 'is available for 2000–2025'],
    [
      'show gdp_usd ; rows country all ; time 2025 ; order electricity_access high',
      'is available for 2000–2023',
    ],
  ])
  allows([
    'show electricity_access, gdp_usd ; rows country all ; time 2025',
    'show electricity_access ; rows country all ; time latest',
    'show gdp_usd ; rows year ; cut country KEN ; time 1995..2005',
    'show alcohol_beer_l ; rows country all ; time latest',
    'show fold(bank_branches, over year 2000..2010, count) ; cut country KEN ; time 2023',
    'show fold(bank_branches, over year 2004..2010, mean) ; cut country KEN ; time 2023',
    'show population @ (time 2000) ; cut country KEN ; time 2025',
    'show real(panel_value_lcu, base 2000) ; cut country KEN ; time 2023',
  ])
})

test('rule 13: a query is of a size that can be read', () => {
  refuses(13, [
    ['show panel_value_usd ; rows country all, segment all, month ; time 2019..2025', 'and may have 10000'],
    [
      'show panel_value_usd, gdp_usd, population, inflation_cpi ; rows country all, segment all ; time 2023',
      '12960 cells',
    ],
    [
      'show panel_value_usd ; rows country all, segment all, month ; time 2019..2025 ; order panel_value_usd high ; take 5',
      'and may have 100000',
    ],
  ])
  allows([
    'show panel_value_usd ; rows country all, segment all ; time 2023',
    'show panel_value_usd ; rows country all, segment all, brand all ; time 2023 ; order panel_value_usd high ; take 5',
    'show panel_value_usd ; rows country (top 3 high of all by gdp_usd), segment all, year ; time 2019..2025',
  ])
})

test('rule 13: so many parts, so many inside each other, so many columns', () => {
  const at = (size: number) => {
    let of = parseExpr('gdp_usd')
    for (let depth = 1; depth < size; depth++) of = { k: 'fn', fn: 'abs', of }
    return { ...bareQuery, show: [{ as: null, of }] }
  }
  expect(checkQuery(model, at(queryLimits.depth))).toEqual([])
  expect(checkQuery(model, at(queryLimits.depth + 1))).toMatchObject([{ rule: 13 }])
  const columns = (count: number) => ({
    ...bareQuery,
    show: Array.from({ length: count }, () => ({ as: null, of: parseExpr('gdp_usd') })),
  })
  expect(checkQuery(model, columns(queryLimits.columns))).toEqual([])
  expect(checkQuery(model, columns(queryLimits.columns + 1))).toMatchObject([{ rule: 13 }])
  const changes = (count: number) => {
    const text = `${'change('.repeat(count)}gdp_usd${', from shift -1 year, difference)'.repeat(count)}`
    return { ...bareQuery, show: [{ as: null, of: parseExpr(text) }] }
  }
  expect(checkQuery(model, changes(5))).toEqual([])
  expect(checkQuery(model, changes(20))).toMatchObject([
    { rule: 13, message: expect.stringContaining('values to work out') },
  ])
  const wide = Array.from({ length: 20 }, () => 'gdp_usd').join(' + ')
  const nodes = (count: number) => ({
    ...columns(count),
    show: columns(count).show.map(() => ({ as: null, of: parseExpr(wide) })),
  })
  expect(checkQuery(model, nodes(10))).toEqual([])
  expect(checkQuery(model, nodes(12))).toMatchObject([{ rule: 13 }])
})

test('a total is refused only where no column has one', () => {
  expect(faultsOf('show exchange_rate ; rows country all ; time 2023 ; total')).toMatchObject([{ rule: 4 }])
  allows([
    'show panel_value_usd, exchange_rate ; rows country all ; time 2023 ; total',
    'show inflation_cpi ; rows country all ; time 2023 ; total',
  ])
})
