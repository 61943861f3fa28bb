import type { TimeGrain } from '../../../../contract/query.ts'
import type { QueryRows } from '../run-query.ts'
import { monthsOf, periodMonths, periodName } from '../sql/windows.ts'

/** The rows of one member, or pair of members, by period: every period from the first to the last. */
export interface RowSeries {
  /** The row's ids but for its period. */
  ids: string[]
  /** Ids of the periods: '2019', '2019-07'. */
  periods: string[]
  /** The figures of each column by period; null where there is none. */
  columns: (number | null)[][]
}

const grains: readonly string[] = Object.keys(monthsOf)
const isGrain = (key: string | undefined): key is TimeGrain => key !== undefined && grains.includes(key)

/** The grain of the rows' periods; null where they have none. */
export const grainOf = (keys: readonly string[]): TimeGrain | null => keys.filter(isGrain)[0] ?? null

/** Keys of the rows but for their periods. */
export const memberKeys = (keys: readonly string[]): string[] => keys.filter(key => !isGrain(key))

/** A series for each member, in the order of the rows; without periods there is none. */
export function seriesOfRows({ keys, rows }: Pick<QueryRows, 'keys' | 'rows'>): RowSeries[] {
  const at = keys.findIndex(isGrain)
  const grain = keys[at]
  if (!isGrain(grain)) return []
  const months = monthsOf[grain]
  const place = (id: string) => periodMonths(id)[0] / months
  const byMember = Map.groupBy(rows, row => row.ids.filter((_, key) => key !== at).join('\n'))
  return [...byMember.values()].map(own => {
    const values = new Map(own.map(row => [place(row.ids[at] ?? ''), row.values]))
    const [from, to] = [Math.min(...values.keys()), Math.max(...values.keys())]
    const places = Array.from({ length: to - from + 1 }, (_, step) => from + step)
    return {
      ids: own[0]?.ids.filter((_, key) => key !== at) ?? [],
      periods: places.map(index => periodName(grain, index)),
      columns: (own[0]?.values ?? []).map((_, column) =>
        places.map(index => values.get(index)?.[column] ?? null),
      ),
    }
  })
}

/** The figures of a column since its last hole, with the periods they are of; a hole at either end is left out. */
export function unbroken(
  { periods, columns }: RowSeries,
  column = 0,
): { periods: string[]; values: number[] } {
  const all = columns[column] ?? []
  const end = all.findLastIndex(value => value !== null) + 1
  const start = all.slice(0, end).lastIndexOf(null) + 1
  const values = all.slice(start, end).filter(value => value !== null)
  return { periods: periods.slice(start, end), values }
}
