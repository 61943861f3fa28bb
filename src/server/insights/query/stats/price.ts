import type { Cell } from '../../../../contract/result.ts'
import { type Elasticity, estimateElasticity, priceScenario } from '../../statistics/elasticity.ts'
import type { Unavailable } from '../../statistics/unavailable.ts'
import { monthsOf } from '../sql/windows.ts'
import { number } from '../table/columns.ts'
import { grainOf, type RowSeries, seriesOfRows } from './series-of-rows.ts'
import { type StatColumn, type StatRows, type StatTable, whyNot } from './stat-table.ts'

/** What a change of price does to volume and value, at an elasticity that was given or found in rows of volume and price. */
export function priceTable(stat: StatRows, change: number, given: number | null): StatTable {
  const series = given === null ? seriesOfRows(stat) : [{ ids: [], periods: [], columns: [] }]
  const perYear = 12 / monthsOf[grainOf(stat.keys) ?? 'year']
  const results = series.map(one => {
    const name = given === null ? stat.memberName(one.ids) : ''
    const elasticity = given === null ? estimated(one, perYear) : givenOf(given)
    if (elasticity.kind === 'unavailable') return { flag: whyNot(name, 'elasticity', elasticity) }
    const made = priceScenario(change, elasticity)
    if (made.kind === 'unavailable') return { flag: whyNot(name, 'scenario', made) }
    const found = elasticity.source === 'estimated' ? elasticity : null
    const cells: Cell[] = [
      ...[
        elasticity.value,
        found?.low ?? null,
        found?.high ?? null,
        found?.rSquared ?? null,
        found?.n ?? null,
      ],
      ...[change, made.volume.expected, made.volume.low, made.volume.high],
      ...[made.value.expected, made.value.low, made.value.high],
    ]
    return { row: [...(given === null ? stat.memberCells(one.ids) : []), ...cells] }
  })
  const percent = (key: string, label: string, formula: string | null = null) =>
    number(key, label, '%', 1, formula)
  return {
    role: 'price',
    title: `${(stat.columns[0] as StatColumn).label}: a price change of ${change}%`,
    columns: [
      ...(given === null ? stat.memberColumns : []),
      number('elasticity', 'Price elasticity', null, 2, '% change of volume for 1% of price'),
      number('elasticity_low', 'Elasticity, low', null, 2, 'lower end of the 80% interval'),
      number('elasticity_high', 'Elasticity, high', null, 2, 'upper end of the 80% interval'),
      number('r2', 'R²', null, 2, 'share of the variation of volume that price explains'),
      number('n', 'Changes it rests on', null, 0),
      percent('price', 'Change in price'),
      percent(
        'volume',
        'Change in volume',
        given === null ? '(1 + price) ^ elasticity − 1' : 'elasticity × change in price',
      ),
      percent('volume_low', 'Change in volume, low'),
      percent('volume_high', 'Change in volume, high'),
      percent('value_change', 'Change in value', '(1 + price) × (1 + volume) − 1'),
      percent('value_low', 'Change in value, low'),
      percent('value_high', 'Change in value, high'),
    ],
    rows: results.flatMap(result => (result.row ? [result.row] : [])),
    flags: results.flatMap(result => result.flag ?? []),
    computed: [
      given === null
        ? `Elasticity: least squares of the logarithmic changes of volume on those of price, ${apart(perYear)}. ` +
          'It says what moved together, not what a price causes.'
        : `The elasticity of ${given} is an assumption of the asker, taken % for %.`,
    ],
  }
}

const givenOf = (value: number): Elasticity => ({ kind: 'elasticity', source: 'given', value })

const estimated = (
  { columns: [volumes = [], prices = []] }: RowSeries,
  perYear: number,
): Elasticity | Unavailable => estimateElasticity(prices, volumes, perYear)

const apart = (perYear: number): string =>
  perYear === 1 ? 'year on year' : 'each on the same period of the year before'
