import type { Cut, Dim } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { cutWithout, dimsOf, hasOwnTime } from './expression-facts.ts'
import type { ExpressionWords } from './expression-words.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'
import { Phrase } from './phrase.ts'
import { rowDims } from './row-names.ts'
import type { Shown, View } from './view.ts'

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

/** What a row is restricted to, or without a row all rows together. */
const cutOf = ({ view }: Writing, row: number | null): Cut =>
  row === null ? cutWithout(view.query.cut, rowDims(view.query)) : view.cut(row)

/** The column in the middle of a sentence, of what its values are; of a change, what has changed. */
export function subjectOf(w: Writing, { of, as }: Shown, row: number | null = null): Phrase {
  const cut = cutOf(w, row)
  return as === null
    ? w.words.subject(of.k === 'change' ? of.of : of, cut)
    : new Phrase(as).with(w.words.restriction(cut))
}

/** The column in the middle of a sentence, of a change the change itself. */
export function wholeSubjectOf(w: Writing, { of, as }: Shown): Phrase {
  const cut = cutOf(w, null)
  return as === null ? w.words.subject(of, cut) : new Phrase(as).with(w.words.restriction(cut))
}

/** The same without an article, of a change the change itself: 'growth of value sales of beer since 2020'. */
export function nounOf(w: Writing, { of, as }: Shown): Phrase {
  const cut = cutOf(w, null)
  return as === null ? w.words.noun(of, cut) : new Phrase(as).with(w.words.restriction(cut))
}

/** The column beside the first one of the same rows: not again what that one says it is restricted to. */
export function topicOf(w: Writing, { of, as }: Shown): Phrase {
  const [first] = w.view.shown
  const said = first ? dimsOf(first.of, w.names) : new Set<Dim>()
  // A share is of the part it names: without it it would be another.
  if (as !== null) return new Phrase(as)
  return w.words.subject(of, of.k === 'share' ? cutOf(w, null) : cutWithout(cutOf(w, null), [...said]))
}

/** ' in 2025', ' over 2020–2025'; nothing where the rows differ in it or the value has a time of its own. */
export function inPeriod({ view, messages }: Writing, row: number, shown: Shown): string {
  const period = view.period(row, shown)
  if (period === null || hasOwnTime(shown.of)) return ''
  return messages.text(isLong(view) ? 'over.period' : 'in.period', { period })
}

const isLong = ({ table, isOverTime }: View): boolean =>
  !isOverTime &&
  !table.columns.some(({ key }) => /^y\d+$/.test(key)) &&
  table.period !== null &&
  table.period.from.slice(0, 4) !== table.period.to.slice(0, 4)

/** ' from 2020 to 2025'. */
export function fromTo({ view, messages, words }: Writing, row: number, shown: Shown): string {
  const [from, to] = [view.base(row, shown), view.period(row, shown)]
  if (from !== null && to !== null) return messages.text('from.to', { from, to })
  if (shown.of.k !== 'change') return ''
  return messages.text('since.time', { time: words.time(shown.of.from), timed: shown.of.from.k })
}

export const direction = (value: number | null): 'up' | 'down' | 'flat' =>
  value === null || value === 0 ? 'flat' : value > 0 ? 'up' : 'down'

/** Whether a row's figure rests on one of its country and years that looks implausible: it is named as no extreme. */
export function looksImplausible({ view, catalogue }: Writing, row: number, shown: Shown): boolean {
  const { country } = view.cut(row)
  const span = view.span(row, shown)
  if (country?.k !== 'ids' || country.ids.length !== 1 || span === null) return false
  const [from, to] = [span.from, span.to].map(period => Number(period.slice(0, 4))) as [number, number]
  const text = JSON.stringify(shown.of)
  return catalogue.flags.some(
    ({ kind, measure, country: iso3, fromYear, toYear }) =>
      kind === 'implausible' &&
      iso3 === country.ids[0] &&
      text.includes(`"${measure}"`) &&
      from <= toYear &&
      to >= fromYear,
  )
}
