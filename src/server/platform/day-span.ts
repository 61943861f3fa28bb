const dayMs = 86_400_000

/** The moment a day begins in a time zone; where clocks jump over midnight, the first moment there is. */
function startOfDay(day: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`)
  const clock = wallClock(timeZone)
  // No zone changes twice in two days, so the offset is that of the day before or of the day after.
  const candidates = [wall - dayMs, wall + dayMs].map(at => wall - (clock(at) - at))
  const first = candidates.sort((a, b) => a - b).find(at => clock(at) >= wall)
  return new Date(first ?? wall)
}

/** What the clocks of a zone show at a moment, read as if it were UTC. */
function wallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return at => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}

/** Moments from `since` on and before `until`; either may be open. */
export interface TimeSpan {
  since?: Date | undefined
  until?: Date | undefined
}

/** The time that the days from `from` to `to`, both included, take up in a zone. */
export function daySpan(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): TimeSpan {
  const next = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  return {
    since: from === undefined ? undefined : startOfDay(from, timeZone),
    until: to === undefined ? undefined : startOfDay(next(to), timeZone),
  }
}
