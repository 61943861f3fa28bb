import { currencyOf } from '../../../charts/format.ts'
import type { CellWords } from './claim-book.ts'
import type { ProseNumber } from './prose-numbers.ts'
import { type CellRef, type ResultSet, type RowName, unitOf } from './result-set.ts'

const decline =
  /\b(?:fell|fall(?:s|ing|en)?|declin\w+|drop\w*|down|decreas\w+|lost|los(?:es|ing)|lower|shr(?:a|i|u)nk\w*|shed|slipp?ed|contract\w+|weaker|less|loss|cut|below|took away|off|cheaper)\b|▼/i

/** True where a printed number can be that figure: value within the printed rounding, the same kind of unit, the sign. */
export function printsFigure(
  number: ProseNumber,
  value: number,
  unit: string | null,
  sentence: string,
): boolean {
  if (!sameUnit(number, unit)) return false
  if (Math.abs(Math.abs(value) - number.value) > number.tolerance * 1.0001 + Math.abs(value) * 1e-12)
    return false
  if (value === 0 || number.value === 0) return true
  if (number.sign !== null) return (number.sign === '−') === value < 0
  return value > 0 ? true : decline.test(sentence)
}

function sameUnit(number: ProseNumber, unit: string | null): boolean {
  const money = unit === null ? null : currencyOf(unit)
  switch (number.kind) {
    case 'percent':
      return unit?.startsWith('%') ?? false
    case 'points':
      return unit === 'points'
    case 'times':
      return unit === 'times'
    case 'money':
      return money !== null && sameCurrency(number.currency ?? '', money.currency)
    case 'plain':
      return money === null && !(unit?.startsWith('%') ?? false) && unit !== 'points' && unit !== 'times'
  }
}

const sameCurrency = (printed: string, held: string) =>
  printed === held || (/^\$|USD$/.test(printed) && held === 'US$') || (printed === '₵' && held === 'GH₵')

/** The names a sentence mentions; 'Guinea' inside 'Equatorial Guinea' is not a mention of its own. */
export function mentionedNames(sentence: string, names: readonly RowName[]): RowName[] {
  let rest = sentence.toLowerCase()
  const found: RowName[] = []
  for (const one of names) {
    if (!standsIn(rest, one.bare)) continue
    found.push(one)
    rest = rest.replaceAll(one.bare, ' ')
  }
  return found
}

const letter = /\p{L}/u

/** True where a phrase stands in a text with no letter right before or after it. */
function standsIn(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + phrase.length)]
    if (!letter.test(before) && !letter.test(after)) return true
  }
  return false
}

export interface Context {
  sentence: string
  /** Names mentioned in the sentence. */
  names: RowName[]
  /** Years mentioned in the sentence. */
  years: number[]
  /** What a sentence that names nothing may be about. */
  subjects: readonly string[]
  /** Every name that a sentence or a figure can have, longest first. */
  known: readonly RowName[]
}

/**
 * The cell a number of a model's sentence stands for: same value, unit and sign; of what the sentence names; a year mentioned
 * inside the figure's period. null where no cell fits.
 */
export function findCell(
  number: ProseNumber,
  context: Context,
  results: ResultSet,
  words: CellWords,
): CellRef | null {
  for (const table of results.tables) {
    for (const [at, column] of table.columns.entries()) {
      if (column.kind !== 'number') continue
      for (const [row, cells] of table.rows.entries()) {
        const value = cells[at]
        if (typeof value !== 'number') continue
        const unit = unitOf(table, row, column.key)
        if (!printsFigure(number, value, unit, context.sentence)) continue
        if (!fitsEntity(words.entity(table, row), context)) continue
        if (!fitsPeriod(words.period(table, row, column.key), context.years)) continue
        return { table: table.id, row, column: column.key }
      }
    }
  }
  return null
}

/** A sentence about Kenya may not borrow a figure of Ghana, nor one about beer a figure of tea. */
function fitsEntity(entity: string, { names, subjects, known }: Context): boolean {
  if (names.length === 0) return subjects.includes(entity)
  const own = mentionedNames(entity, known)
  const shared = new Set(own.map(({ kind }) => kind).filter(kind => names.some(one => one.kind === kind)))
  const isSaid = (own: RowName) => names.some(one => one.kind === own.kind && one.name === own.name)
  return shared.size > 0 && [...shared].every(kind => own.some(one => one.kind === kind && isSaid(one)))
}

function fitsPeriod(period: string, years: readonly number[]): boolean {
  if (years.length === 0) return true
  const held = [...period.matchAll(/\b(?:19|20)\d\d\b/g)].map(match => Number(match[0]))
  if (held.length === 0) return true
  const [from, to] = [Math.min(...held), Math.max(...held)]
  return years.some(year => (held.length > 1 ? year === from || year === to : year === from))
}
