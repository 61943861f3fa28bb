import { type Example, example, figure, sales } from './worked-example.ts'

const usd = (where: object, period: string) => sales('value_usd', where, period)
const west = ['BEN', 'CIV', 'GHA', 'NGA']
const brands = ['All others', 'Brand A', 'Brand B', 'Brand C']

/** The brand that sells most in some countries in 2024, and for how much. */
const largestBrand = (country: string | readonly string[]): [string, number] =>
  brands
    .map((brand): [string, number] => [brand, usd({ country, brand }, '2024')])
    .reduce((a, b) => (b[1] > a[1] ? b : a))

/** What lies at the edge of a rule, each by hand. */
export const examplesOfEdges: Example[] = [
  example(
    'rule 9: prices are those of the year that latest finds, whatever year the money is of',
    'show real(panel_value_lcu @ (time 2024), base 2022)\nrows country GHA\ncut segment beer\ntime latest',
    {
      rows: [['GHA', sales('value_lcu', { country: 'GHA', segment: 'beer' }, '2024') / (0.99 * 1.06 * 0.99)]],
      years: [[2025]],
    },
  ),
  example(
    'rule 10: years after the last figure count, without a value',
    'show when(not known(gini), over year 2024..2029, count)\ncut country KEN\ntime 2024',
    6,
  ),
  example(
    'rule 11: years before the first figure are looked at too',
    'show when(population @ (time 2020) > 0, over year 2005..2029, first)\ncut country KEN\ntime 2024',
    2005,
  ),
  example(
    'rule 11: years after the last figure are looked at too, from the cell on',
    'show when(population @ (time 2020) > 0, over year shift 4 year, last)\nrows year\ncut country KEN\ntime 2024..2025',
    {
      rows: [
        ['2024', 2028],
        ['2025', 2029],
      ],
    },
  ),
  example(
    'rows: under zip a group that stands twice is two rows',
    'show population\nrows groups west|west|south, year zip\ntime 2023..2025',
    {
      rows: [
        ['west', '2023', 1_500 + 3_600 + 2_200 + 4_300],
        ['west', '2024', 4_200 + 3_300 + 2_000 + 3_000],
        ['south', '2025', figure('population', 'AGO', 2025)],
      ],
    },
  ),
  example(
    'rows: so many for each group, too',
    'show panel_value_usd\nrows groups south|west, brand all\ntime 2024\norder panel_value_usd high\ntake 1 per country',
    {
      rows: [
        ['west', ...largestBrand(west)],
        ['south', ...largestBrand('AGO')],
      ],
    },
  ),
]
