import type { Cell } from '../../../../contract/result.ts'
import { seasonality } from '../../statistics/seasonality.ts'
import { monthsOf, periodMonths } from '../sql/windows.ts'
import { number, text } from '../table/columns.ts'
import { grainOf, seriesOfRows, unbroken } from './series-of-rows.ts'
import { type StatColumn, type StatRows, type StatTable, whyNot } from './stat-table.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** The index of each month or quarter of a year, 100 an average one, for each series of the first column. */
export function seasonalityTable(stat: StatRows): StatTable {
  const [column] = stat.columns as [StatColumn]
  const grain = grainOf(stat.keys)
  const results = seriesOfRows(stat).map((series): { rows: Cell[][]; flags: string[]; years: number } => {
    const { periods, values } = unbroken(series)
    const name = stat.memberName(series.ids)
    if (grain !== 'month' && grain !== 'quarter')
      return { rows: [], flags: ['Seasons are found from months or quarters.'], years: 0 }
    const first = (periodMonths(periods[0] ?? '2000')[0] % 12) / monthsOf[grain]
    const made = seasonality(values, grain === 'month' ? 12 : 4, first)
    if (made.kind === 'unavailable')
      return { rows: [], flags: [whyNot(name, 'seasonal pattern', made)], years: 0 }
    const peaks = peaksOf(values, grain === 'month' ? 12 : 4, first)
    const rows = made.seasons.map(({ index, lowest, highest }, at): Cell[] => [
      ...stat.memberCells(series.ids),
      ...[at + 1, seasonName(grain, at), index, lowest, highest, peaks[at] ?? 0],
    ])
    return { rows, flags: [], years: made.years }
  })
  const years = Math.min(...results.flatMap(result => (result.years > 0 ? [result.years] : [])))
  const over = Number.isFinite(years) ? `, over ${years} years` : ''
  return {
    role: 'seasonality',
    title: `${column.label}: index by ${grain ?? 'season'}`,
    columns: [
      ...stat.memberColumns,
      number('place', 'Place in the year', null, 0),
      text('season', grain === 'quarter' ? 'Quarter' : 'Month'),
      number(
        'index',
        'Index',
        'index',
        1,
        'mean over years of figure ÷ centred moving average; a mean one is 100',
      ),
      number('lowest', 'Lowest year', 'index', 1, 'the lowest index of a single year'),
      number('highest', 'Highest year', 'index', 1, 'the highest index of a single year'),
      number('peaks', 'Years as the peak', null, 0, 'whole years in which it had the highest figure'),
    ],
    rows: results.flatMap(result => result.rows),
    flags: [...new Set(results.flatMap(result => result.flags))],
    computed: [
      `Ratio to the centred moving average of a year${over}; 100 is an average ${grain ?? 'season'}.`,
    ],
  }
}

/** In how many whole calendar years each season had the highest figure. */
function peaksOf(values: readonly number[], periods: number, first: number): number[] {
  const counts = Array.from({ length: periods }, () => 0)
  for (let start = (periods - first) % periods; start + periods <= values.length; start += periods) {
    const year = values.slice(start, start + periods)
    const peak = year.indexOf(Math.max(...year))
    counts[peak] = (counts[peak] ?? 0) + 1
  }
  return counts
}

const seasonName = (grain: 'month' | 'quarter', at: number): string =>
  grain === 'quarter' ? `Q${at + 1}` : monthName.format(new Date(Date.UTC(2000, at, 1)))
