import { type Cut, type Dim, dims, type SetOf, type Time, type TimeGrain } from '../../../contract/query.ts'
import { type DataModel, lastYearOf } from './data-model.ts'
import { monthsOf, periodMonths, window, windowAt } from './sql/windows.ts'

/** What is known of the members that a cell has in one dimension, before any figure is read. */
export interface Place {
  /** A list for each row there may be: the members of its cell, or those they are among. */
  sets: readonly (readonly string[])[]
  /** How many members a cell has, at least and at most. */
  least: number
  most: number
  /** Each list is the members of a cell, not what they are among. */
  exact: boolean
}

export interface Months {
  from: number
  to: number
}

/** The windows that a cell may have lie between two: those of the first and the last period, or of the years that `latest` tries. */
export interface Windows {
  first: Months
  last: Months
  /** A value is needed at all of them, not at any. */
  every: boolean
}

/** A cell of a query as far as it is known without figures. A dimension that is missing is not restricted. */
export interface Cell {
  places: Partial<Record<Dim, Place>>
  time: Windows
}

interface Members {
  within: readonly string[]
  least: number
  most: number
}

/** Members of a set: all of them, or what they are among where it depends on figures. */
export function membersOf(model: DataModel, set: SetOf): Members {
  switch (set.k) {
    case 'ids':
      return exactly([...new Set(set.ids)])
    case 'all':
      return exactly(model.members[set.dim])
    case 'in':
      return exactly(model.sets[set.dim].get(set.id) ?? [])
    case 'where': {
      const of = membersOf(model, set.of)
      return { ...of, least: 0 }
    }
    case 'top': {
      const of = membersOf(model, set.of)
      const left = (size: number) => Math.max(0, Math.min(set.n, size - set.skip))
      return { within: of.within, least: left(of.least), most: left(of.most) }
    }
    default:
      return joined(set.k, membersOf(model, set.a), membersOf(model, set.b))
  }
}

const exactly = (within: readonly string[]): Members => ({
  within,
  least: within.length,
  most: within.length,
})
const isExact = ({ within, least }: Members) => least === within.length

function joined(how: 'and' | 'or' | 'except', a: Members, b: Members): Members {
  const inB = new Set(b.within)
  const keeps = { and: (id: string) => inB.has(id), or: () => true, except: (id: string) => !inB.has(id) }
  if (isExact(a) && isExact(b)) {
    const more = how === 'or' ? b.within.filter(id => !a.within.includes(id)) : []
    return exactly([...a.within.filter(keeps[how]), ...more])
  }
  if (how === 'and') {
    const within = a.within.filter(keeps.and)
    return { within, least: 0, most: Math.min(within.length, a.most, b.most) }
  }
  if (how === 'except') {
    const within = isExact(b) ? a.within.filter(keeps.except) : a.within
    return { within, least: Math.max(0, a.least - b.most), most: Math.min(within.length, a.most) }
  }
  const within = [...new Set([...a.within, ...b.within])]
  return { within, least: Math.max(a.least, b.least), most: Math.min(within.length, a.most + b.most) }
}

/** The cell of all members of a set together. */
export function placeOf(model: DataModel, set: SetOf): Place {
  const members = membersOf(model, set)
  const { within, least, most } = members
  return { sets: [within], least, most, exact: isExact(members) }
}

/** A cell for each member. */
export const eachOf = (ids: readonly string[]): Place => ({
  ...{ sets: ids.map(id => [id]), least: 1, most: 1, exact: true },
})
export const eachMember = (model: DataModel, set: SetOf) => eachOf(membersOf(model, set).within)

/** A cell for each named group or department. */
export function eachNamed(model: DataModel, dim: Dim, ids: readonly string[]): Place {
  const sets = ids.map(id => model.sets[dim].get(id) ?? [])
  const sizes = sets.map(set => set.length)
  return { sets, least: Math.min(...sizes), most: Math.max(...sizes), exact: true }
}

export const withPlace = (cell: Cell, dim: Dim, place: Place): Cell => ({
  ...cell,
  places: { ...cell.places, [dim]: place },
})

export function withCut(model: DataModel, cell: Cell, cut: Cut): Cell {
  return dims.reduce((at, dim) => {
    const set = cut[dim]
    return set ? withPlace(at, dim, placeOf(model, set)) : at
  }, cell)
}

/** The members a cell has or is among, where nothing restricts it all of them. */
export function membersAt(model: DataModel, { places }: Cell, dim: Dim): Place {
  const all = dim === 'country' ? model.everywhere : model.members[dim]
  return places[dim] ?? { sets: [all], least: all.length, most: all.length, exact: true }
}

export const lengthOf = ({ from, to }: Months) => to - from + 1

/** How many months every window has; null where they differ. */
export const commonLength = ({ first, last }: Windows) =>
  lengthOf(first) === lengthOf(last) ? lengthOf(first) : null

export const isWholeYears = ({ from, to }: Months) => from % 12 === 0 && to % 12 === 11

export const isSeveralYears = ({ first, last }: Windows) => lengthOf(first) > 12 && lengthOf(last) > 12

/** The windows of a time at a cell; `latest` tries the years back to `maxAge`. */
export function windowsAt(model: DataModel, time: Time, cell: Windows | null, maxAge: number): Windows {
  const every = cell?.every ?? false
  if (time.k === 'latest') {
    const year = lastYearOf(model)
    return { first: yearMonths(year - (time.within ?? maxAge)), last: yearMonths(year), every: false }
  }
  const at = (months: Months | null) => {
    const { lo, hi } = windowAt(time, months && window(months.from, months.to), model.panel.to)
    return { from: lo.plus, to: hi.plus }
  }
  return { first: at(cell?.first ?? null), last: at(cell?.last ?? null), every }
}

export const yearMonths = (year: number): Months => ({ from: 12 * year, to: 12 * year + 11 })

/** The first and last period of a grain that lie wholly in the windows; null where none does. */
export function periodsIn({ first, last }: Windows, grain: TimeGrain, every: boolean): Windows | null {
  const months = monthsOf[grain]
  const from = Math.ceil(first.from / months) * months
  const end = Math.floor((last.to + 1) / months) * months
  if (from + months > end) return null
  return {
    first: { from, to: from + months - 1 },
    last: { from: end - months, to: end - 1 },
    every,
  }
}

/** How many periods of a grain lie wholly in the windows. */
export function periodCount(windows: Windows, grain: TimeGrain): number {
  const periods = periodsIn(windows, grain, false)
  return periods ? (periods.last.from - periods.first.from) / monthsOf[grain] + 1 : 0
}

/** '2019', '2019–2021' or '2019-07–2019-12'. */
export function printMonths({ from, to }: Months): string {
  const year = (month: number) => String(Math.floor(month / 12))
  const month = (at: number) => `${year(at)}-${String((at % 12) + 1).padStart(2, '0')}`
  const [start, end] = isWholeYears({ from, to }) ? [year(from), year(to)] : [month(from), month(to)]
  return start === end ? start : `${start}–${end}`
}

/** The first and last month of a period id. */
export function monthsOfPeriod(id: string): Months {
  const [from, to] = periodMonths(id)
  return { from, to }
}
