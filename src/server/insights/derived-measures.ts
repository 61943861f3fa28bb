import type { CsvRecord } from './csv.ts'
import { type MeasureRules, oneOf, wordsOf, yearsOf } from './measure-rules.ts'

/** A measure that is an expression of others, in the text form of the query language; a row of `derived-measures.csv`. */
export interface DerivedFormula {
  id: string
  name: string
  /** Lower-case form for the middle of a sentence. */
  phrase: string
  unit: string
  decimals: number
  rules: Pick<MeasureRules, 'kind' | 'changeAs' | 'mayBeNegative' | 'maxAgeYears'>
  /** 'panel_value_usd / panel_volume'. */
  expression: string
  note: string
}

/** The rows in the order of the file; throws on a word that is not one of its kind. */
export const derivedFormulas = (rows: readonly CsvRecord[]): DerivedFormula[] =>
  rows.map(row => ({
    id: row.id ?? '',
    name: row.name ?? '',
    phrase: row.phrase ?? '',
    unit: row.unit ?? '',
    decimals: Number(row.decimals),
    rules: {
      kind: oneOf(wordsOf.kind, row, 'kind'),
      changeAs: oneOf(wordsOf.changeAs, row, 'change_as'),
      mayBeNegative: oneOf(['yes', 'no'], row, 'may_be_negative') === 'yes',
      maxAgeYears: yearsOf(row),
    },
    expression: row.expression ?? '',
    note: row.note ?? '',
  }))
