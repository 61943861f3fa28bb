import { expect, test } from 'vitest'
import { checkQuery } from './check.ts'
import { allows, faultsOf, model, refuses } from './testing/checked-queries.ts'
import { parseQuery } from './text/parse-query.ts'

test('rule 1: an id that is not in the catalogue, and a set of another dimension, are refused', () => {
  refuses(1, [
    ['show gdp ; time 2024', "There is no measure 'gdp'"],
    ['show gdp_usd ; cut country XYZ ; time 2024', "There is no country 'XYZ'"],
    ['show gdp_usd ; rows country in west ; time 2024', "there is 'west_africa'"],
    ['show panel_value_usd ; cut segment lager ; time 2024', "There is no segment 'lager'"],
    ["show panel_value_usd ; cut brand 'Brand Z' ; time 2024", "There is no brand 'Brand Z'"],
    ['show gdp_usd ; rows groups ecowas|nowhere ; time 2024', "'nowhere'"],
    ['show panel_value_usd ; rows departments dairy|stone ; time 2024', "'stone'"],
    ['show gdp_usd ; rows country (in africa where gdp > 5) ; time 2024', "There is no measure 'gdp'"],
    ['show gdp_usd @ (country KENYA) ; time 2024', "There is no country 'KENYA'"],
    ['show gdp_usd ; rows country in eac except in eac ; time 2024', 'No country is left'],
  ])
  allows([
    'show gdp_usd ; rows country in west_africa ; time 2024',
    'show panel_value_usd ; rows departments dairy|hot_drinks ; time 2024',
    "show panel_value_usd ; cut brand 'All others' ; time 2024",
    'show population ; rows country ERI|SSD ; time 2024',
    'show gdp_usd ; rows country in eac except KEN ; time 2024',
  ])
})

test('rule 1: a set under another dimension is refused', () => {
  const query = parseQuery('show panel_value_usd\ncut segment beer\ntime 2024')
  const faults = checkQuery(model, { ...query, cut: { brand: { k: 'ids', dim: 'segment', ids: ['beer'] } } })
  expect(faults).toEqual([
    {
      rule: 1,
      at: 'segment beer',
      message: 'A set of segment stands where a set of brand is needed: write it under segment.',
    },
  ])
})

test('rule 2: unlike units are neither added nor compared nor multiplied into an effect', () => {
  refuses(2, [
    ['show population + gdp_usd ; time 2023', 'people and US$ cannot be added'],
    [
      'show panel_value_usd - panel_value_lcu ; cut country KEN ; time 2023',
      'US$ and local currency cannot be',
    ],
    [
      'show panel_value_lcu @ (country KEN) + panel_value_lcu @ (country NGA) ; time 2023',
      'Money of two countries cannot be added: take both in US$',
    ],
    [
      'show panel_volume @ (segment beer) + panel_volume @ (segment rice) ; cut country KEN ; time 2023',
      'L and kg cannot be added: take value in US$',
    ],
    [
      "show gdp_usd ; rows country all ; time 2023 ; where population > 5 'US$'",
      'people and US$ cannot be compared',
    ],
    [
      "show urban_share ; rows country all ; time 2023 ; where change(urban_share, from 2013, points) > 5 '%'",
      'compare points with points',
    ],
    [
      'show panel_value_lcu ; rows country all ; time 2023 ; order panel_value_lcu high',
      'its own local currency',
    ],
    ['show gdp_usd ; rows country (top 3 high of all by gdp_lcu) ; time 2023', 'its own local currency'],
    ['show share(panel_value_lcu, country KEN) ; rows country KEN|UGA ; time 2023', 'take the share in US$'],
    [
      'show panel_price_lcu ; rows country CIV|SEN|GHA ; cut segment beer ; time 2023 ; order panel_price_lcu high',
      'its own local currency',
    ],
    [
      'show share(panel_volume, segment rice) ; cut segment beer ; time 2023',
      'L and kg cannot be made into a share',
    ],
    [
      'show rank(panel_price_lcu, among country all, high) ; cut country KEN, segment beer ; time 2023',
      'local currency',
    ],
    [
      'show effect(panel_value_usd; population, from 2020, pick 1) ; cut country KEN ; time 2023',
      "each factor's unit must cancel",
    ],
    [
      'show fold(panel_price_lcu, over country KEN|UGA, mean) ; cut segment beer ; time 2023',
      'local currency',
    ],
    [
      "show panel_value_usd ; cut segment beer ; time 2023 ; where panel_volume > 5 'kg'",
      'L and kg cannot be compared',
    ],
    ['show median_age - gini ; rows country all ; time latest', 'years and 0-100 cannot be subtracted'],
  ])
  allows([
    'show exports_usd + imports_usd ; time 2023',
    "show population ; rows country all ; time 2023 ; where gdp_per_capita_usd > 3000 'US$'",
    "show panel_value_pc_usd ; rows country all ; time 2023 ; where panel_value_pc_usd > 5 'US$'",
    'show unemployment + inflation_cpi ; rows country all ; time 2023',
    'show lending_rate - inflation_cpi ; rows country all ; time 2023',
    "show urban_share ; rows country all ; time 2023 ; where change(urban_share, from 2013, points) > 5 'points'",
    'show inflation_cpi + change(inflation_cpi, from shift -1 year, points) ; cut country KEN ; time 2023',
    'show 100 - electricity_access ; rows country all ; time 2023',
    'show panel_volume @ (segment beer) + panel_volume @ (segment wine) ; cut country KEN ; time 2023',
    'show panel_value_lcu ; rows month ; cut country KEN ; time 2023 ; order panel_value_lcu high',
    'show panel_price_lcu ; rows country BEN|CIV|SEN ; cut segment beer ; time 2023 ; order panel_price_lcu high',
    'show rank(panel_value_lcu, among country in uemoa, high) ; cut country SEN ; time 2023',
    'show panel_price_lcu @ (country SEN) - panel_price_lcu @ (country CIV) ; cut segment beer ; time 2023',
    'show panel_price_lcu ; rows segment all, country KEN|UGA ; time 2023 ; take 3 per country',
    'show panel_value_lcu ; rows country all ; time 2023 ; order change(panel_value_lcu, from 2022, percent) high',
    'show effect(population; panel_value_pc_usd, from 2020, pick 1) ; cut country KEN ; time 2023',
    'show effect(panel_volume; panel_price_lcu, from 2020, pick 1) ; cut country KEN, segment beer ; time 2023',
    'show gdp_usd * exchange_rate + panel_value_lcu ; cut country KEN ; time 2023',
    "show panel_value_usd ; cut segment beer ; time 2023 ; where panel_volume > 5 'L'",
    "show panel_price_usd ; rows country all ; cut segment beer ; time 2023 ; where panel_price_usd < 2 'US$'",
    "show internet_users / 100 * population ; rows country all ; time 2023 ; where internet_users / 100 * population > 5 'people'",
  ])
})

test('rule 3: what does not become one over years is asked year by year', () => {
  refuses(3, [
    ['show gini ; cut country KEN ; time 2010..2020', 'surveys of single years'],
    ['show poverty_300 ; rows country all ; time last 5 year to 2023', 'surveys of single years'],
    ['show literacy_adult @ (time 2015..2020) ; cut country KEN ; time 2023', 'surveys of single years'],
    ['show people_in_poverty_300 ; cut country KEN ; time 2015..2020', 'surveys of single years'],
    [
      'show fold(poverty_300, over year 2015..2020, sum) ; cut country KEN ; time 2023',
      'does not add up over time',
    ],
    [
      'show fold(population, over year 2015..2020, sum) ; cut country KEN ; time 2023',
      'Population does not add up over time',
    ],
    [
      'show fold(lending_rate, over year 2015..2020, sum) ; cut country KEN ; time 2023',
      'does not add up over time',
    ],
    [
      'show fold(gdp_usd, over year 2015..2020, chain) ; cut country KEN ; time 2023',
      'Only rates in per cent are compounded',
    ],
    [
      'show gov_debt_gdp / 100 * gdp_usd ; cut country KEN ; time 2019..2021',
      'added up over the years, the other is not',
    ],
    [
      'show reserves_usd / imports_usd ; cut country KEN ; time 2019..2021',
      'added up over the years, the other is not',
    ],
    ['show lending_rate - inflation_cpi ; cut country KEN ; time 2019..2021', 'Yearly rates are compounded'],
    [
      'show gdp_usd ; rows country all ; time 2019..2021 ; where inflation_cpi > lending_rate',
      'Yearly rates are compounded',
    ],
  ])
  allows([
    'show gini ; rows country all ; time latest within 10',
    'show poverty_300 ; rows country all, year ; time 2010..2020',
    'show fold(gini, over year 2010..2020, mean) ; cut country KEN ; time 2023',
    'show fold(poverty_300, over year 2010..2020, count) ; cut country KEN ; time 2023',
    'show gdp_usd, population, inflation_cpi, lending_rate ; cut country KEN ; time 2019..2021',
    'show fold(gdp_usd, over year 2015..2020, sum) ; cut country KEN ; time 2023',
    'show fold(births, over year 2015..2020, sum) ; cut country KEN ; time 2023',
    'show births, gdp_lcu, agriculture_usd ; cut country KEN ; time 2019..2021',
    'show fold(inflation_cpi, over year 2015..2020, chain) ; cut country KEN ; time 2023',
    'show fold(gov_debt_gdp / 100 * gdp_usd, over year 2019..2021, mean) ; cut country KEN ; time 2023',
    'show panel_value_usd / population ; cut country KEN ; time 2019..2021',
    'show exports_usd / gdp_usd * 100 ; cut country KEN ; time 2019..2021',
    'show fold(change(population, from shift -1 year, difference), over year 2015..2020, sum) ; cut country KEN ; time 2023',
  ])
})

test('rule 4: what does not become one over countries is asked country by country', () => {
  refuses(4, [
    ['show exchange_rate ; time 2023', 'ask each country, or the median: fold(exchange_rate'],
    ['show exchange_rate ; cut country KEN|UGA ; time 2023', 'has no value over several countries'],
    ['show panel_value_lcu ; cut country in eac ; time 2023', 'ask each country, or value in US$'],
    [
      'show panel_price_lcu ; rows groups ecowas|sadc ; cut segment beer ; time 2023',
      'over several countries',
    ],
    ['show ppp_rate @ (country in sadc) ; time 2023', 'over several countries'],
    ['show poverty_national ; time 2018', 'Poverty at national lines has no value'],
    ['show gdp_lcu ; cut country in cemac ; time 2023', 'over several countries'],
    [
      'show fold(inflation_cpi, over country in eac, sum) ; time 2023',
      'does not add up over countries: ask for each country, the median, or a mean weighted by population or GDP.',
    ],
    ['show fold(gdp_per_capita_usd, over country in eac, sum) ; time 2023', 'does not add up over countries'],
    [
      'show fold(panel_price_usd, over segment in alcoholic_beverages, sum) ; cut country KEN ; time 2023',
      'does not add up over segments',
    ],
    [
      'show fold(panel_price_usd, over brand in named, sum) ; cut segment beer ; time 2023',
      'does not add up over brands: ask for each brand',
    ],
    [
      'show concentration(panel_price_usd, brand, hhi) ; cut country KEN, segment beer ; time 2023',
      'so it has no shares',
    ],
    [
      'show fertility_rate * population ; cut country in eac ; time 2023',
      'fold the product over the countries',
    ],
  ])
  allows([
    'show exchange_rate ; rows country all ; time 2023',
    'show exchange_rate ; cut country KEN ; time 2023',
    'show fold(exchange_rate, over country KEN, mean) ; time 2023',
    'show panel_value_usd, panel_price_usd ; rows groups ecowas|sadc ; cut segment beer ; time 2023',
    'show inflation_cpi, gdp_growth, population ; cut country in eac ; time 2023',
    'show fold(inflation_cpi, over country in eac, median) ; time 2023',
    'show fold(inflation_cpi, over country in eac, weighted by gdp_usd) ; time 2023',
    'show fold(gdp_usd, over country in eac, sum) ; time 2023',
    'show fold(fertility_rate * population, over country in eac, max) ; time 2023',
    'show fold(share(panel_value_usd, brand all), over brand in named, sum) ; cut country KEN, segment beer ; time 2023',
    'show panel_value_lcu ; cut country (in eac where population > 100000000) ; time 2023',
    'show panel_value_lcu ; cut country (top 1 high of in eac by population) ; time 2023',
    'show concentration(panel_volume, brand, top 3) ; cut segment beer ; time 2023',
  ])
})

test('rule 5: volumes of different units are neither added nor put in one order', () => {
  refuses(5, [
    ['show panel_volume ; time 2023', 'do not add up: ask value in US$'],
    ['show panel_volume ; cut segment beer|rice ; time 2023', 'L and kg do not add up'],
    ['show panel_price_usd ; cut segment beer|rice ; time 2023', 'do not add up'],
    ['show panel_volume ; rows departments dairy|alcoholic_beverages ; time 2023', 'L and kg do not add up'],
    ['show panel_volume ; rows country all ; cut segment in dairy ; time 2023', 'do not add up'],
    [
      'show panel_volume ; rows segment all ; time 2023 ; order panel_volume high',
      'cannot be put beside each other',
    ],
    [
      'show panel_value_usd ; rows segment (top 5 high of all by panel_volume) ; time 2023',
      'cannot be put beside each other',
    ],
    [
      'show rank(panel_volume, among segment all, high) ; cut segment beer ; time 2023',
      'cannot be put beside each other',
    ],
    ['show fold(panel_volume, over segment beer|rice, sum) ; time 2023', 'cannot be put beside each other'],
    ['show concentration(panel_volume, segment, top 3) ; time 2023', 'cannot be put beside each other'],
    ['show share(panel_volume, segment all) ; cut segment beer ; time 2023', 'do not add up'],
  ])
  allows([
    'show panel_volume ; cut segment beer ; time 2023',
    'show panel_volume ; cut segment beer|wine ; time 2023',
    'show panel_volume ; rows departments alcoholic_beverages|non_alcoholic_beverages ; time 2023',
    'show panel_volume, panel_price_usd ; rows segment all ; time 2023',
    'show panel_volume ; rows segment in alcoholic_beverages ; time 2023 ; order panel_volume high',
    'show panel_volume ; rows segment all ; time 2023 ; order change(panel_volume, from 2022, percent) high',
    'show panel_volume ; rows segment all, country KEN|UGA ; time 2023 ; order panel_value_usd high ; take 3 per country',
    'show panel_volume ; rows country all, segment all ; time 2023 ; order panel_volume high ; take 1 per segment',
    'show fold(panel_volume, over segment beer|wine, sum) ; time 2023',
    'show panel_volume ; cut segment (top 1 high of all by panel_value_usd) ; time 2023',
    'show panel_value_usd ; time 2023',
  ])
})

test('rule 6: yearly figures have no finer grain', () => {
  refuses(6, [
    ['show gdp_usd ; time 2023-Q3', 'is available by year'],
    ['show inflation_cpi ; rows month ; cut country KEN ; time 2023', 'is available by year'],
    ['show population ; rows quarter ; cut country KEN ; time 2023', 'is available by year'],
    ['show panel_value_pc_usd ; rows month ; cut country KEN ; time 2023', 'Population is available by year'],
    ['show gdp_usd ; cut country KEN ; time 2023-07..2024-06', 'is available by year'],
    ['show gdp_usd ; cut country KEN ; time ytd to 2023-09', 'is available by year'],
    ['show gdp_usd @ (time 2023-01) ; cut country KEN ; time 2023', 'is available by year'],
    ['show fold(gdp_usd, over month 2023, mean) ; cut country KEN ; time 2023', 'is available by year'],
    ['show panel_value_usd, gdp_usd ; rows half ; cut country KEN ; time 2023', 'is available by year'],
    [
      'show fold(panel_value_usd, over year 2023-Q1..2023-Q3, mean) ; cut country KEN ; time 2023',
      'no whole year',
    ],
    ['show panel_value_usd ; rows year ; time 2023-Q3', 'no whole year in the time'],
    ['show panel_value_usd ; rows quarter ; time 2023-02..2023-05', 'no whole quarter in the time'],
    ['show when(panel_value_usd > 5, over month 2023, first) ; cut country KEN ; time 2023', 'found by year'],
  ])
  allows([
    'show panel_value_usd ; rows month ; cut country KEN ; time 2023',
    'show panel_value_usd ; time 2023-Q3',
    'show panel_value_usd ; rows quarter ; time 2023-02..2023-06',
    'show panel_value_usd, gdp_usd @ (time 2023) ; rows month ; cut country KEN ; time 2023',
    'show gdp_usd ; rows year ; cut country KEN ; time 2019..2023',
    'show gdp_usd ; cut country KEN ; time last 12 month to 2023-12',
    'show gdp_usd ; cut country KEN ; time 2023-Q1..2023-Q4',
    'show panel_price_usd, panel_value_share ; rows quarter ; cut country KEN, segment beer ; time 2023',
    'show fold(panel_value_usd, over month 2023, mean) ; cut country KEN ; time 2023',
    'show when(panel_value_usd > 5, over month 2023, count) ; cut country KEN ; time 2023',
  ])
})

test('rule 7: a form of change that the measure does not have names the one it has', () => {
  refuses(7, [
    ['show change(gdp_growth, from 2019, percent) ; cut country KEN ; time 2023', 'ask its change in points'],
    [
      'show change(fdi_usd, from 2019, percent) ; cut country KEN ; time 2023',
      'ask its change as a difference',
    ],
    ['show change(trade_balance_usd, from 2019, times) ; cut country KEN ; time 2023', 'may be negative'],
    [
      'show change(exports_usd - imports_usd, from 2019, cagr) ; cut country KEN ; time 2023',
      'may be negative',
    ],
    [
      'show change(urban_share, from 2019, percent) ; cut country KEN ; time 2023',
      'in per cent itself: ask its change in points',
    ],
    ['show change(gov_debt_gdp, from 2019, cagr) ; cut country KEN ; time 2023', 'ask its change in points'],
    [
      'show change(share(panel_value_usd, brand all), from 2019, percent) ; time 2023 ; order population high',
      'in points',
    ],
    [
      'show change(gdp_usd, from 2019, points) ; cut country KEN ; time 2023',
      'ask the difference, or per cent',
    ],
    ['show change(population, from 2019, points) ; cut country KEN ; time 2023', 'has no change in points'],
    [
      'show index(net_migration, base 2019) ; rows year ; cut country KEN ; time 2019..2023',
      'may be negative',
    ],
    [
      'show effect(trade_balance_gdp / 100; gdp_usd, from 2019, pick 1) ; cut country KEN ; time 2023',
      'may be negative',
    ],
  ])
  allows([
    'show change(gdp_growth, from 2019, points) ; cut country KEN ; time 2023',
    'show change(fdi_usd, from 2019, difference) ; cut country KEN ; time 2023',
    'show change(urban_share, from 2019, points), change(urban_share, from 2019, times) ; cut country KEN ; time 2023',
    'show change(share(panel_value_usd, brand all), from 2019, points) ; rows brand all ; cut segment beer ; time 2023',
    'show change(gdp_usd, from 2019, percent), change(gdp_usd, from 2019, cagr) ; cut country KEN ; time 2023',
    'show change(hdi, from 2013, percent), change(logistics_index, from 2012, points) ; cut country KEN ; time 2018',
    'show change(life_expectancy, from 2013, difference) ; cut country KEN ; time 2023',
    'show change(panel_value_usd - panel_value_usd @ (brand (top 1 high of in named by panel_value_usd)), from 2019, percent) ; time 2023',
    'show change(under5_mortality, from 2013, percent) ; cut country KEN ; time 2023',
    'show change(abs(fdi_usd), from 2019, percent) ; cut country KEN ; time 2023',
    'show index(population, base 2019) ; rows year ; cut country KEN ; time 2019..2023',
  ])
})

test('rule 8: real terms are of local currency, one country and one year', () => {
  refuses(8, [
    [
      'show real(panel_value_usd, base 2020) ; cut country KEN ; time 2023',
      'in US$: take it in local currency',
    ],
    ['show real(panel_volume, base 2020) ; cut country KEN, segment beer ; time 2023', 'in L'],
    ['show real(gdp_usd, base 2020) ; cut country KEN ; time 2023', 'take it in local currency'],
    ['show real(exchange_rate, base 2020) ; cut country KEN ; time 2023', 'take it in local currency'],
    ['show real(currency_value, base 2020) ; cut country KEN ; time 2023', 'take it in local currency'],
    ['show real(panel_value_lcu, base 2020) ; cut country KEN ; time 2022..2023', 'ask each year'],
    ['show real(panel_value_lcu, base 2020-Q1) ; cut country KEN ; time 2023', 'whole year'],
    ['show real(population, base 2020) ; cut country KEN ; time 2023', 'in people'],
    [
      'show fold(real(panel_value_lcu, base 2020) @ (time 2019..2020), over country KEN, sum) ; time 2023',
      'ask each year',
    ],
  ])
  const several = faultsOf('show real(panel_value_lcu, base 2020) ; cut country in eac ; time 2023')
  expect(several.map(({ rule }) => rule)).toEqual([4, 8])
  expect(several[1]?.message).toContain('prices of one country')
  allows([
    'show real(panel_value_lcu, base 2020) ; cut country KEN ; time 2023',
    'show real(panel_price_lcu, base 2020) ; rows country all ; cut segment beer ; time 2023',
    'show real(panel_value_lcu, base 2020) ; rows month ; cut country KEN ; time 2023',
    'show real(panel_value_lcu, base 2020) ; rows year ; cut country KEN ; time 2019..2023',
    'show change(real(panel_value_lcu, base 2020), from 2019, cagr) ; cut country KEN ; time 2023',
    'show real(gdp_lcu, base 2015) ; cut country KEN ; time 2023',
    'show real(gdp_lcu / population, base 2015) ; cut country KEN ; time 2023',
    'show real(panel_value_lcu, base 2020) ; cut country KEN ; time 2023-Q3',
    'show real(panel_value_usd * exchange_rate, base 2020) ; cut country KEN ; time 2023',
  ])
})
