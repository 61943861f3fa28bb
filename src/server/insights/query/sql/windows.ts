import type { Time, TimeGrain } from '../../../../contract/query.ts'

/** Months of a period of each grain. */
export const monthsOf: Record<TimeGrain, number> = { year: 12, half: 6, quarter: 3, month: 1 }

/** A number that is linear in a column: base × times + plus; without a base it is `plus`. */
export interface Linear {
  base: string | null
  times: number
  plus: number
  /** The least and the greatest value of the base. */
  within: readonly [number, number]
}

/** First and last month of a cell, 12 × year + month − 1. */
export interface Window {
  lo: Linear
  hi: Linear
}

export const fixed = (plus: number): Linear => ({ base: null, times: 0, plus, within: [0, 0] })
export const window = (lo: number, hi: number): Window => ({ lo: fixed(lo), hi: fixed(hi) })
export const moved = (of: Linear, by: number): Linear => ({ ...of, plus: of.plus + by })

export function linearSql({ base, times, plus }: Linear): string {
  if (base === null) return String(plus)
  const scaled = times === 1 ? base : `${times} * ${base}`
  return plus === 0 ? scaled : `(${scaled} ${plus < 0 ? '-' : '+'} ${Math.abs(plus)})`
}

/** The least and the greatest value that a number has in any row. */
export const least = ({ within, times, plus }: Linear) => within[0] * times + plus
export const greatest = ({ within, times, plus }: Linear) => within[1] * times + plus

/** The window of each period of a grain, counted from year 0 in the column `base`. */
export const periodWindow = (base: string, grain: TimeGrain, within: Linear['within']): Window => {
  const times = monthsOf[grain]
  return { lo: { base, times, plus: 0, within }, hi: { base, times, plus: times - 1, within } }
}

/** `of` divided by whole `by`, rounded down. */
export function wholes(of: Linear, by: number): Linear {
  if (of.base === null) return fixed(Math.floor(of.plus / by))
  if (of.times % by === 0) return { ...of, times: of.times / by, plus: Math.floor(of.plus / by) }
  const within = [Math.floor(least(of) / by), Math.floor(greatest(of) / by)] as const
  return { base: `(${linearSql(of)} // ${by})`, times: 1, plus: 0, within }
}

/** The difference a − b where it is the same for every row; else null. */
const gap = (a: Linear, b: Linear) => (a.base === b.base && a.times === b.times ? a.plus - b.plus : null)

/** Months between the starts of two windows, as SQL. */
export function monthsBetween(from: Linear, to: Linear): string {
  const same = gap(to, from)
  return same === null ? `(${linearSql(to)} - ${linearSql(from)})` : String(same)
}

/** How many months a window has, where that is the same for every row; else null. */
export const lengthOf = ({ lo, hi }: Window): number | null => {
  const same = gap(hi, lo)
  return same === null ? null : same + 1
}

/** SQL of the number of periods of so many months in a window that starts and ends with one. */
export function countSql(of: Window, months: number): string {
  const length = lengthOf(of)
  if (length !== null) return String(length / months)
  return `((${linearSql(of.hi)} - ${linearSql(of.lo)} + 1) // ${months})`
}

/** Whether a window is whole calendar years: yes, no, or SQL that says so for each row. */
export function wholeYears({ lo, hi }: Window): boolean | string {
  const rest = (of: Linear) => (of.times % 12 === 0 ? ((of.plus % 12) + 12) % 12 : null)
  const [start, end] = [rest(lo), rest(hi)]
  if ((start !== null && start !== 0) || (end !== null && end !== 11)) return false
  if (start === 0 && end === 11) return true
  const length = lengthOf({ lo, hi })
  if (length !== null && length % 12 !== 0) return false
  return `${linearSql(lo)} % 12 = 0 AND ${linearSql(hi)} % 12 = 11`
}

/** First and last month of '2019', '2019-H1', '2019-Q3' or '2019-07'. */
export function periodMonths(id: string): [number, number] {
  const first = 12 * Number(id.slice(0, 4))
  const part = id.slice(5)
  const months = part === '' ? 12 : part.startsWith('H') ? 6 : part.startsWith('Q') ? 3 : 1
  const place = part === '' ? 0 : Number(part.replace(/^[HQ]/, '')) - 1
  return [first + place * months, first + (place + 1) * months - 1]
}

/** '2019', '2019-H1', '2019-Q3' or '2019-07' of a period counted from year 0 in its grain. */
export function periodName(grain: TimeGrain, index: number): string {
  const inYear = 12 / monthsOf[grain]
  const year = String(Math.floor(index / inYear)).padStart(4, '0')
  const place = (index % inYear) + 1
  if (grain === 'year') return year
  if (grain === 'month') return `${year}-${String(place).padStart(2, '0')}`
  return `${year}-${grain === 'half' ? 'H' : 'Q'}${place}`
}

/** The window of a time at a cell; without a cell (at the top of a query) the data's last month is its end. */
export function windowAt(
  time: Exclude<Time, { k: 'latest' }>,
  cell: Window | null,
  lastMonth: number,
): Window {
  const end = (to: string | null) =>
    to !== null ? fixed(periodMonths(to)[1]) : (cell?.hi ?? fixed(lastMonth))
  switch (time.k) {
    case 'span':
      return window(periodMonths(time.from)[0], periodMonths(time.to)[1])
    case 'last': {
      const hi = end(time.to)
      return { lo: moved(hi, 1 - time.n * monthsOf[time.grain]), hi }
    }
    case 'ytd': {
      const hi = end(time.to)
      const year = wholes(hi, 12)
      return { lo: { ...year, times: year.times * 12, plus: year.plus * 12 }, hi }
    }
    case 'since':
      return { lo: fixed(periodMonths(time.from)[0]), hi: end(null) }
    case 'shift': {
      const by = time.by * monthsOf[time.grain]
      const at = cell ?? window(lastMonth, lastMonth)
      return { lo: moved(at.lo, by), hi: moved(at.hi, by) }
    }
  }
}
