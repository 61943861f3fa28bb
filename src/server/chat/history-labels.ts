/** Days since 1970 of a moment, as the calendar of a time zone counts them, with its month in words: 'May 2026'. */
export interface LocalDay {
  day: number
  month: string
}

export function localDays(timeZone: string): (at: Date) => LocalDay {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const month = new Intl.DateTimeFormat('en-GB', { timeZone, month: 'long', year: 'numeric' })
  return at => ({ day: Date.parse(`${parts.format(at)}T00:00:00Z`) / 86_400_000, month: month.format(at) })
}

/** The group a conversation stands in: by when it was last used, on the reader's calendar. */
export function historyLabel(used: LocalDay, today: LocalDay): string {
  const daysAgo = today.day - used.day
  if (daysAgo <= 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  if (daysAgo <= 7) return 'Previous 7 days'
  return used.month
}
