import type { Stat } from '../../../../contract/query.ts'
import type { Cell } from '../../../../contract/result.ts'
import { number, periodColumn } from '../table/columns.ts'
import type { StatColumn, StatRows, StatTable } from './stat-table.ts'

type Supposition = Extract<Stat, { k: 'suppose' }>

const subjects: Record<Supposition['of'], string> = {
  price: 'prices',
  volume: 'volume',
  value: 'the figure',
  currency: 'the dollar value of the currency',
}

/** What the first column of each row comes to where something in it changes; until a year, a row for each year. */
export function supposeTable(stat: StatRows, { change, of, to }: Supposition): StatTable {
  const [column] = stat.columns as [StatColumn]
  const factor = 1 + change / 100
  const rows = stat.rows.flatMap(({ ids, values, years }): Cell[][] => {
    const [base] = values
    if (typeof base !== 'number') return []
    const from = years[0] ?? stat.lastYear
    const last = to === null ? 1 : Number(to.slice(0, 4)) - from
    return Array.from({ length: Math.max(0, last) }, (_, at): Cell[] => {
      const value = base * factor ** (at + 1)
      const year = to === null ? from : from + at + 1
      return [...stat.memberCells(ids), String(year), base, change, value, value - base]
    })
  })
  const each = to === null ? '' : ` in each year to ${to}`
  return {
    role: 'suppose',
    title: `${column.label}: if ${subjects[of]} changed by ${change}%${each}`,
    columns: [
      ...stat.memberColumns,
      periodColumn(),
      number('base', column.label, column.unit, column.decimals),
      number('change', 'Supposed change', to === null ? '%' : '% a year', null),
      number(
        'value',
        'Supposed figure',
        column.unit,
        column.decimals,
        'figure × (1 + change) for each change',
      ),
      number('difference', 'Difference', column.unit, column.decimals, 'supposed figure − figure'),
    ],
    rows,
    flags: rows.length === 0 ? ['There is no figure to start from, or the year lies before it.'] : [],
    computed: [
      `Arithmetic on a supposition: ${subjects[of]} changes by ${change}%${each}, and all else stays. No forecast.`,
    ],
  }
}
