import { paceBetween, timeToReach } from '../../statistics/pace.ts'
import { monthsOf, periodMonths, periodName } from '../sql/windows.ts'
import { number, periodColumn } from '../table/columns.ts'
import { seriesKind } from './forecast.ts'
import { grainOf, type RowSeries, seriesOfRows } from './series-of-rows.ts'
import { gapUnit, type StatColumn, type StatRows, type StatTable, whyNot } from './stat-table.ts'

/** When each series of the first column reaches a target, were its pace from first to last figure to hold. */
export function reachTable(stat: StatRows, target: number): StatTable {
  const [column] = stat.columns as [StatColumn]
  const grain = grainOf(stat.keys) ?? 'year'
  const isAmount = seriesKind(column) === 'amount'
  const perYear = 12 / monthsOf[grain]
  const results = seriesOfRows(stat).map(series => {
    const ends = endsOf(series)
    const name = stat.memberName(series.ids)
    if (!ends) return { flag: whyNot(name, 'pace', { kind: 'unavailable', why: 'too_short', need: 2 }) }
    const place = (period: string) => periodMonths(period)[0] / monthsOf[grain]
    const years = (place(ends.last.period) - place(ends.first.period)) / perYear
    const pace = paceBetween(ends.first.value, ends.last.value, years, isAmount ? 'percent' : 'step')
    if (pace.kind === 'unavailable') return { flag: whyNot(name, 'pace', pace) }
    const time = timeToReach(ends.last.value, target, pace)
    const size = pace.kind === 'percent' ? pace.percent : pace.step
    const cells = [ends.first.period, ends.last.period, ends.last.value, target, size]
    const reached =
      time.kind === 'unavailable'
        ? [null, null]
        : [
            time.periods,
            periodName(grain, Math.ceil(place(ends.last.period) + time.periods * perYear - 1e-9)),
          ]
    return {
      row: [...stat.memberCells(series.ids), ...cells, ...reached],
      flag: time.kind === 'unavailable' ? whyNot(name, 'time at which it is reached', time) : null,
    }
  })
  return {
    role: 'reach',
    title: `${column.label}: when it reaches ${target.toLocaleString('en-US')}`,
    columns: [
      ...stat.memberColumns,
      periodColumn('from', 'Pace from'),
      periodColumn('to', 'Pace to'),
      number('value', column.label, column.unit, column.decimals),
      number('target', 'Target', column.unit, column.decimals),
      number(
        'pace',
        'Pace',
        isAmount ? '% a year' : `${gapUnit(column) ?? ''} a year`.trim(),
        isAmount ? 1 : 2,
      ),
      number(
        'years',
        'Years to go',
        'years',
        1,
        isAmount ? 'ln(target ÷ figure) ÷ ln(1 + pace)' : '(target − figure) ÷ pace',
      ),
      periodColumn('reached', 'Reached in'),
    ],
    rows: results.flatMap(result => (result.row ? [result.row] : [])),
    flags: results.flatMap(result => result.flag ?? []),
    computed: ['Plain arithmetic: the pace between the first and the last figure, held. No forecast.'],
  }
}

function endsOf({ periods, columns }: RowSeries) {
  const figures = (columns[0] ?? []).flatMap((value, at) =>
    value === null ? [] : [{ period: periods[at] ?? '', value }],
  )
  const [first, last] = [figures[0], figures.at(-1)]
  return first && last && first !== last ? { first, last } : null
}
