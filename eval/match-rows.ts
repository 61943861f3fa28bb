import type { GoldRow } from './questions.ts'
import { fold, type ReadAnswer, type ShownFigure } from './read-answer.ts'

/** What of a gold reading stands in an answer. */
export interface Match {
  /** The part of its first rows that is shown, 0 to 1. */
  found: number
  /** Whether its first row stands in the first lines. */
  isFirst: boolean
}

const rowsAsked = 5

/** How much of a gold reading an answer shows. Rows without a figure are looked for by their names. */
export function matchRows(all: readonly GoldRow[], answer: ReadAnswer): Match {
  const asked = all.slice(0, rowsAsked)
  const rows = asked.filter(row => keyOf(row) !== undefined)
  const [first] = rows
  if (!first) {
    const named = asked.filter(row => namesOf(row).some(name => answer.text.includes(name)))
    const found = named.length / Math.max(asked.length, 1)
    return { found, isFirst: found > 0 }
  }
  const { figures, text, headFigures, headText } = answer
  return {
    found: rows.filter(row => showsRow(figures, text, row)).length / rows.length,
    isFirst: showsRow(headFigures, headText, first),
  }
}

/** Names of a gold row, folded; a date is none. */
export const namesOf = (row: GoldRow): string[] =>
  row
    .filter(cell => typeof cell === 'string')
    .filter(isName)
    .map(fold)

const isName = (text: string): boolean => text.length > 2 && !/^\d{4}/.test(text)
const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1990 && value <= 2035

/** The figure that a row is about: its first that is no year, else its first. */
function keyOf(row: GoldRow): number | undefined {
  const numbers = row.filter(cell => typeof cell === 'number')
  return numbers.find(value => !isYear(value)) ?? numbers[0]
}

/** Whether a row's figure is among those shown, as that of one of its names, or stands in the words as a count or year. */
function showsRow(figures: readonly ShownFigure[], text: string, row: GoldRow): boolean {
  const key = keyOf(row)
  if (key === undefined) return false
  const names = namesOf(row)
  const isOwn = ({ words }: ShownFigure) => names.length === 0 || names.some(name => words.includes(name))
  if (figures.some(figure => isSameFigure(figure.value, key) && isOwn(figure))) return true
  const longTexts = row.filter(cell => typeof cell === 'string').filter(cell => cell.length > 2)
  return (
    Number.isInteger(key) &&
    new RegExp(`(^|\\D)${key}(\\D|$)`).test(text) &&
    longTexts.every(name => text.includes(fold(name)))
  )
}

/** Equal but for rounding as shown, and for thousands, millions, billions or per cent written another way. */
export function isSameFigure(shown: number, gold: number): boolean {
  if (isNear(shown, gold)) return true
  const isLarge = Math.abs(shown) >= 1000 || Math.abs(gold) >= 1000
  if (isLarge && [1e3, 1e6, 1e9].some(k => isNear(shown * k, gold) || isNear(shown / k, gold))) return true
  return Math.abs(gold) <= 1.5 && Math.abs(shown) > 1.5 && isNear(shown / 100, gold)
}

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.abs(b) * 0.006 + (Math.abs(b) < 1000 ? 0.0061 : 0)
