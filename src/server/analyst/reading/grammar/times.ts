import type { Time } from '../../../../contract/query.ts'
import { periodMonths, periodName } from '../../../insights/insights.ts'
import { type Rule, rule } from '../chart.ts'
import type { Sem, SemOf } from '../sem.ts'

const span = (from: string, to = from): Time => ({ k: 'span', from, to })
const isPoint = (time: Time): time is Extract<Time, { k: 'span' }> =>
  time.k === 'span' && time.from === time.to
export const isYear = (time: Time) => isPoint(time) && time.from.length === 4
const yearOf = (time: Extract<Time, { k: 'span' }>) => Number(time.from.slice(0, 4))
const timed = (time: Time, vague = false): Sem => ({ c: 'time', time, vague })
const lastMonthOf = (time: Time) => (time.k === 'span' ? periodName('month', periodMonths(time.to)[1]) : null)
const pad = (month: number) => String(month).padStart(2, '0')

/** A span that runs from the start of one time to the end of another, in the finer of both forms. */
function fromTo(a: Time, b: Time): Time | null {
  if (a.k !== 'span' || b.k !== 'span') return null
  if (a.from.length === b.to.length) return a.from <= b.to ? span(a.from, b.to) : null
  const month = (at: number) => periodName('month', at)
  return span(month(periodMonths(a.from)[0]), month(periodMonths(b.to)[1]))
}

const monthOf = (of: Extract<Time, { k: 'span' }>, month: number) =>
  span(`${of.from.slice(0, 4)}-${pad(month)}`)

/** A month of a year, or of a part of one that has it. */
function within(of: Time, month: number): Sem | null {
  if (!isPoint(of) || /-\d\d$/.test(of.from)) return null
  const [from, to] = periodMonths(of.from)
  const at = from - (from % 12) + month - 1
  return at >= from && at <= to ? timed(monthOf(of, month)) : null
}

/** Times of `today`: 'last year' is the last whole calendar year. */
export function timeRules(today: string, lastYear: number): Rule[] {
  const thisYear = Number(today.slice(0, 4))
  const open = (op: string, held: SemOf<'time' | 'month'>): Sem => ({ c: 'open', op, held })
  const held = (of: SemOf<'open'>) => (of.held.c === 'time' ? of.held.time : null)
  const lastGrain = ({ op }: SemOf<'op'>, { grain, adverb }: SemOf<'grain'>): Sem | null => {
    if (adverb) return null
    if (op === 'this' && grain === 'year') return timed(span(String(thisYear)))
    if (op === 'before last' && grain === 'year') return timed(span(String(thisYear - 2)))
    if (op !== 'last') return null
    if (grain === 'year') return timed(span(String(thisYear - 1)))
    return timed({ k: 'last', n: 1, grain, to: String(lastYear) })
  }
  return [
    rule('month year', 'month', 'time', (a, b) =>
      isYear(b.time) && b.time.k === 'span' ? timed(span(`${b.time.from}-${pad(a.month)}`)) : null,
    ),
    // '2025 Aprili'; a month of a quarter that is named: 'robo ya pili ya 2025 (Aprili hadi Juni)'
    rule('year month', 'time', 'month', (a, b) => within(a.time, b.month), 0.2),
    rule('time to month', 'open', 'month', (a, b) => {
      const first = a.op === 'to' ? held(a) : null
      if (first?.k !== 'span' || first.from.slice(0, 4) !== first.to.slice(0, 4)) return null
      const time = fromTo(first.from.length === 4 ? span(`${first.from}-01`) : first, monthOf(first, b.month))
      return time ? timed(time) : null
    }),
    // 'January to June 2025'
    rule('month to', 'month', 'op', (a, b) => (b.op === 'to' ? { c: 'open', op: 'months', held: a } : null)),
    // 'The year 2025'
    rule(
      'year named',
      'grain',
      'time',
      (a, b) => (a.grain === 'year' && !a.adverb && isYear(b.time) ? b : null),
      0,
      0,
    ),
    // 'March and April 2025'
    rule('month and', 'month', 'op', (a, b) =>
      b.op === 'and' ? { c: 'open', op: 'month and', held: a } : null,
    ),
    rule('month and month', 'open', 'time', (a, b) => {
      if (a.op !== 'month and' || a.held.c !== 'month' || !isPoint(b.time) || b.time.to.length !== 7)
        return null
      return { c: 'times', list: [span(`${b.time.to.slice(0, 4)}-${pad(a.held.month)}`), b.time] }
    }),
    rule('from month', 'op', 'month', (a, b) => (a.op === 'from' ? b : null)),
    rule('between month', 'op', 'month', (a, b) =>
      a.op === 'between' ? { c: 'open', op: 'between month', held: b } : null,
    ),
    rule('between month and', 'open', 'op', (a, b) =>
      a.op === 'between month' && b.op === 'and' ? { ...a, op: 'months' } : null,
    ),
    rule('month to month', 'open', 'time', (a, b) => {
      if (a.op !== 'months' || a.held.c !== 'month' || b.time.k !== 'span') return null
      const from = `${b.time.to.slice(0, 4)}-${pad(a.held.month)}`
      return isPoint(b.time) && b.time.to.length === 7 && from < b.time.to
        ? timed(span(from, b.time.to))
        : null
    }),
    rule('part year', 'part', 'time', (a, b) => {
      if (b.time.k !== 'span' || !isYear(b.time)) return null
      return timed(span(`${b.time.from}-${a.grain === 'half' ? 'H' : 'Q'}${a.n}`))
    }),
    rule('year part', 'time', 'part', (a, b) => {
      if (a.time.k !== 'span' || !isYear(a.time)) return null
      return timed(span(`${a.time.from}-${b.grain === 'half' ? 'H' : 'Q'}${b.n}`))
    }),
    // 'The third quarter of 2024 and 2025'
    rule('part years', 'part', 'times', (a, b) => {
      if (b.than || !b.list.every(isYear)) return null
      const part = `${a.grain === 'half' ? 'H' : 'Q'}${a.n}`
      return { ...b, list: b.list.map(year => span(year.k === 'span' ? `${year.from}-${part}` : part)) }
    }),
    rule('time to', 'time', 'op', (a, b) => (b.op === 'to' ? open('to', a) : null)),
    rule('time to time', 'open', 'time', (a, b) => {
      const first = a.op === 'to' ? held(a) : null
      const time = first && fromTo(first, b.time)
      return time ? timed(time) : null
    }),
    // '2020–25'
    rule('time to number', 'open', 'num', (a, b) => {
      const first = a.op === 'to' ? held(a) : null
      if (!first || !isYear(first) || first.k !== 'span' || b.value < 1 || b.value > 99) return null
      const time = fromTo(first, span(String(yearOf(first) - (yearOf(first) % 100) + b.value)))
      return time ? timed(time) : null
    }),
    rule(
      'from time',
      'op',
      'time',
      (a, b) => {
        const { time } = b
        if (time.k !== 'span') return null
        if (a.op === 'since') return timed({ k: 'since', from: time.from })
        // 'Over 2023, 2024 and 2025'
        if (a.op === 'over') return isPoint(time) ? b : null
        if (a.op === 'from') return isPoint(time) ? timed({ k: 'since', from: time.from }) : b
        if (a.op === 'before' && isYear(time)) return timed(span('2000', String(yearOf(time) - 1)))
        if (a.op === 'same period') return { c: 'against', n: 1, grain: 'year', of: time }
        if (a.op === 'between') return isPoint(time) ? open('between', b) : b
        if (a.op === 'after' && isYear(time)) return timed({ k: 'since', from: String(yearOf(time) + 1) })
        if (a.op === 'until') return timed(span('2000', time.to), true)
        if (a.op === 'mat') {
          const to = lastMonthOf(time)
          return to ? timed({ k: 'last', n: 12, grain: 'month', to }) : null
        }
        if (a.op === 'ytd') {
          const to = lastMonthOf(time)
          return to ? timed({ k: 'ytd', to }) : null
        }
        return null
      },
      -0.4,
    ),
    rule('between and', 'open', 'op', (a, b) =>
      a.op === 'between' && b.op === 'and' ? { ...a, op: 'to' } : null,
    ),
    // 'The year to date through September' of the last year with figures
    rule('ytd to', 'op', 'op', (a, b) => (a.op === 'ytd' && b.op === 'to' ? a : null), 0, 1),
    rule('ytd month', 'op', 'month', (a, b) =>
      a.op === 'ytd' || a.op === 'mat'
        ? timed(
            a.op === 'ytd'
              ? { k: 'ytd', to: `${lastYear}-${pad(b.month)}` }
              : { k: 'last', n: 12, grain: 'month', to: `${lastYear}-${pad(b.month)}` },
          )
        : null,
    ),
    rule('last dur', 'op', 'dur', (a, b) =>
      a.op === 'last' || a.op === 'over' || a.op === 'since'
        ? timed({ k: 'last', n: b.n, grain: b.grain, to: null })
        : null,
    ),
    rule('dur ago', 'dur', 'op', (a, b) => {
      if (b.op !== 'ago' || a.grain !== 'year') return null
      return timed(span(String(lastYear - a.n)))
    }),
    // 'قبل عشر سنوات'
    rule('before dur', 'op', 'dur', (a, b) =>
      a.op === 'before' && b.grain === 'year' ? timed(span(String(lastYear - b.n))) : null,
    ),
    rule('dur before', 'dur', 'op', (a, b) =>
      b.op === 'before' ? { c: 'timeRef', ref: 'before', n: a.n, grain: a.grain } : null,
    ),
    rule('grain before', 'grain', 'op', (a, b) =>
      b.op === 'before' && !a.adverb ? { c: 'timeRef', ref: 'before', n: 1, grain: a.grain } : null,
    ),
    rule('last grain', 'op', 'grain', (a, b) => lastGrain(a, b)),
    // 'Miaka mitano iliyopita', 'mwaka jana', 'mwaka huu'
    rule('last after dur', 'dur', 'op', (a, b) =>
      b.op === 'last' ? timed({ k: 'last', n: a.n, grain: a.grain, to: null }) : null,
    ),
    rule('last after grain', 'grain', 'op', (a, b) => lastGrain(b, a)),
    // 'Five years to 2024', 'ten years from 2010'
    rule('dur to time', 'dur', 'op', (a, b) =>
      b.op === 'to' || b.op === 'from' ? { c: 'open', op: `dur ${b.op}`, held: a } : null,
    ),
    rule('dur to year', 'open', 'time', (a, b) => {
      if (a.held.c !== 'dur' || !isYear(b.time) || a.held.grain !== 'year') return null
      const { n } = a.held
      const year = b.time.k === 'span' ? yearOf(b.time) : 0
      return timed(
        a.op === 'dur to' ? span(String(year - n), String(year)) : span(String(year), String(year + n)),
      )
    }),
    // 'The MAT before', 'against the same quarter of 2024'
    rule('vs before', 'op', 'against', (a, b) =>
      a.op === 'vs' || a.op === 'than' ? { ...b, vs: true } : null,
    ),
    rule('before of year', 'against', 'time', (a, b) =>
      isYear(b.time) && !a.of && !a.vs ? { ...a, of: b.time } : null,
    ),
    // 'The GDP of Kenya compared with 2019'
    rule(
      'vs time',
      'op',
      'time',
      (a, b) => (a.op === 'vs' && isPoint(b.time) ? { c: 'against', n: 1, grain: 'year', of: b.time } : null),
      0.3,
    ),
    // 'Higher than in 2015' compares today with it.
    rule('than time', 'op', 'time', (a, b) =>
      a.op === 'than' && isPoint(b.time)
        ? { c: 'times', list: [{ k: 'latest', within: null }, b.time], than: true }
        : null,
    ),
    rule('time and', 'time', 'op', (a, b) =>
      ['and', 'vs', 'or', 'than'].includes(b.op) && isPoint(a.time)
        ? open(b.op === 'than' ? 'than list' : 'list', a)
        : null,
    ),
    // 'Dearer in 2025 than in 2019'
    rule('time than time', 'open', 'time', (a, b) =>
      a.op === 'than list' && a.held.c === 'time' && isPoint(b.time)
        ? { c: 'times', list: [a.held.time, b.time], than: true }
        : null,
    ),
    rule('times and', 'times', 'op', (a, b) =>
      ['and', 'vs', 'or'].includes(b.op) ? { c: 'open', op: 'list', held: a } : null,
    ),
    rule('time and time', 'open', 'time', (a, b) => {
      if (a.op !== 'list' || !isPoint(b.time)) return null
      if (a.held.c === 'time') return { c: 'times', list: [a.held.time, b.time] }
      return a.held.c === 'times' ? { c: 'times', list: [...a.held.list, b.time] } : null
    }),
  ]
}
