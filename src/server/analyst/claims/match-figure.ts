import { currencyOf } from '../../../charts/format.ts'
import { entityOf, periodOf } from './claim-book.ts'
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
export function mentionedNames(sentence: string, names: readonly RowName[]): string[] {
  let rest = sentence.toLowerCase()
  const found: string[] = []
  for (const { name, bare } of names) {
    if (!standsIn(rest, bare)) continue
    found.push(name)
    rest = rest.replaceAll(bare, ' ')
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
  names: string[]
  /** Years mentioned in the sentence. */
  years: number[]
  subject: string
}

/**
 * The cell a number of a model's sentence stands for: same value, unit and sign; the row's own name among those
 * mentioned where any is; a year mentioned inside the figure's period. null where no cell fits.
 */
export function findCell(number: ProseNumber, context: Context, results: ResultSet): CellRef | null {
  for (const table of results.tables) {
    for (const [at, column] of table.columns.entries()) {
      if (column.kind !== 'number') continue
      for (const [row, cells] of table.rows.entries()) {
        const value = cells[at]
        if (typeof value !== 'number') continue
        const unit = unitOf(table, row, column.key)
        if (!printsFigure(number, value, unit, context.sentence)) continue
        if (!fitsEntity(entityOf(table, row, context.subject), context)) continue
        if (!fitsPeriod(periodOf(table, row, column.key), context.years)) continue
        return { table: table.id, row, column: column.key }
      }
    }
  }
  return null
}

/** A sentence about Kenya may not borrow a figure of Ghana. */
function fitsEntity(entity: string, { names, subject }: Context): boolean {
  if (names.length === 0) return entity === subject || subject === '' || entity.includes(subject)
  return (
    names.some(name => entity.includes(name)) ||
    (entity === subject && names.some(name => subject.includes(name)))
  )
}

function fitsPeriod(period: string, years: readonly number[]): boolean {
  if (years.length === 0) return true
  const held = [...period.matchAll(/\b(?:19|20)\d\d\b/g)].map(match => Number(match[0]))
  if (held.length === 0) return true
  const [from, to] = [Math.min(...held), Math.max(...held)]
  return years.some(year => (held.length > 1 ? year === from || year === to : year === from))
}
