import type { Gap, Period } from '../../../contract/plan.ts'
import type { TimeAsk, Window } from './time-ask.ts'

/** What is held, in months for the panel and in years for a figure. */
export interface HeldTime {
  from: string
  to: string
  /** False for annual figures: months cannot be answered. */
  months: boolean
  /** 'The panel', 'GDP': the subject of a sentence that says where it ends. */
  name: string
}

export interface ResolvedTime {
  period: Period | null
  against: Period | null
  gaps: Gap[]
  assumptions: string[]
  /** True where nothing that was asked lies inside what is held. */
  outside: boolean
}

const yearOf = (at: string) => Number(at.slice(0, 4))
const firstMonth = (at: string) => (at.length === 4 ? `${at}-01` : at)
const lastMonth = (at: string) => (at.length === 4 ? `${at}-12` : at)

/** A month some months on or back. */
export function addMonths(at: string, months: number): string {
  const count = yearOf(at) * 12 + Number(at.slice(5, 7)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The latest year held whole. */
export function latestYear(held: HeldTime): number {
  return held.to.length === 4 || held.to.endsWith('-12') ? yearOf(held.to) : yearOf(held.to) - 1
}

function makePeriod(from: string, to: string, name: string | null): Period {
  const whole = firstMonth(from).endsWith('-01') && lastMonth(to).endsWith('-12')
  return whole
    ? { from: from.slice(0, 4), to: to.slice(0, 4), grain: 'year', name }
    : { from: firstMonth(from), to: lastMonth(to), grain: 'month', name }
}

interface Bounds {
  from: string
  to: string
  name: string | null
  /** Counted from today or from the end of the data: may be moved to what is held, and said so. */
  relative: boolean
}

function bounds(window: Window, held: HeldTime, today: string): Bounds {
  const latest = String(latestYear(held))
  const end = lastMonth(held.to)
  switch (window.kind) {
    case 'span': {
      const [from, to] = window.from <= window.to ? [window.from, window.to] : [window.to, window.from]
      return { from, to, name: null, relative: false }
    }
    case 'since':
      return {
        from: window.from,
        to: held.months && window.from.length > 4 ? end : latest,
        name: null,
        relative: false,
      }
    case 'until':
      return { from: held.from.slice(0, 4), to: window.to, name: null, relative: false }
    case 'last': {
      if (window.unit === 'year') {
        const from = String(Number(latest) - window.count + 1)
        return { from, to: latest, name: `last ${window.count} years`, relative: true }
      }
      const months = window.unit === 'quarter' ? window.count * 3 : window.count
      return { from: addMonths(end, 1 - months), to: end, name: `last ${months} months`, relative: true }
    }
    case 'calendar':
      return calendarBounds(window.unit, window.back, today)
    case 'part': {
      const two = (month: number) => String(month).padStart(2, '0')
      return {
        from: `${latest}-${two(window.from)}`,
        to: `${latest}-${two(window.to)}`,
        name: null,
        relative: true,
      }
    }
    case 'mat': {
      const to = window.to ?? end
      return { from: addMonths(to, -11), to, name: 'moving annual total', relative: window.to === null }
    }
    case 'ytd': {
      const to = window.to ?? end
      return { from: `${to.slice(0, 4)}-01`, to, name: 'year to date', relative: window.to === null }
    }
  }
}

function calendarBounds(unit: 'year' | 'quarter' | 'month', back: number, today: string): Bounds {
  const year = yearOf(today)
  if (unit === 'year') {
    const asked = String(year - back)
    return { from: asked, to: asked, name: back === 1 ? 'last calendar year' : 'this year', relative: true }
  }
  const month = today.slice(0, 7)
  const first =
    unit === 'month'
      ? month
      : `${year}-${String(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}`
  const length = unit === 'month' ? 1 : 3
  const from = addMonths(first, -back * length)
  return {
    from,
    to: addMonths(from, length - 1),
    name: `${back === 1 ? 'last' : 'this'} ${unit}`,
    relative: true,
  }
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** Where what is held begins or ends, in words. */
function edge(held: HeldTime, late: boolean): string {
  const at = late ? held.to : held.from
  const verb = late ? 'ends' : 'begins'
  const month = monthName.format(new Date(`${firstMonth(at)}-01T00:00:00Z`))
  return `${held.name} ${verb} in ${at.length === 4 ? at : `${month} ${at.slice(0, 4)}`}`
}

function askedWords(part: Bounds): string {
  return part.from === part.to ? part.from : `${part.from} to ${part.to}`
}

/** Fits one window into what is held; what falls outside becomes a gap. */
function fitInto(part: Bounds, held: HeldTime, out: ResolvedTime): Period | null {
  const [first, last] = [firstMonth(held.from), lastMonth(held.to)]
  const [from, to] = [firstMonth(part.from), lastMonth(part.to)]
  const monthly = part.from.length > 4 || part.to.length > 4
  if (monthly && !held.months) {
    out.gaps.push({
      asked: part.name ?? askedWords(part),
      kind: 'grain',
      reason: `We do not hold months for this: ${held.name} is annual, so the year ${part.to.slice(0, 4)} is shown.`,
      nearest: null,
    })
    return fitInto({ ...part, from: part.from.slice(0, 4), to: part.to.slice(0, 4) }, held, out)
  }
  if (from >= first && to <= last) return makePeriod(part.from, part.to, part.name)
  const late = to > last
  if (to < first || from > last) {
    if (part.relative && late) return moved(part, held, out)
    out.outside = true
    out.gaps.push({
      asked: askedWords(part),
      kind: 'period',
      reason: `We do not hold ${askedWords(part)}: ${edge(held, late)}.`,
      nearest: null,
    })
    return null
  }
  out.gaps.push({
    asked: askedWords(part),
    kind: 'period',
    reason: `We do not hold all of ${askedWords(part)}: ${edge(held, late)}.`,
    nearest: null,
  })
  const clipped = [from < first ? first : from, late ? last : to] as const
  return makePeriod(clipped[0], clipped[1], null)
}

/** 'Last year' after the end of the data is answered for the latest one held, and says so first. */
function moved(part: Bounds, held: HeldTime, out: ResolvedTime): Period {
  const latest = String(latestYear(held))
  const shown = part.from.length === 4 ? latest : held.to
  out.gaps.push({
    asked: part.name ?? askedWords(part),
    kind: 'period',
    reason: `${askedWords(part)} is not held; ${shown === latest ? latest : 'the latest month held'}: ${edge(held, true)}.`,
    nearest: null,
  })
  return makePeriod(shown, shown, `latest ${part.from.length === 4 ? 'year' : 'month'} held`)
}

/** The window of the same length just before. */
export function windowBefore(period: Period): Period {
  if (period.grain === 'year') {
    const length = yearOf(period.to) - yearOf(period.from) + 1
    const from = String(yearOf(period.from) - length)
    return { from, to: String(yearOf(period.from) - 1), grain: 'year', name: null }
  }
  return { from: addMonths(period.from, -12), to: addMonths(period.to, -12), grain: 'month', name: null }
}

/** Turns what was asked about time into periods that lie in what is held. */
export function resolveTime(ask: TimeAsk, held: HeldTime, today: string): ResolvedTime {
  const out: ResolvedTime = { period: null, against: null, gaps: [], assumptions: [], outside: false }
  const parts = ask.windows.slice(0, 2).map(({ window }) => bounds(window, held, today))
  const periods = parts.map(part => fitInto(part, held, out)).filter(part => part !== null)
  const [one, two] = periods
  if (one && two) {
    const [early, late] = firstMonth(one.from) <= firstMonth(two.from) ? [one, two] : [two, one]
    out.period = late
    out.against = early
  } else if (one) {
    out.period = one
    out.outside = false
  }
  if (out.period && !out.against && ask.versusYearBefore) {
    const before = windowBefore(out.period)
    if (firstMonth(before.from) >= firstMonth(held.from)) out.against = before
  }
  if (ask.unheldRows) {
    const quarterly = ask.unheldRows.startsWith('quarter')
    out.gaps.push({
      asked: ask.unheldRows,
      kind: 'grain',
      reason: held.months
        ? `We do not hold ${ask.unheldRows} figures: the panel is monthly${quarterly ? ', and quarters are asked for one by one (Q1 2025)' : ''}.`
        : `We do not hold ${ask.unheldRows} figures: ${held.name} is annual.`,
      nearest: null,
    })
  }
  if (ask.rows === 'month' && !held.months) {
    out.gaps.push({
      asked: 'monthly',
      kind: 'grain',
      reason: `We do not hold monthly figures for this: ${held.name} is annual.`,
      nearest: null,
    })
  }
  return out
}
