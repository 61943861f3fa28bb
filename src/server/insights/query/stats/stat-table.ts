import type { Cell, Column } from '../../../../contract/result.ts'
import type { Reason, Unavailable } from '../../statistics/unavailable.ts'
import type { ExprType } from '../check.ts'
import type { QueryRows } from '../run-query.ts'

/** The finished rows that a statistic is worked out over. */
export interface StatRows extends Pick<QueryRows, 'keys' | 'rows'> {
  /** The last year of the rows; a row under 'latest' has its own. */
  lastYear: number
  /** What the columns are, in their order. */
  columns: StatColumn[]
  /** Columns and cells that name a member. */
  memberColumns: Column[]
  memberCells: (ids: readonly string[]) => Cell[]
  memberName: (ids: readonly string[]) => string
}

export interface StatColumn {
  label: string
  /** As printed; null where the rows have different ones. */
  unit: string | null
  decimals: number
  type: ExprType
}

/** A table of what was worked out over rows. */
export interface StatTable {
  role: 'correlation' | 'forecast' | 'seasonality' | 'reach' | 'price' | 'suppose'
  title: string
  columns: Column[]
  rows: Cell[][]
  /** Why there is nothing, or less than asked, for some rows. */
  flags: string[]
  /** How it was worked out. */
  computed: string[]
}

const reasons: Record<Reason, string> = {
  too_short: 'there are too few figures',
  gap: 'a figure is missing',
  constant: 'the figures do not vary',
  not_positive: 'a figure is not above zero',
  negative: 'a figure is below zero',
  rank_deficient: 'one column follows from the other',
  lengths_differ: 'the columns do not pair up',
  never: 'the pace leads away from it',
  out_of_range: 'the change would pass −100%',
}

/** 'Kenya: no forecast, since there are too few figures (at least 10 are needed).' */
export function whyNot(name: string, what: string, { why, need }: Unavailable): string {
  const least = need === undefined ? '' : ` (at least ${need} are needed)`
  return `${name === '' ? '' : `${name}: `}no ${what}, since ${reasons[why]}${least}.`.replace(/^n/, 'N')
}

/** The unit of a difference of two values: percentages differ by points. */
export const gapUnit = ({ unit }: StatColumn): string | null => (unit?.startsWith('%') ? 'points' : unit)

/** Decimals that show three significant digits of a value. */
export const threeDigits = (value: number): number =>
  value === 0 ? 0 : Math.min(8, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
