import type { Span } from '../../../contract/answer.ts'
import type { ClaimBook } from './claim-book.ts'
import { type Context, findCell, mentionedNames, printsFigure } from './match-figure.ts'
import { hasDigit, isYear, type ProseNumber, proseNumbers, wordedAmount } from './prose-numbers.ts'
import type { CellRef, ResultSet, RowName } from './result-set.ts'
import { unitOf } from './result-set.ts'

/** Prose before it is checked: text, or a figure that names its cell. */
export type Piece = { text: string } | { shown: string; ref: CellRef }

export interface Verified {
  /** Spans with their claims; null where something in the sentence is not in the results. */
  spans: Span[] | null
  /** What could not be matched, as printed. */
  unmatched: string[]
}

export interface Checking {
  results: ResultSet
  book: ClaimBook
  /** How a provider's words are checked; left out for the house's own, where a figure is what names its cell. */
  outside?: OutsideWords
}

export interface OutsideWords {
  /** Names and phrases that hold digits and are no figures: '3-in-1', 'poverty at $3.00 a day'. */
  phrases: readonly string[]
  /** What a sentence that names nothing may be about: 'Diapers, Ghana'. */
  subjects: readonly string[]
  /** Every name that a sentence can be about, also one that no table has; longest first. */
  known: readonly RowName[]
}

/**
 * Holds a sentence against the results: a figure with a reference must be what its cell holds, one without must
 * match a cell on value, unit, entity and period. One figure that does not, and the sentence fails whole.
 */
export function verifySentence(pieces: readonly Piece[], checking: Checking): Verified {
  const { outside } = checking
  const sentence = pieces.map(piece => ('ref' in piece ? piece.shown : piece.text)).join('')
  // Only a figure that names no cell asks what the sentence is about, and most sentences have none.
  let read: Context | null = null
  const contextOf = () => (read ??= readContext(sentence, checking))
  const unmatched: string[] = []
  const spans = pieces.flatMap((piece): Span[] => {
    if (!('ref' in piece) && !outside) return piece.text === '' ? [] : [{ text: piece.text }]
    if (!('ref' in piece)) return checkText(piece.text, contextOf, checking, unmatched)
    const isHeld = !outside || holds(piece, sentence, checking.results)
    const claim = isHeld ? checking.book.claim(piece.ref, piece.shown) : null
    if (claim) return [{ text: piece.shown, claim: claim.id }]
    unmatched.push(piece.shown)
    return [{ text: piece.shown }]
  })
  return { spans: unmatched.length === 0 ? joined(spans) : null, unmatched }
}

function readContext(sentence: string, { outside }: Checking): Context {
  const { known = [], subjects = [] } = outside ?? {}
  const years = proseNumbers(sentence).filter(isYear)
  return {
    ...{ sentence, known, subjects, names: mentionedNames(sentence, known) },
    years: years.map(({ value }) => value),
  }
}

/** True where the printed form of a reference says what its cell holds. */
function holds(piece: { shown: string; ref: CellRef }, sentence: string, results: ResultSet): boolean {
  const found = results.figure(piece.ref)
  const number = proseNumbers(piece.shown)[0]
  if (!found || !number) return false
  return printsFigure(number, found.value, unitOf(found.table, piece.ref.row, piece.ref.column), sentence)
}

function checkText(text: string, contextOf: () => Context, checking: Checking, unmatched: string[]): Span[] {
  const worded = wordedAmount.exec(text)
  if (worded) unmatched.push(worded[0])
  if (!hasDigit(text)) return text === '' ? [] : [{ text }]
  const masked = maskNames(text, checking.outside?.phrases ?? [])
  const spans: Span[] = []
  let done = 0
  for (const number of proseNumbers(masked)) {
    if (isPeriodNumber(number, masked, checking.results)) continue
    const ref = findCell(number, contextOf(), checking.results, checking.book.words)
    const claim = ref ? checking.book.claim(ref, number.text) : null
    if (!claim) {
      unmatched.push(number.text)
      continue
    }
    if (number.start > done) spans.push({ text: text.slice(done, number.start) })
    spans.push({ text: text.slice(number.start, number.end), claim: claim.id })
    done = number.end
  }
  if (done < text.length) spans.push({ text: text.slice(done) })
  return spans
}

function maskNames(text: string, names: readonly string[]): string {
  let masked = text
  for (const name of names) {
    if (!/\d/.test(name)) continue
    masked = masked.replaceAll(name, match => match.replace(/[\d$€£%]/g, '_'))
  }
  // 'Q1', 'H2', '2019 = 100' and 'top-3' are names of periods, bases and measures.
  return masked.replace(/\b[QH][1-4]\b|= ?100\b|\b[Tt]op[- ]\d{1,2}\b/g, match => '_'.repeat(match.length))
}

/** A year that some table speaks of is a period; any other year is an unmatched number. */
function isPeriodNumber(number: ProseNumber, text: string, results: ResultSet): boolean {
  if (!isYear(number)) return false
  const after = text.slice(number.end)
  if (/^\s?(?:people|units|pieces|kg|litres|L\b|tonnes)/.test(after)) return false
  const year = number.text
  return results.tables.some(table => {
    if (table.period && table.period.from.slice(0, 4) <= year && table.period.to.slice(0, 4) >= year)
      return true
    return table.columns.some(
      (column, at) =>
        column.kind === 'period' && table.rows.some(row => String(row[at] ?? '').includes(year)),
    )
  })
}

/** Neighbouring plain spans as one. */
export function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = []
  for (const span of spans) {
    const last = out.at(-1)
    if (last && last.claim === undefined && span.claim === undefined) last.text += span.text
    else out.push({ ...span })
  }
  return out
}
