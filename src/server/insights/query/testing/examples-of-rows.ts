import { countriesOf, type Example, example, figure, sales, sum } from './worked-example.ts'

const usd = (where: object, ...period: [string, string?]) => sales('value_usd', where, ...period)
const beer = { country: 'KEN', segment: 'beer' }
const beerIn = (country: string) => usd({ country, segment: 'beer' }, '2024')
const population = (country: string, year = 2024) => figure('population', country, year)
const west = ['BEN', 'CIV', 'GHA', 'NGA']
const brands = ['All others', 'Brand A', 'Brand B', 'Brand C']

/** The countries of 2024 from the greatest beer sales to the smallest; Benin and Côte d'Ivoire have the same. */
const byBeer = ['BEN', 'CIV', 'GHA', 'KEN', 'NGA', 'ZWE'].sort(
  (a, b) => beerIn(b) - beerIn(a) || (a < b ? -1 : 1),
)
const beerRows = (countries: readonly string[]) => countries.map(country => [country, beerIn(country)])
const beerQuery = 'show panel_value_usd\nrows country BEN|CIV|GHA|KEN|NGA|ZWE\ncut segment beer\ntime 2024\n'
const tieAt = byBeer.indexOf('BEN')

/** Rules 15 and 16, time and rows of docs/query-language.md, each by hand. */
export const examplesOfRows: Example[] = [
  example(
    'rule 15: a set by a condition stands by id',
    'show population\nrows country (in west where population > 3100)\ntime 2024',
    {
      rows: [
        ['BEN', 4_200],
        ['CIV', 3_300],
      ],
    },
  ),
  example(
    'rule 15: the members at one end, after some left out',
    'show population\nrows country (top 2 low of in west by population skip 1)\ntime 2024',
    {
      rows: [
        ['CIV', 3_300],
        ['NGA', 3_000],
      ],
    },
  ),
  example(
    'rule 15: all countries are more than those of africa',
    'show fold(population, over country all, count) - fold(population, over country in africa, count)\ntime 2024',
    1,
  ),
  example(
    'rule 15: a set is that of the query’s own time',
    'show fold(population, over country (top 1 high of in west by population), sum) @ (time 2019)\ntime 2024',
    population('BEN', 2019),
  ),
  example(
    'rule 15: a set leaves the rows aside',
    'show rank(population, among country (top 2 high of in west by population), high)\nrows country in west\ntime 2024',
    {
      rows: [
        ['BEN', 1],
        ['CIV', 2],
        ['GHA', 3],
        ['NGA', 3],
      ],
    },
  ),
  example(
    'rule 15: under latest a condition finds each member’s own year',
    'show gini\nrows country (in west where gini > 38.4)\ntime latest',
    { rows: [['BEN', 44]], years: [[2023]] },
  ),
  example(
    'rule 15: union, intersection and difference of sets',
    'show population\nrows country (in west and in coast) except GHA or KEN\ntime 2024',
    { rows: ['BEN', 'CIV', 'KEN', 'NGA'].map(country => [country, population(country)]) },
  ),
  example(
    'rule 15: a set of the cut sees the sets of the cut that need no figures',
    'show panel_value_usd\ncut country (top 1 high of in west by panel_value_usd), segment rice\ntime 2025',
    Math.max(...west.map(country => usd({ country, segment: 'rice' }, '2025'))),
  ),
  example(
    'rule 16: not of unknown is unknown, and the row is missing',
    'show median_age\nrows country in west\ntime 2025\nwhere not gini > 30',
    { rows: [['NGA', 18]], missing: [['BEN'], ['CIV']] },
  ),
  example(
    'rule 16: known is false without a value, and the row is left out',
    'show median_age\nrows country in west\ntime 2025\nwhere known(gini)',
    {
      rows: [
        ['GHA', 17.5],
        ['NGA', 18],
      ],
    },
  ),
  example(
    'rule 16: what is unknown does not matter beside what is true',
    'show median_age\nrows country in west\ntime 2025\nwhere gini > 35 or population > 4000',
    {
      rows: [
        ['CIV', 19],
        ['GHA', 17.5],
      ],
      missing: [['BEN']],
    },
  ),
  example(
    'time: the last periods end with the end named',
    'show panel_value_usd\ncut country KEN, segment beer\ntime last 2 quarter to 2025-05',
    usd(beer, '2024-12', '2025-05'),
  ),
  example(
    'time: without an end it is the end of the data',
    'show panel_value_usd\ncut country KEN, segment beer\ntime last 3 month',
    usd(beer, '2025-10', '2025-12'),
  ),
  example(
    'time: the year so far runs from January',
    'show panel_value_usd\ncut country KEN, segment beer\ntime ytd to 2025-05',
    usd(beer, '2025-01', '2025-05'),
  ),
  example(
    'time: the last years of an expression end with the cell',
    'show gdp_usd @ (time last 3 year)\ncut country GHA\ntime 2024',
    sum([9_000, 6_000, 10_250]),
  ),
  example(
    'time: since runs to the end of the cell',
    'show panel_value_usd @ (time since 2023-07)\ncut country KEN, segment beer\ntime 2024-Q1',
    usd(beer, '2023-07', '2024-03'),
  ),
  example(
    'time: shift leaves the length of the window',
    'show panel_value_usd @ (time shift -2 quarter)\ncut country KEN, segment beer\ntime 2024-01..2024-05',
    usd(beer, '2023-07', '2023-11'),
  ),
  example(
    'time: latest is the newest year with a value, and says which',
    'show gini, median_age\nrows country CIV|GHA\ntime latest',
    {
      rows: [
        ['CIV', 34, 19],
        ['GHA', 38, 17.5],
      ],
      years: [
        [2024, 2025],
        [2025, 2025],
      ],
    },
  ),
  example(
    'time: latest goes back no further than asked',
    'show gini\ncut country CIV\ntime latest within 0',
    null,
  ),
  example(
    'time: latest goes back as far as the oldest measure may',
    'show gini\nrows country ZWE\ntime latest within 6',
    { rows: [['ZWE', 36.5]], years: [[2025]] },
  ),
  example(
    'time: latest is of the whole expression',
    'show gini * poverty_300\nrows country KEN\ntime latest',
    { rows: [['KEN', 49 * 10]], years: [[2021]] },
  ),
  example(
    'time: relative times move from the year that is tried',
    'show change(gini, from shift -1 year, difference)\nrows country KEN\ntime latest',
    { rows: [['KEN', 34.5 - 50.5]], years: [[2023]] },
  ),
  example(
    'time: what does not depend on the cell’s time has its value without a year',
    'show gini @ (time 2020)\nrows country KEN\ntime latest',
    { rows: [['KEN', 50.5]], years: [[null]] },
  ),
  example('time: latest under at', 'show gini @ (country CIV, time latest)\ntime 2020', 34),
  example(
    'rows: a group is one row of all its members',
    'show population\nrows groups south|east\ntime 2024',
    {
      rows: [
        ['south', population('AGO')],
        ['east', sum(countriesOf('population', ['ERI', 'KEN', 'ZWE'], 2024))],
      ],
    },
  ),
  example(
    'rows: a department is one row of all its segments',
    'show panel_value_usd\nrows departments food\ncut country KEN\ntime 2024',
    { rows: [['food', usd({ country: 'KEN', segment: ['maize', 'oil', 'rice'] }, '2024')]] },
  ),
  example(
    'rows: periods are those wholly within the time',
    'show panel_value_usd\nrows quarter\ncut country KEN, segment beer\ntime 2024-02..2024-10',
    {
      rows: [
        ['2024-Q2', usd(beer, '2024-Q2')],
        ['2024-Q3', usd(beer, '2024-Q3')],
      ],
    },
  ),
  example(
    'rows: a year outside the panel is missing',
    'show panel_value_usd\nrows year\ncut country KEN, segment beer\ntime 2021..2022',
    { rows: [['2022', usd(beer, '2022')]], missing: [['2021']] },
  ),
  example(
    'rows: each with each, the first outermost, ids as written',
    'show panel_value_usd\nrows country NGA|KEN, year\ncut segment beer\ntime 2023..2024',
    {
      rows: ['NGA', 'KEN'].flatMap(country =>
        ['2023', '2024'].map(year => [country, year, usd({ country, segment: 'beer' }, year)]),
      ),
    },
  ),
  example(
    'rows: with zip the first with the first, as many as the shortest has',
    'show panel_value_usd\nrows country NGA|KEN, segment rice|beer|oil zip\ntime 2024',
    {
      rows: [
        ['NGA', 'rice', usd({ country: 'NGA', segment: 'rice' }, '2024')],
        ['KEN', 'beer', usd(beer, '2024')],
      ],
    },
  ),
  example(
    'rows: the whole of a share is taken before rows are cut',
    'show share(population, country in west)\nrows country in west\ntime 2024\nwhere population > 4000',
    { rows: [['BEN', (100 * 4_200) / sum(countriesOf('population', west, 2024))]] },
  ),
  example('rows: ties of an order stand by id', `${beerQuery}order panel_value_usd high`, {
    rows: beerRows(byBeer),
  }),
  example(
    'rows: what has no value to order by is missing, by id',
    'show population\nrows country NGA|GHA|CIV\ntime 2023\norder gini high',
    { rows: [], missing: [['CIV'], ['GHA'], ['NGA']] },
  ),
  example(
    'rows: a tie with the last one taken is taken too',
    `${beerQuery}order panel_value_usd high\ntake ${tieAt + 1}`,
    { rows: beerRows(byBeer.slice(0, tieAt + 2)) },
  ),
  example(
    'rows: take leaves out the first ones skipped',
    'show panel_value_usd\nrows country GHA|KEN|NGA|ZWE\ncut segment beer\ntime 2024\norder panel_value_usd low\ntake 1 skip 1',
    { rows: beerRows(['GHA', 'KEN', 'NGA', 'ZWE'].sort((a, b) => beerIn(a) - beerIn(b)).slice(1, 2)) },
  ),
  example('rows: both takes from each end', `${beerQuery}order panel_value_usd high\ntake 1 both`, {
    rows: beerRows([byBeer[0] as string, byBeer.at(-1) as string]),
  }),
  example(
    'rows: so many for each member',
    'show panel_value_usd\nrows country KEN|NGA, brand all\ncut segment beer\ntime 2024\norder panel_value_usd high\ntake 1 per country',
    {
      rows: ['KEN', 'NGA']
        .map(country => {
          const byBrand = brands.map(brand => ({
            brand,
            value: usd({ country, segment: 'beer', brand }, '2024'),
          }))
          const { brand, value } = byBrand.reduce((a, b) => (b.value > a.value ? b : a))
          return [country, brand, value] as [string, string, number]
        })
        .sort((a, b) => b[2] - a[2]),
    },
  ),
  example(
    'rows: the total is of all rows, those that the condition leaves out too',
    'show population\nrows country in west\ntime 2024\nwhere population > 4000\ntotal',
    { rows: [['BEN', 4_200]], total: [sum(countriesOf('population', west, 2024))] },
  ),
  example(
    'rows: the total of periods runs from the first to the last',
    'show panel_value_usd\nrows quarter\ncut country KEN, segment beer\ntime 2024-02..2024-10\ntotal',
    {
      rows: [
        ['2024-Q2', usd(beer, '2024-Q2')],
        ['2024-Q3', usd(beer, '2024-Q3')],
      ],
      total: [usd(beer, '2024-Q2', '2024-Q3')],
    },
  ),
]
