import { type Example, example, figure, sales } from './worked-example.ts'

const usd = (where: object, ...period: [string, string?]) => sales('value_usd', where, ...period)
const beer = { country: 'KEN', segment: 'beer' }
const beerIn = (country: string) => usd({ country, segment: 'beer' }, '2024')
const squares = (parts: readonly number[], whole: number) =>
  parts.reduce((total, part) => total + ((100 * part) / whole) ** 2, 0)
const product = (country: string, years: readonly number[]) =>
  years.reduce((total, year) => total * figure('lending_rate', country, year), 1)
const lendingOfThree = [1, 2, 3].map(back => `lending_rate @ (time shift -${back} year)`).join(' * ')

const west = ['BEN', 'CIV', 'GHA', 'NGA']
const food = ['maize', 'oil', 'rice']
/** Those of several that have rows at all, from the one with the smallest sales of 2025 to the one with the greatest. */
const bySales = (ids: readonly string[], where: (id: string) => { country: string; segment?: string }) =>
  ids
    .filter(id => where(id).country !== 'BEN' || where(id).segment !== 'oil')
    .sort((a, b) => usd(where(a), '2025') - usd(where(b), '2025'))
const seller = bySales(west, country => ({ country })).at(-1) as string
const [leastFood = ''] = bySales(food, segment => ({ country: seller, segment }))
const foodSeller = bySales(west, country => ({ country, segment: leastFood })).at(-1) as string

/** Where a rule says that there is no value, or which of two there is; each by hand. */
export const examplesOfGuards: Example[] = [
  example(
    'rule 2: three of five countries are just enough',
    'show lending_rate\ncut country in coast\ntime 2016',
    13.5,
  ),
  example(
    'rule 2: a country without a weight is none of those that count',
    'show gdp_growth\ncut country in west\ntime 2022',
    null,
  ),
  example(
    'rule 2: the weight of a country that lacks one of the years is left out too',
    'show gdp_growth\ncut country BEN|CIV|GHA\ntime 2022..2023',
    (100 * (1.03 * 1.065 - 1) * (10_750 + 4_500) + 100 * (1.02 * 1.075 - 1) * (9_250 + 11_000)) /
      (10_750 + 4_500 + 9_250 + 11_000),
  ),
  example(
    'rule 2: a set of one country is that country, and needs no weight',
    'show gdp_growth\ncut country in south\ntime 2016',
    -4,
  ),
  example(
    'rule 2: the last year counts only where each year has a figure',
    'show urban_share\ncut country GHA\ntime 2016..2018',
    null,
  ),
  example(
    'rule 2: a window that ends within a year has no value, at whatever row',
    'show gdp_usd @ (time since 2022)\nrows quarter\ncut country KEN\ntime 2023',
    { rows: [], missing: [['2023-Q1'], ['2023-Q2'], ['2023-Q3'], ['2023-Q4']] },
  ),
  example(
    'rule 3: a window that ends after the panel has no value',
    'show panel_value_usd @ (time last 2 month)\nrows month\ncut country KEN, segment beer\ntime 2025-12..2026-01',
    { rows: [['2025-12', usd(beer, '2025-11', '2025-12')]], missing: [['2026-01']] },
  ),
  example(
    'rule 3: nor has one that starts before it',
    'show panel_value_usd @ (time last 2 month)\nrows month\ncut country KEN, segment beer\ntime 2022-01..2022-02',
    { rows: [['2022-02', usd(beer, '2022-01', '2022-02')]], missing: [['2022-01']] },
  ),
  example(
    'rule 3: nor has a span of months that ends after it',
    'show panel_value_usd @ (time 2025-12..2026-01), population\ncut country KEN\ntime 2024',
    { rows: [[null, 2_900]] },
  ),
  example(
    'rule 3: local currency of the two countries that a condition finds has no value',
    'show panel_value_lcu\ncut country (in west where population > 3100), segment beer\ntime 2024',
    null,
  ),
  example(
    'rule 3: nor has the volume of litres and kilograms that a condition finds',
    'show panel_volume\ncut country KEN, segment (all where panel_value_usd > 0)\ntime 2024',
    null,
  ),
  example(
    'rule 7: what is 0 now has no change in per cent',
    "show change(panel_value_usd, from shift -1 month, percent)\ncut country KEN, segment beer, brand 'Brand A', channel modern\ntime 2022-06",
    null,
  ),
  example(
    'rule 7: what was 0 before has no change in per cent',
    "show change(panel_value_usd, from 2022-06, percent)\ncut country KEN, segment beer, brand 'Brand A', channel modern\ntime 2022-07",
    null,
  ),
  example(
    'rule 7: windows of different length lie as far apart as their starts',
    'show change(population, from 2020..2021, cagr)\ncut country KEN\ntime 2024',
    100 * ((2_900 / 4_700) ** (12 / 48) - 1),
  ),
  example(
    'rule 9: months of two years have no prices of their own',
    'show real(panel_value_lcu, base 2022) @ (time last 8 month)\nrows month\ncut country GHA, segment beer\ntime 2024-07..2024-08',
    {
      rows: [
        [
          '2024-08',
          sales('value_lcu', { country: 'GHA', segment: 'beer' }, '2024-01', '2024-08') / (0.99 * 1.06),
        ],
      ],
      missing: [['2024-07']],
    },
  ),
  example(
    'rule 10: a period without a weight leaves a weighted mean none',
    'show fold(gdp_growth, over year 2022..2024, weighted by gdp_usd)\ncut country KEN\ntime 2024',
    null,
  ),
  example(
    'rule 10: the median of an even number of members lies between two',
    'show fold(population, over country in west, median)\ntime 2024',
    (3_000 + 3_300) / 2,
  ),
  example(
    'rule 12: equal members have the same rank',
    'show rank(panel_value_usd, among country BEN|CIV, low)\nrows country BEN|CIV\ncut segment beer\ntime 2024',
    {
      rows: [
        ['BEN', 1],
        ['CIV', 1],
      ],
    },
  ),
  example(
    'rule 12: what has no value has no rank',
    'show rank(gini, among country in west, high)\ncut country BEN\ntime 2025',
    null,
  ),
  example(
    'rule 13: only the members that the cell has',
    "show concentration(panel_value_usd, brand, hhi)\ncut country KEN, segment beer, brand 'Brand A'|'Brand B'\ntime 2024",
    squares(
      ['Brand A', 'Brand B'].map(brand => usd({ ...beer, brand }, '2024')),
      usd({ ...beer, brand: ['Brand A', 'Brand B'] }, '2024'),
    ),
  ),
  example(
    'rule 13: what lies below 0 is left out of the sum',
    'show concentration(net_migration, country, hhi)\ncut country in west\ntime 2022',
    squares([15, 35, 60], 110),
  ),
  example(
    'rule 14: where the product stays the same it is its own mean',
    "show effect(panel_volume; panel_price_usd, from 2024-11, pick 1)\ncut country KEN, segment beer, brand 'Brand A', channel modern\ntime 2024-12",
    75 * Math.log(20 / 46),
  ),
  example(
    'rule 15: of two sets of the cut that need figures the second sees the first, and a set of a column sees both',
    'show panel_value_usd, fold(panel_value_usd, over country (top 1 high of in west by panel_value_usd), sum)\ncut country (top 1 high of in west by panel_value_usd), segment (top 1 low of in food by panel_value_usd)\ntime 2025',
    {
      rows: [
        [
          usd({ country: seller, segment: leastFood }, '2025'),
          usd({ country: foodSeller, segment: leastFood }, '2025'),
        ],
      ],
    },
  ),
  example(
    'rule 15: of equal members the first by id',
    'show panel_value_usd\nrows country (top 1 high of BEN|CIV by panel_value_usd)\ncut segment beer\ntime 2024',
    { rows: [['BEN', beerIn('BEN')]] },
  ),
  example(
    'rule 15: members without a value fill no place of top',
    'show median_age\nrows country (top 4 high of in west by gini)\ntime 2025',
    {
      rows: [
        ['GHA', 17.5],
        ['NGA', 18],
      ],
    },
  ),
  example(
    'time: the year so far of a cell ends with the cell',
    'show panel_value_usd @ (time ytd)\ncut country KEN, segment beer\ntime 2024-Q2',
    usd(beer, '2024-01', '2024-06'),
  ),
  example(
    'time: under latest the year so far is that of the year tried',
    'show panel_value_usd @ (time ytd)\nrows country KEN\ncut segment beer\ntime latest',
    { rows: [['KEN', usd(beer, '2025')]], years: [[2025]] },
  ),
  example(
    'time: latest goes back as many years as asked, the last of them too',
    'show gini * poverty_300\nrows country KEN\ntime latest within 4',
    { rows: [['KEN', 490]], years: [[2021]] },
  ),
  example(
    'time: a weight has an age, too',
    `show fold(${lendingOfThree}, over country CIV, weighted by population)\ntime latest`,
    { rows: [[product('CIV', [2019, 2020, 2021])]], years: [[2022]] },
  ),
  example(
    'rows: a row with a value in any column is shown',
    'show gini, median_age\nrows country in west\ntime 2025',
    {
      rows: [
        ['BEN', null, 21],
        ['CIV', null, 19],
        ['GHA', 38, 17.5],
        ['NGA', 29, 18],
      ],
    },
  ),
  example(
    'rows: what is missing stands by id, whatever the order',
    'show population\nrows country BEN|KEN\ntime 2024\nwhere gini > 10\norder population low',
    { rows: [], missing: [['BEN'], ['KEN']] },
  ),
  example(
    'rows: what is missing takes no place from what is shown',
    'show population\nrows country BEN|CIV|GHA\ntime 2024\nwhere gini > 10\norder population high\ntake 1',
    { rows: [['CIV', 3_300]], missing: [['BEN']] },
  ),
  example(
    'rows: of two equal rows one may be skipped',
    'show panel_value_usd\nrows country BEN|CIV|GHA\ncut segment beer\ntime 2024\norder panel_value_usd low\ntake 1 skip 1',
    { rows: [['CIV', beerIn('CIV')]] },
  ),
  example(
    'rows: at the other end, too, equal rows stand by id',
    'show panel_value_usd\nrows country BEN|CIV|GHA|KEN\ncut segment beer\ntime 2024\norder panel_value_usd high\ntake 1 skip 1 both',
    {
      rows: [
        ['KEN', beerIn('KEN')],
        ['CIV', beerIn('CIV')],
      ],
    },
  ),
  example(
    'rows: without an order both takes the first and the last as written',
    'show population\nrows country NGA|KEN|GHA\ntime 2024\ntake 1 both',
    {
      rows: [
        ['NGA', 3_000],
        ['GHA', 2_000],
      ],
    },
  ),
  example(
    'rows: so many for each member of the second clause',
    'show panel_value_usd\nrows brand all, country KEN|NGA\ncut segment beer\ntime 2024\norder panel_value_usd high\ntake 1 per country',
    {
      rows: [
        ['Brand A', 'KEN', usd({ ...beer, brand: 'Brand A' }, '2024')],
        ['All others', 'NGA', usd({ country: 'NGA', segment: 'beer', brand: 'All others' }, '2024')],
      ],
    },
  ),
  example(
    'rows: under zip a country that stands twice is two rows',
    'show population\nrows country KEN|KEN|NGA, year zip\ntime 2022..2024',
    {
      rows: [
        ['KEN', '2022', 3_800],
        ['KEN', '2023', 1_900],
        ['NGA', '2024', 3_000],
      ],
    },
  ),
  example(
    'rows: the total is of all rows before the condition',
    'show population\nrows country GHA|KEN\ntime 2024\nwhere population < 2500\ntotal',
    { rows: [['GHA', 2_000]], total: [4_900] },
  ),
  example(
    'time: periods within the earliest year that latest tries count too',
    'show fold(poverty_300, over year last 1 year, max)\ncut country CIV\ntime latest within 3',
    figure('poverty_300', 'CIV', 2022),
  ),
]
