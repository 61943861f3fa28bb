/** A day of the calendar as it is shown and typed: '2026-11-21'. Days compare as texts do. */
export type Day = string

const dayMs = 86_400_000
const momentOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (moment: number): Day => new Date(moment).toISOString().slice(0, 10)

/** The day that a text in the form YYYY-MM-DD names, or null: '2026-02-30' names none. */
export function parseDay(text: string): Day | null {
  const typed = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typed)) return null
  const moment = momentOf(typed)
  return !Number.isNaN(moment) && dayAt(moment) === typed ? typed : null
}

/** Why a typed text names no day from `min` to `max`; null where it does, or is empty. */
export function dayProblem(text: string, min: Day, max: Day): string | null {
  if (text.trim() === '') return null
  const day = parseDay(text)
  if (day === null) return 'Enter a date as YYYY-MM-DD.'
  if (day > max) return `Choose a day up to ${max}.`
  return day < min ? `Choose a day from ${min} on.` : null
}

/** Today on the reader's calendar. */
export function today(now = new Date()): Day {
  return dayAt(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

export const yearOf = (day: Day): number => Number(day.slice(0, 4))
/** 0 for January. */
export const monthOf = (day: Day): number => Number(day.slice(5, 7)) - 1
/** 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(momentOf(day)).getUTCDay()

export const addDays = (day: Day, days: number): Day => dayAt(momentOf(day) + days * dayMs)

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

export const lastOfMonth = (day: Day): Day => dayAt(Date.UTC(yearOf(day), monthOf(day) + 1, 1) - dayMs)

/** The same day of another month, or its last one where it has no such day. */
export function addMonths(day: Day, months: number): Day {
  const first = dayAt(Date.UTC(yearOf(day), monthOf(day) + months, 1))
  const last = lastOfMonth(first)
  const same = first.slice(0, 8) + day.slice(8)
  return same > last ? last : same
}

/** The nearest day from `min` to `max`. */
export const clampDay = (day: Day, min: Day, max: Day): Day => (day < min ? min : day > max ? max : day)
