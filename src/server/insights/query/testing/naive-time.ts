import type { Time, TimeGrain } from '../../../../contract/query.ts'

/** Whole months from `from` to `to`, both inside; 12 × year + month − 1. Empty where `to` lies before `from`. */
export interface Window {
  from: number
  to: number
}

const monthsOf: Record<TimeGrain, number> = { year: 12, half: 6, quarter: 3, month: 1 }
const letters = { half: 'H', quarter: 'Q' }

export const yearWindow = (year: number): Window => ({ from: 12 * year, to: 12 * year + 11 })

/** The months of '2019', '2019-H1', '2019-Q3' or '2019-07'. */
export function windowOf(period: string): Window {
  const first = 12 * Number(period.slice(0, 4))
  if (period.length === 4) return { from: first, to: first + 11 }
  const place = period.slice(5)
  const length = place.startsWith('H') ? 6 : place.startsWith('Q') ? 3 : 1
  const number = Number(place.replace(/[HQ]/, ''))
  const from = first + (number - 1) * length
  return { from, to: from + length - 1 }
}

/** What a time means: at a cell of window `cell`, or at the top of a query where `cell` is the end of the data alone. */
export function resolveTime(time: Exclude<Time, { k: 'latest' }>, cell: Window): Window {
  const endOf = (period: string | null) => (period === null ? cell.to : windowOf(period).to)
  switch (time.k) {
    case 'span':
      return { from: windowOf(time.from).from, to: windowOf(time.to).to }
    case 'last': {
      const to = endOf(time.to)
      return { from: to - time.n * monthsOf[time.grain] + 1, to }
    }
    case 'ytd': {
      const to = endOf(time.to)
      return { from: to - (to % 12), to }
    }
    case 'since':
      return { from: windowOf(time.from).from, to: cell.to }
    case 'shift': {
      const by = time.by * monthsOf[time.grain]
      return { from: cell.from + by, to: cell.to + by }
    }
  }
}

/** The periods of a grain that lie wholly within a window, first to last. */
export function periodsIn(window: Window, grain: TimeGrain): (Window & { id: string })[] {
  const length = monthsOf[grain]
  const found: (Window & { id: string })[] = []
  for (let from = Math.ceil(window.from / length) * length; from + length - 1 <= window.to; from += length)
    found.push({ id: nameOf(from, grain), from, to: from + length - 1 })
  return found
}

function nameOf(from: number, grain: TimeGrain): string {
  const year = Math.floor(from / 12)
  const month = from % 12
  if (grain === 'year') return String(year)
  if (grain === 'month') return `${year}-${String(month + 1).padStart(2, '0')}`
  return `${year}-${letters[grain]}${month / monthsOf[grain] + 1}`
}
