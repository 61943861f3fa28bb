import { type Cut, type Dim, dims, type Expr, type Time } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { dimsOf, type ExpressionWords } from './expression-words.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'
import { rowDims, type Shown, type View } from './view.ts'

/** What the sentences about one query are written with. */
export interface Writing {
  messages: Messages
  names: Names
  words: ExpressionWords
  catalogue: Catalogue
  view: View
}

/** A sentence in pieces; empty where it cannot be said. */
export type Said = Piece[]

/** The column's name in the middle of a sentence, with what the query is restricted to; with a row, its members too. */
export function subjectOf(
  { view, words, messages }: Writing,
  { of, as }: Shown,
  row: number | null = null,
): string {
  const cut = row === null ? view.query.cut : view.cut(row)
  const without = row === null ? rowDims(view.query) : []
  if (as !== null) return messages.text('subject.named', { name: as }) + words.restriction(cut, without)
  return words.subject(of.k === 'change' ? of.of : of, cut, without)
}

/** 'were' after it, not 'was'. */
export const isPlural = (of: Expr, names: Names): boolean => {
  if (of.k === 'measure') return names.isPlural(of.id)
  return (of.k === 'at' || of.k === 'real' || of.k === 'change') && isPlural(of.of, names)
}

/** The column's name alone. */
export const topicOf = ({ words }: Writing, { of, as }: Shown): string => as ?? words.topic(of)

/** ' in 2025', ' over 2020–2025'; nothing where the rows differ in it or the value has a time of its own. */
export function inPeriod({ view, messages }: Writing, row: number, { of }: Shown): string {
  const period = view.period(row)
  if (period === null || hasOwnTime(of) || view.isDated) return ''
  return messages.text(isLong(view) ? 'over.period' : 'in.period', { period })
}

const isLong = ({ table, isOverTime }: View): boolean =>
  !isOverTime &&
  !table.columns.some(({ key }) => /^y\d+$/.test(key)) &&
  table.period !== null &&
  table.period.from.slice(0, 4) !== table.period.to.slice(0, 4)

/** ' from 2020 to 2025'. */
export function fromTo({ view, messages, words }: Writing, row: number, shown: Shown): string {
  const [from, to] = [view.base(row, shown), view.period(row)]
  if (from !== null && to !== null) return messages.text('from.to', { from, to })
  if (shown.of.k !== 'change') return ''
  return messages.text('since.time', { time: words.time(shown.of.from), timed: shown.of.from.k })
}

const isFixed = (time: Time | null): boolean =>
  time !== null && (time.k === 'span' || ((time.k === 'last' || time.k === 'ytd') && time.to !== null))

/** Whether a value does not depend on the time of its cell. */
export function hasOwnTime(of: Expr): boolean {
  switch (of.k) {
    case 'measure':
      return false
    case 'number':
      return true
    case 'at':
      return isFixed(of.time) || hasOwnTime(of.of)
    case 'calc':
      return hasOwnTime(of.a) && hasOwnTime(of.b)
    case 'fold':
      return (of.over.k === 'periods' && isFixed(of.over.time)) || hasOwnTime(of.of)
    case 'when':
      return isFixed(of.over.time)
    case 'effect':
    case 'change':
    case 'index':
      return false
    default:
      return hasOwnTime(of.of)
  }
}

/** Amounts come to something; rates, prices and shares stand at something. */
export function isAmount(of: Expr, names: Names): boolean {
  switch (of.k) {
    case 'measure':
      return names.isAmount(of.id)
    case 'at':
    case 'real':
    case 'fn':
      return isAmount(of.of, names)
    case 'fold':
      return of.how !== 'count' && isAmount(of.of, names)
    case 'calc':
      return (of.op === '+' || of.op === '-') && isAmount(of.a, names)
    default:
      return false
  }
}

/** The dimensions of a query that say something about a value: for phrases about what it is restricted to. */
export const cutOf = (cut: Cut, of: Expr, names: Names): Dim[] =>
  dims.filter(dim => cut[dim] !== undefined && dimsOf(of, names).has(dim))

export const direction = (value: number | null): 'up' | 'down' | 'flat' =>
  value === null || value === 0 ? 'flat' : value > 0 ? 'up' : 'down'
