import { expect, test } from 'vitest'
import { columnTypes, typeOf } from './check.ts'
import { placeOf, yearMonths } from './check-cell.ts'
import { ExpressionCheck } from './check-expression.ts'
import { catalogue, model, queryOf } from './testing/checked-queries.ts'
import { parseExpr } from './text/parse-expression.ts'
import { isLike, readUnit, textOf } from './units.ts'

const typesOf = (text: string) => columnTypes(model, queryOf(text))
const unitsOf = (text: string) => typesOf(text).map(({ unit }) => unit)

test('a measure keeps the unit of the catalogue, with the one unit of volume that its segments have', () => {
  expect(
    unitsOf('show gdp_usd, urban_share, birth_rate, gdp_per_capita_usd ; cut country KEN ; time 2023'),
  ).toEqual([...['US$', '% of population', 'births per 1,000 people', 'US$']])
  const sales = 'show panel_volume, panel_price_usd, panel_price_lcu, panel_volume_pc'
  expect(unitsOf(`${sales} ; cut country KEN, segment beer ; time 2023`)).toEqual([
    ...['L', 'US$ a L', 'lcu a L', 'L a person'],
  ])
  expect(unitsOf(`${sales} ; rows country all ; cut segment diapers ; time 2023`)).toEqual([
    ...['pieces', 'US$ a piece', 'lcu a piece', 'pieces a person'],
  ])
  expect(unitsOf(`${sales} ; rows segment all ; cut country KEN ; time 2023`)).toEqual([
    ...['unit', 'US$ a unit', 'lcu a unit', 'unit a person'],
  ])
})

test('units of sums, products and ratios follow from those of their parts', () => {
  const units: [string, string][] = [
    ['exports_usd - imports_usd', 'US$'],
    ['gdp_usd / population', 'US$ a person'],
    ['gdp_usd / births', 'US$ a birth'],
    ['population / population_density', 'km2'],
    ['internet_users / 100 * population', 'people'],
    ['population * internet_users / 100', 'people'],
    ['birth_rate * population / 1000', 'births'],
    ['exports_usd / gdp_usd * 100', '%'],
    ['100 * exports_usd / gdp_usd', '%'],
    ['exports_usd / gdp_usd', ''],
    ['gdp_usd * exchange_rate', 'lcu'],
    ['gdp_usd * exchange_rate / population', 'lcu a person'],
    ['1 / exchange_rate', 'US$ per lcu'],
    ['gdp_usd / 1000000000', 'US$'],
    ['100 - urban_share', '% of population'],
    ['urban_share - internet_users', 'points'],
    ['gdp_per_capita_usd * population', 'US$'],
    ['abs(fdi_usd)', 'US$'],
    ['ln(gdp_usd)', ''],
  ]
  for (const [text, unit] of units)
    expect(unitsOf(`show ${text} ; cut country KEN ; time 2023`), text).toEqual([unit])
})

test('rates that are compounded over several years are not rates of a year', () => {
  expect(unitsOf('show inflation_cpi ; cut country KEN ; time 2023')).toEqual(['% a year'])
  expect(unitsOf('show inflation_cpi ; cut country KEN ; time 2019..2023')).toEqual(['%'])
  expect(unitsOf('show lending_rate ; cut country KEN ; time 2019..2023')).toEqual(['% a year'])
})

test('changes, shares, positions and counts have units of their own', () => {
  const units: [string, string, number][] = [
    ['change(gdp_usd, from 2020, percent)', '%', 1],
    ['change(gdp_usd, from 2020, cagr)', '% a year', 1],
    ['change(gdp_usd, from 2020, times)', 'times', 2],
    ['change(gdp_usd, from 2020, difference)', 'US$', 0],
    ['change(urban_share, from 2020, points)', 'points', 1],
    ['change(urban_share, from 2020, difference)', 'points', 1],
    ['share(gdp_usd, country in africa)', '%', 1],
    ['index(gdp_usd, base 2020)', 'index', 1],
    ['rank(gdp_usd, among country all, high)', 'rank', 0],
    ['concentration(panel_value_usd, brand, hhi)', 'HHI', 0],
    ['concentration(panel_value_usd, brand, top 3)', '%', 1],
    ['fold(gdp_usd, over country in eac, count)', 'countries', 0],
    ['fold(gdp_usd, over year 2019..2023, count)', 'years', 0],
    ['fold(inflation_cpi, over year 2019..2023, chain)', '%', 1],
    ['fold(inflation_cpi, over year 2019..2023, mean)', '% a year', 1],
    ['when(gdp_growth < 0, over year 2010..2023, last)', 'year', 0],
    ['when(gdp_growth < 0, over year 2010..2023, count)', 'years', 0],
    ['real(gdp_lcu, base 2015)', 'lcu', 0],
    ['effect(population; gdp_usd / population, from 2020, pick 2)', 'US$', 0],
  ]
  for (const [text, unit, decimals] of units)
    expect(typesOf(`show ${text} ; cut country KEN ; time 2023`), text).toMatchObject([{ unit, decimals }])
})

test('what may be negative, and how it changes, follows from the parts', () => {
  const text = [
    ...[
      'gdp_usd',
      'fdi_usd',
      'exports_usd - imports_usd',
      'abs(fdi_usd)',
      'gdp_growth',
      'change(gdp_usd, from 2020, percent)',
    ],
    ...['panel_value_usd - panel_value_usd @ (segment beer)', 'index(gdp_usd, base 2020)'],
  ].join(', ')
  expect(
    typesOf(`show ${text} ; cut country KEN ; time 2023`).map(type => [type.changeAs, type.mayBeNegative]),
  ).toEqual([
    ['percent', false],
    ['difference', true],
    ['difference', true],
    ['percent', false],
    ['points', true],
    ['points', true],
    ['percent', false],
    ['percent', false],
  ])
})

test('an expression has the type that it has at the cell it is asked at', () => {
  const months = yearMonths(2023)
  const at = (ids: string[]) => ({
    places: { segment: placeOf(model, { k: 'ids', dim: 'segment', ids }) },
    time: { first: months, last: months, every: false },
  })
  const volume = parseExpr('panel_volume')
  expect(typeOf(model, volume, at(['beer']))).toEqual({
    ...{ unit: 'L', kind: 'amount', decimals: 0, changeAs: 'percent', mayBeNegative: false },
  })
  expect(typeOf(model, volume, at(['rice'])).unit).toBe('kg')
  expect(typeOf(model, volume, at(['beer', 'rice'])).unit).toBe('unit')
})

/** Counted or measured in a word of its own: subscriptions for 100 people, months of imports. */
const words = new Set(['subscriptions', 'months', 'points'])

test('the unit of a derived measure is that of its expression', () => {
  for (const { id, expression, unit } of catalogue.derived) {
    const year = yearMonths(2023)
    const cell = { places: {}, time: { first: year, last: year, every: false } }
    const type = new ExpressionCheck(model, () => cell).visit(parseExpr(expression), cell)
    const isOwn = isLike(readUnit(unit), type.unit)
    if (words.has(unit)) expect(['', 'points'], id).toContain(textOf(type.unit))
    else expect(isOwn, `${id}: ${unit}, computed ${textOf(type.unit)}`).toBe(true)
  }
})
