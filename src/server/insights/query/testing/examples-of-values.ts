import { countriesOf, type Example, example, figure, sales, sum, yearsOf } from './worked-example.ts'

const west = ['BEN', 'CIV', 'GHA', 'NGA']
const beer = { country: 'KEN', segment: 'beer' }
const usd = (where: object, ...period: [string, string?]) => sales('value_usd', where, ...period)
const lcu = (where: object, ...period: [string, string?]) => sales('value_lcu', where, ...period)
const volume = (where: object, ...period: [string, string?]) => sales('volume', where, ...period)

const named = ['Brand A', 'Brand B', 'Brand C']
const partsOfBeer = named.map(brand => (100 * usd({ ...beer, brand }, '2024')) / usd(beer, '2024'))
const [v24, v23] = [volume(beer, '2024'), volume(beer, '2023')]
const [u24, u23] = [usd(beer, '2024'), usd(beer, '2023')]

/** Rules 1 to 14 of docs/query-language.md, each by hand. */
export const examplesOfValues: Example[] = [
  example(
    'rule 1: a macro measure ignores the segment',
    'show panel_value_usd / population\ncut country KEN, segment beer\ntime 2024',
    u24 / figure('population', 'KEN', 2024),
  ),
  example(
    'rule 1: a price over several countries is their value over their volume',
    'show panel_price_usd\ncut country BEN|CIV|GHA, segment beer\ntime 2024',
    usd({ country: ['BEN', 'CIV', 'GHA'], segment: 'beer' }, '2024') /
      volume({ country: ['BEN', 'CIV', 'GHA'], segment: 'beer' }, '2024'),
  ),
  example(
    'rule 2: one year of one country is its figure',
    'show population\ncut country KEN\ntime 2024',
    2_900,
  ),
  example(
    'rule 2: several years add up',
    'show gdp_usd\ncut country GHA\ntime 2021..2023',
    sum(yearsOf('gdp_usd', 'GHA', 2021, 2023)),
  ),
  example(
    'rule 2: several years have a mean',
    'show lending_rate\ncut country AGO\ntime 2023..2025',
    sum(yearsOf('lending_rate', 'AGO', 2023, 2025)) / 3,
  ),
  example(
    'rule 2: of a stock the last year counts',
    'show population\ncut country KEN\ntime 2023..2025',
    figure('population', 'KEN', 2025),
  ),
  example(
    'rule 2: rates of several years are compounded',
    'show inflation_cpi\ncut country GHA\ntime 2022..2024',
    100 * (1.085 * 0.99 * 1.06 - 1),
  ),
  example(
    'rule 2: a year without a figure leaves several years without a value',
    'show gdp_usd\ncut country KEN\ntime 2022..2024',
    null,
  ),
  example(
    'rule 2: several countries add up',
    'show population\ncut country in west\ntime 2024',
    sum(countriesOf('population', west, 2024)),
  ),
  example(
    'rule 2: without a country it is the countries of africa, without those of limited data',
    'show population\ntime 2024',
    sum(countriesOf('population', ['AGO', ...west, 'KEN', 'ZWE'], 2024)),
  ),
  example(
    'rule 2: a weighted mean is over the countries that have value and weight',
    'show life_expectancy\ncut country in west\ntime 2025',
    (52.75 * 4_100 + 56 * 3_900 + 60 * 3_700) / (4_100 + 3_900 + 3_700),
  ),
  example(
    'rule 2: a weight is of the same window, by its own rule',
    'show gdp_growth\ncut country BEN|GHA\ntime 2023..2024',
    (100 * (1.065 * 0.995 - 1) * (4_500 + 4_750) + 100 * (1.06 * 1.06 - 1) * (6_000 + 10_250)) /
      (4_500 + 4_750 + 6_000 + 10_250),
  ),
  example(
    'rule 2: the median of an even number of countries lies between two',
    'show median_age\ncut country in west\ntime 2021',
    (17 + 19) / 2,
  ),
  example(
    'rule 2: three of four countries are enough for a value',
    'show median_age\ncut country in west\ntime 2024',
    18.5,
  ),
  example('rule 2: two of four countries are not', 'show gini\ncut country in west\ntime 2025', null),
  example(
    'rule 3: rows of sets and months add up',
    "show panel_value_usd\ncut country KEN|NGA, segment beer|rice, brand 'Brand A', channel modern\ntime 2024-03..2024-05",
    usd(
      { country: ['KEN', 'NGA'], segment: ['beer', 'rice'], brand: 'Brand A', channel: 'modern' },
      '2024-03',
      '2024-05',
    ),
  ),
  example(
    'rule 3: volumes of one unit add up over segments',
    'show panel_volume\ncut country KEN, segment in drinks\ntime 2025',
    volume({ country: 'KEN', segment: ['beer', 'juice', 'water'] }, '2025'),
  ),
  example('rule 3: no row is no value', 'show panel_value_usd\ncut country AGO\ntime 2023', null),
  example(
    'rule 3: months without rows leave a longer window its value',
    'show panel_value_usd\ncut country GHA, segment rice\ntime 2024-Q2',
    usd({ country: 'GHA', segment: 'rice' }, '2024-04'),
  ),
  example(
    'rule 4: times and divided bind before plus',
    'show population * 2 + population / 4\ncut country KEN\ntime 2024',
    2_900 * 2 + 2_900 / 4,
  ),
  example(
    'rule 4: division by 0 has no value',
    'show population / (population - population)\ncut country KEN\ntime 2024',
    null,
  ),
  example(
    'rule 4: a side without a value leaves none',
    'show gdp_usd / population\ncut country KEN\ntime 2023',
    null,
  ),
  example(
    'rule 4: functions',
    'show ln(population) + abs(exp(population / 1000))\ncut country KEN\ntime 2024',
    Math.log(2_900) + Math.exp(2.9),
  ),
  example(
    'rule 4: the logarithm of a number below 0 has no value',
    'show ln(gdp_growth)\ncut country KEN\ntime 2024',
    null,
  ),
  example(
    'rule 4: exp of what is above 700 has no value',
    'show exp(population)\ncut country KEN\ntime 2024',
    null,
  ),
  example(
    'rule 5: another country at the same time',
    'show population @ (country KEN) / population\ncut country NGA\ntime 2024',
    2_900 / 3_000,
  ),
  example(
    'rule 5: another time of the same country',
    'show population @ (time 2020)\ncut country KEN\ntime 2024',
    figure('population', 'KEN', 2020),
  ),
  example(
    'rule 6: a share is of the cell with the whole in its place',
    "show share(panel_value_usd, brand all)\ncut country KEN, segment beer, brand 'Brand A'\ntime 2024",
    (100 * usd({ ...beer, brand: 'Brand A' }, '2024')) / u24,
  ),
  example(
    'rule 7: change in per cent',
    'show change(population, from 2020, percent)\ncut country KEN\ntime 2024',
    100 * (2_900 / 1_700 - 1),
  ),
  example(
    'rule 7: change as a difference',
    'show change(net_migration, from shift -1 year, difference)\ncut country KEN\ntime 2024',
    figure('net_migration', 'KEN', 2024) - figure('net_migration', 'KEN', 2023),
  ),
  example(
    'rule 7: change of a share in points',
    'show change(urban_share, from 2021, points)\ncut country GHA\ntime 2024',
    28 - 41,
  ),
  example(
    'rule 7: change as so many times',
    'show change(population, from 2020, times)\ncut country KEN\ntime 2024',
    2_900 / 1_700,
  ),
  example(
    'rule 7: growth a year is by the months between the starts of both windows',
    'show change(panel_value_usd, from 2022-H1, cagr)\ncut country KEN, segment beer\ntime 2024-H2',
    100 * ((usd(beer, '2024-H2') / usd(beer, '2022-H1')) ** (12 / 30) - 1),
  ),
  example(
    'rule 8: an index is 100 at its base',
    'show index(population, base 2020)\ncut country KEN\ntime 2024',
    (100 * 2_900) / 1_700,
  ),
  example(
    'rule 9: later money is divided by the prices since',
    'show real(panel_value_lcu, base 2022)\ncut country KEN, segment beer\ntime 2025',
    lcu(beer, '2025') / (1.105 * 1.115 * 1.115),
  ),
  example(
    'rule 9: earlier money is multiplied by the prices until then',
    'show real(panel_value_lcu, base 2025)\ncut country KEN, segment beer\ntime 2023-Q2',
    lcu(beer, '2023-Q2') * (1.115 * 1.115),
  ),
  example(
    'rule 9: a country without consumer prices has no real value',
    'show real(panel_value_lcu, base 2022)\ncut country ZWE, segment beer\ntime 2025',
    null,
  ),
  example(
    'rule 9: a missing year of prices on the way leaves none',
    'show real(panel_value_lcu, base 2022)\ncut country CIV, segment beer\ntime 2025',
    null,
  ),
  example(
    'rule 10: a fold over members leaves out those without a value',
    'show fold(median_age, over country in west, mean)\ntime 2024',
    (18 + 21.5 + 18.5) / 3,
  ),
  example('rule 10: a count over members', 'show fold(gini, over country in west, count)\ntime 2025', 2),
  example(
    'rule 10: a count over members of which none has a value is 0',
    'show fold(gini, over country BEN|CIV, count)\ntime 2025',
    0,
  ),
  example(
    'rule 10: the deviation is that of a sample',
    'show fold(population, over country KEN|ZWE, sd)\ntime 2024',
    Math.sqrt((2_900 - 2_850) ** 2 + (2_800 - 2_850) ** 2),
  ),
  example(
    'rule 10: one member has no deviation',
    'show fold(population, over country KEN, sd)\ntime 2024',
    null,
  ),
  example(
    'rule 10: a weighted mean over members is over those that have both',
    'show fold(urban_share, over country in west, weighted by gdp_usd)\ntime 2025',
    (24 * 5_500 + 65 * 7_000) / (5_500 + 7_000),
  ),
  example(
    'rule 10: a fold over the periods of the cell',
    'show fold(panel_value_usd, over quarter shift 0 quarter, max)\ncut country KEN, segment beer\ntime 2024',
    Math.max(...['Q1', 'Q2', 'Q3', 'Q4'].map(quarter => usd(beer, `2024-${quarter}`))),
  ),
  example(
    'rule 10: a period without a value leaves a fold over periods none',
    'show fold(lending_rate, over year 2021..2023, mean)\ncut country AGO\ntime 2024',
    null,
  ),
  example(
    'rule 10: but a count of periods',
    'show fold(lending_rate, over year 2021..2023, count)\ncut country AGO\ntime 2024',
    2,
  ),
  example(
    'rule 10: rates over periods are compounded',
    'show fold(gdp_growth, over year last 3 year, chain)\ncut country GHA\ntime 2025',
    100 * (1.06 * 1.06 * 1.05 - 1),
  ),
  example(
    'rule 10: first and last are by time',
    'show fold(population, over year 2020..2025, last) - fold(population, over year 2020..2025, first)\ncut country KEN\ntime 2024',
    4_100 - 1_700,
  ),
  example(
    'rule 10: only periods wholly inside count',
    'show fold(panel_value_usd, over quarter 2024-02..2024-10, count)\ncut country KEN, segment beer\ntime 2024',
    2,
  ),
  example(
    'rule 11: the first year at which a condition is true',
    'show when(inflation_cpi > 10, over year 2018..2025, first)\ncut country KEN\ntime 2025',
    2023,
  ),
  example(
    'rule 11: the last year at which a condition is true',
    'show when(inflation_cpi < 1, over year 2018..2025, last)\ncut country KEN\ntime 2025',
    2022,
  ),
  example(
    'rule 11: in how many periods a condition is true',
    'show when(inflation_cpi > 10, over year 2018..2025, count)\ncut country KEN\ntime 2025',
    3,
  ),
  example(
    'rule 11: never true is no value',
    'show when(inflation_cpi > 50, over year 2018..2025, first)\ncut country KEN\ntime 2025',
    null,
  ),
  example(
    'rule 12: a rank is 1 and the members with a greater value',
    'show rank(population, among country in west, high)\ncut country NGA\ntime 2024',
    3,
  ),
  example(
    'rule 12: from the low end, the members with a smaller value',
    'show rank(population, among country in west, low)\ncut country NGA\ntime 2024',
    2,
  ),
  example(
    'rule 13: squares of shares, without All others, which stays in the sum',
    'show concentration(panel_value_usd, brand, hhi)\ncut country KEN, segment beer\ntime 2024',
    sum(partsOfBeer.map(share => share * share)),
  ),
  example(
    'rule 13: the share of the largest',
    'show concentration(panel_value_usd, brand, top 2)\ncut country KEN, segment beer\ntime 2024',
    sum(partsOfBeer) - Math.min(...partsOfBeer),
  ),
  example(
    'rule 14: the effect of one factor, by the log mean of the product',
    'show effect(panel_volume; panel_price_usd, from 2023, pick 1)\ncut country KEN, segment beer\ntime 2024',
    ((u24 - u23) / Math.log(u24 / u23)) * Math.log(v24 / v23),
  ),
  example(
    'rule 14: the effects of all factors add up to the change',
    'show effect(panel_volume; panel_price_usd, from 2023, pick 1) + effect(panel_volume; panel_price_usd, from 2023, pick 2)\ncut country KEN, segment beer\ntime 2024',
    u24 - u23,
  ),
]
