import type { Time, TimeGrain } from '../../../../contract/query.ts'
import type { Choices } from './choices.ts'
import type { Scope } from './query-scope.ts'

/** Years that a generator asks about: first and last of the panel, and first of the figures. */
export interface Years {
  from: number
  to: number
  figuresFrom: number
}

export type PlainTime = Exclude<Time, { k: 'latest' }>

const span = (from: string, to = from): PlainTime => ({ k: 'span', from, to })
const two = (month: number) => String(month).padStart(2, '0')

/** The time of a query, within the panel's years. */
export function topTime(c: Choices, years: Years, hasPeriods: boolean): Time {
  const year = c.of([years.to, years.to - 1, c.between(years.from, years.to)])
  const ways: (() => Time)[] = [
    () => span(String(year)),
    () => span(String(year - c.between(1, 2)), String(year)),
    () => span(`${year}-${c.of(['H1', 'H2', 'Q1', 'Q3', '02', '05', '11'])}`),
    () => span(`${year - 1}-${two(c.between(1, 12))}`, `${year}-${two(c.between(1, 12))}`),
    () => ({ k: 'last', n: c.between(1, 3), grain: c.of(['year', 'half', 'quarter']), to: null }),
    () => ({ k: 'last', n: c.between(1, 14), grain: 'month', to: c.of([null, `${year}-07`, `${year}-Q2`]) }),
    () => ({ k: 'ytd', to: c.of([null, `${year}`, `${year}-05`, `${year}-Q3`]) }),
    () => ({ k: 'latest', within: c.of([null, null, 0, 2, 8]) }),
  ]
  if (hasPeriods) return c.of([...ways.slice(1, -1), ...ways.slice(3, -1)])()
  return c.of([...ways, ...ways.slice(0, 2), ...ways.slice(-1)])()
}

/** The time of a query about years before the panel. */
export function earlyTime(c: Choices, years: Years): Time {
  const year = c.between(years.figuresFrom, years.from - 1)
  if (c.chance(40)) return { k: 'last', n: c.between(1, 4), grain: 'year', to: String(year) }
  return span(String(year - (c.chance(50) ? c.between(1, 3) : 0)), String(year))
}

/** A window as long as the cell's, to compare it with. */
export function earlier(c: Choices, years: Years, scope: Scope): PlainTime {
  const year = scope.hasPanel ? c.between(years.from, years.to) : c.between(years.figuresFrom, years.from)
  if (scope.span === 'year' && c.chance(40)) return span(String(year))
  if (scope.span === 'year' && c.chance(15)) return { k: 'last', n: 1, grain: 'year', to: String(year) }
  if (scope.span === 'months' && c.chance(20)) return { k: 'shift', by: -c.between(1, 9), grain: 'month' }
  if (scope.span === 'months' && c.chance(20)) return { k: 'shift', by: -c.between(1, 3), grain: 'quarter' }
  return { k: 'shift', by: c.of([-1, -1, -2]), grain: 'year' }
}

/** Any time in place of the cell's. */
export function elsewhen(c: Choices, years: Years, scope: Scope): Time {
  const year = c.between(years.from, years.to)
  const ways: (() => Time)[] = [
    () => ({ k: 'shift', by: -1, grain: c.of(['year', 'year', 'half', 'quarter']) }),
    () => span(String(year)),
    () => span(String(year - 1), String(year)),
    () => ({ k: 'latest', within: c.of([null, 1, 5]) }),
    () => ({ k: 'last', n: c.between(1, 3), grain: 'year', to: c.of([null, String(year)]) }),
    () => ({ k: 'last', n: c.between(1, 12), grain: 'month', to: c.of([null, `${year}-06`]) }),
    () => ({ k: 'ytd', to: c.of([null, `${year}-09`]) }),
    () => ({ k: 'since', from: String(c.between(years.from - 2, years.to - 1)) }),
  ]
  if (scope.needsPanel && c.chance(60)) return c.of([ways[0], ways[1], ways[4]] as (() => Time)[])()
  return c.of(ways)()
}

/** Where periods of a grain are looked at: a window that may move with the cell, and what grain. */
export function periodsUnder(
  c: Choices,
  years: Years,
  scope: Scope,
  yearly: boolean,
): { grain: TimeGrain; time: PlainTime } {
  const year = c.between(years.from + 1, years.to)
  const isYearly = yearly || (!scope.needsPanel && c.chance(60))
  const grain = isYearly ? 'year' : c.of(['quarter', 'half', 'month'] as const)
  const ways: PlainTime[] = isYearly
    ? [
        { k: 'last', n: c.between(2, 4), grain: 'year', to: null },
        span(String(year - c.between(1, 2)), String(year)),
        { k: 'since', from: String(years.from) },
        { k: 'shift', by: c.of([0, -1]), grain: 'year' },
        { k: 'last', n: 3, grain: 'year', to: String(year) },
      ]
    : [
        { k: 'shift', by: 0, grain },
        { k: 'last', n: c.between(2, 6), grain, to: null },
        { k: 'ytd', to: null },
        span(`${year}-H1`, `${year}-${c.of(['H1', '08', 'Q4'])}`),
        { k: 'since', from: `${year}-02` },
      ]
  return { grain, time: c.of(ways) }
}
