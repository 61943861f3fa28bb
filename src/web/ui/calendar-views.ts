import {
  addDays,
  addMonths,
  clampDay,
  type Day,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  weekdayOf,
  yearOf,
} from './day.ts'

/** The days of a month, the months of a year, or 24 years. */
export type View = 'days' | 'months' | 'years'

/** What a calendar is about. */
export interface Calendar {
  /** The chosen day; '' for none. */
  value: Day | ''
  /** The first and the last day that can be chosen. */
  min: Day
  max: Day
  today: Day
  /** 0 for Sunday. */
  firstWeekday: number
}

export interface Cell {
  /** The day that picking it leads to. */
  day: Day
  label: string
  /** What is read out. */
  name: string
  isOff: boolean
  isChosen: boolean
  isNow: boolean
  isActive: boolean
}

export const columnsOf: Record<View, number> = { days: 7, months: 4, years: 4 }
const yearsShown = 24

const inUtc = (options: Intl.DateTimeFormatOptions, locale?: string) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (day: Day) => format.format(new Date(`${day}T00:00:00Z`))
}
/** 'Nov': three letters in every month, as the specification writes them. */
const shortMonth = inUtc({ month: 'short' }, 'en-US')
const monthOfYear = (year: number, month: number): Day =>
  `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-01`

/** The first of the 24 years shown with a year: the last of them is the last that can be chosen, or 24 years off it. */
function firstYear(day: Day, max: Day): number {
  const after = yearOf(max) - yearOf(day)
  return yearOf(max) - Math.floor(after / yearsShown) * yearsShown - yearsShown + 1
}

/** 'Nov 2026', '2026', '2003 – 2026'. */
export function headingOf(view: View, active: Day, max: Day): string {
  if (view === 'days') return `${shortMonth(active)} ${yearOf(active)}`
  if (view === 'months') return String(yearOf(active))
  const first = firstYear(active, max)
  return `${first} – ${first + yearsShown - 1}`
}

/** The cells of a view in reading order, rows filled up with null. */
export function cellsOf(view: View, active: Day, calendar: Calendar): (Cell | null)[] {
  if (view === 'days') return daysOf(active, calendar)
  return view === 'months' ? monthsOf(active, calendar) : yearsOf(active, calendar)
}

function daysOf(active: Day, { value, min, max, today, firstWeekday }: Calendar): (Cell | null)[] {
  const nameOf = inUtc({ dateStyle: 'full' })
  const first = firstOfMonth(active)
  const blanks = (weekdayOf(first) - firstWeekday + 7) % 7
  const count = Number(lastOfMonth(active).slice(8))
  const cells = Array.from({ length: count }, (_, place): Cell => {
    const day = addDays(first, place)
    return {
      day,
      label: String(place + 1),
      name: nameOf(day),
      isOff: day < min || day > max,
      isChosen: day === value,
      isNow: day === today,
      isActive: day === active,
    }
  })
  // Six rows in every month: the panel keeps its size.
  return Array.from({ length: 42 }, (_, place) => cells[place - blanks] ?? null)
}

function monthsOf(active: Day, { value, min, max, today }: Calendar): Cell[] {
  const nameOf = inUtc({ month: 'long', year: 'numeric' })
  return Array.from({ length: 12 }, (_, month): Cell => {
    const first = monthOfYear(yearOf(active), month)
    const has = (day: Day) => day !== '' && firstOfMonth(day) === first
    return {
      day: clampDay(addMonths(active, month - monthOf(active)), min, max),
      label: shortMonth(first),
      name: nameOf(first),
      isOff: lastOfMonth(first) < min || first > max,
      isChosen: has(value),
      isNow: has(today),
      isActive: has(active),
    }
  })
}

function yearsOf(active: Day, { value, min, max, today }: Calendar): Cell[] {
  const first = firstYear(active, max)
  return Array.from({ length: yearsShown }, (_, place): Cell => {
    const year = first + place
    return {
      day: clampDay(addMonths(active, 12 * (year - yearOf(active))), min, max),
      label: String(year),
      name: String(year),
      isOff: year < yearOf(min) || year > yearOf(max),
      isChosen: value !== '' && yearOf(value) === year,
      isNow: yearOf(today) === year,
      isActive: yearOf(active) === year,
    }
  })
}

/** The day that stands `pages` of a view further on. */
export const turned = (view: View, active: Day, pages: number): Day =>
  addMonths(active, pages * { days: 1, months: 12, years: 12 * yearsShown }[view])

/** The day that a key leads to, or null for a key that leads nowhere. With `shift` the page keys turn a year. */
export function movedBy(
  key: string,
  view: View,
  active: Day,
  { max, firstWeekday }: Pick<Calendar, 'max' | 'firstWeekday'>,
  shift = false,
): Day | null {
  const step = (cells: number) =>
    view === 'days' ? addDays(active, cells) : addMonths(active, cells * (view === 'months' ? 1 : 12))
  const inWeek = (weekdayOf(active) - firstWeekday + 7) % 7
  const place = { days: inWeek, months: monthOf(active), years: yearOf(active) - firstYear(active, max) }[
    view
  ]
  const last = { days: 6, months: 11, years: yearsShown - 1 }[view]
  const page = (pages: number) =>
    shift && view === 'days' ? addMonths(active, 12 * pages) : turned(view, active, pages)
  switch (key) {
    case 'ArrowLeft':
      return step(-1)
    case 'ArrowRight':
      return step(1)
    case 'ArrowUp':
      return step(-columnsOf[view])
    case 'ArrowDown':
      return step(columnsOf[view])
    case 'Home':
      return step(-place)
    case 'End':
      return step(last - place)
    case 'PageUp':
      return page(-1)
    case 'PageDown':
      return page(1)
    default:
      return null
  }
}
