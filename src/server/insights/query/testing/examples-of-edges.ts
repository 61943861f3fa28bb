import { type Example, example, sales } from './worked-example.ts'

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
]
