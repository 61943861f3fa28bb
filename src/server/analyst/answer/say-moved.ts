import { isDeepStrictEqual } from 'node:util'
import type { Expr } from '../../../contract/query.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { FigureStyle } from './figures.ts'
import { textOf } from './messages.ts'
import type { Phrase } from './phrase.ts'
import type { Shown } from './view.ts'
import { direction, type Said, subjectOf, type Writing } from './writing.ts'

/** A figure at a time. */
export interface Point {
  value: number
  period: string
  print: (style: FigureStyle) => Piece[]
}

/** A cell as a point; null where it has no figure or no period. */
export function pointOf({ view }: Writing, row: number, shown: Shown): Point | null {
  const [value, period] = [view.value(row, shown), view.period(row, shown)]
  return value === null || period === null
    ? null
    : { value, period, print: style => view.figure(row, shown, style) }
}

/** 'rose from US$ 1.1bn in 2019 to US$ 1.7bn in 2025', with as many digits as tell the two apart; 'was US$ 1.1bn in both …'. */
export function sayMoved({ messages }: Writing, subject: Phrase, first: Point, last: Point): Said {
  const [from, to] = [first.period, last.period]
  for (const digits of [3, 4, 5, 6]) {
    const [a, b] = [first.print({ digits, brief: true }), last.print({ digits, brief: true })]
    if (textOf(a) !== textOf(b))
      return messages.say('moved', {
        ...{ subject, way: direction(last.value - first.value), a, b: last.print({ digits }), from, to },
      })
  }
  return messages.say('moved', { subject, way: 'flat', a: first.print({}), b: [], from, to })
}

/** One value at two times, in two columns of a cell; null where the columns are not that. */
export function sayTwoTimes(w: Writing, row: number, columns: readonly Shown[]): Said | null {
  const [one, other] = columns
  if (!one || !other || columns.length !== 2 || one.as !== null || other.as !== null) return null
  if (!isDeepStrictEqual(timeless(one.of), timeless(other.of))) return null
  const points = [one, other].map(shown => pointAt(w, row, shown))
  const [first, last] = points
    .filter(point => point !== null)
    .toSorted((a, b) => (a.period < b.period ? -1 : 1))
  if (!first || !last || first.period === last.period) return null
  const subject = w.words.subject(timeless(one.of), w.view.cut(row))
  return w.messages.say('trend', { subject, moved: sayMoved(w, subject, first, last) })
}

const timeless = (of: Expr): Expr =>
  of.k === 'at' && of.time && Object.keys(of.cut).length === 0 ? of.of : of

function pointAt(w: Writing, row: number, shown: Shown): Point | null {
  const { of } = shown
  const value = w.view.value(row, shown)
  const own = of.k === 'at' && of.time ? w.words.baseOf(of.time, w.view.span(row, shown)) : null
  const period = own ?? w.view.period(row, shown)
  return value === null || period === null
    ? null
    : { value, period, print: style => w.view.figure(row, shown, style) }
}

/** The same cell asked at two times by two queries, as one sentence; null where the queries are not that. */
export function sayTwoQueries(one: Writing, other: Writing): Said | null {
  const [a, b] = [one.view, other.view]
  const [shown, shownOther] = [a.shown[0], b.shown[0]]
  const bare = ({ query }: Writing['view']) => ({ ...query, time: null })
  if (!shown || !shownOther || a.rows.length !== 1 || b.rows.length !== 1 || a.shown.length > 1) return null
  if (shown.of.k === 'change' || !isDeepStrictEqual(bare(a), bare(b))) return null
  const points = [pointOf(one, 0, shown), pointOf(other, 0, shownOther)]
  const [first, last] = points
    .filter(point => point !== null)
    .toSorted((x, y) => (x.period < y.period ? -1 : 1))
  if (!first || !last || first.period === last.period) return null
  const subject = subjectOf(one, shown, 0)
  return one.messages.say('trend', { subject, moved: sayMoved(one, subject, first, last) })
}
