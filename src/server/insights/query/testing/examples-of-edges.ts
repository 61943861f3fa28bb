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
]
