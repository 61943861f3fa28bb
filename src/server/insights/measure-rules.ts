import { type CsvRecord, listOf } from './csv.ts'

const kinds = ['amount', 'share', 'rate', 'price', 'index', 'count'] as const
const natures = ['flow', 'stock', 'survey'] as const
const timeFolds = ['sum', 'last', 'mean', 'chain', 'parts', 'none'] as const
const countryFolds = ['sum', 'weighted', 'median', 'parts', 'none'] as const
const segmentFolds = ['sum', 'none'] as const
const changes = ['percent', 'points', 'difference'] as const
/** What a column of rules may say, where others read the same columns. */
export const wordsOf = { kind: kinds, changeAs: changes } as const

/** What a measure's figures are and what may be done with them; a row of `measure-rules.csv`. */
export interface MeasureRules {
  kind: (typeof kinds)[number]
  nature: (typeof natures)[number]
  /** How figures become one along each dimension; 'parts': each part is folded, then divided. */
  fold: {
    time: (typeof timeFolds)[number]
    country: (typeof countryFolds)[number]
    segment: (typeof segmentFolds)[number]
  }
  /** Id of the measure by which a mean over countries is weighted, where `fold.country` is 'weighted'. */
  weight?: string
  /** What each unit of it is of, where its unit does not say so: GDP per capita is in 'US$', per 'people'. */
  per?: string
  /** Ids of the measures it is divided from: numerator and denominator. */
  parts?: [string, string]
  /** A figure older than this, counted back from the last year of the edition, is not current. */
  maxAgeYears: number
  changeAs: (typeof changes)[number]
  mayBeNegative: boolean
}

/** Rules by id of the measure; throws on a word that is not one of its kind. */
export function measureRules(rows: readonly CsvRecord[]): Map<string, MeasureRules> {
  return new Map(rows.map(row => [row.id ?? '', rulesOf(row)]))
}

function rulesOf(row: CsvRecord): MeasureRules {
  const [numerator, denominator] = listOf(row.parts ?? '')
  return {
    kind: oneOf(kinds, row, 'kind'),
    nature: oneOf(natures, row, 'nature'),
    fold: {
      time: oneOf(timeFolds, row, 'fold_time'),
      country: oneOf(countryFolds, row, 'fold_country'),
      segment: oneOf(segmentFolds, row, 'fold_segment'),
    },
    ...(row.weight ? { weight: row.weight } : {}),
    ...(row.per ? { per: row.per } : {}),
    ...(numerator && denominator ? { parts: [numerator, denominator] } : {}),
    maxAgeYears: yearsOf(row),
    changeAs: oneOf(changes, row, 'change_as'),
    mayBeNegative: oneOf(['yes', 'no'], row, 'may_be_negative') === 'yes',
  }
}

/** The word in a column; throws where it is not one of the words, with the row's id. */
export function oneOf<const T extends string>(words: readonly T[], row: CsvRecord, column: string): T {
  const found = words.find(word => word === row[column])
  if (found === undefined)
    throw new Error(`${row.id}: ${column} is '${row[column]}', not one of ${words.join(', ')}`)
  return found
}

/** Whole years above 0 from `max_age_years`; throws on anything else. */
export function yearsOf(row: CsvRecord): number {
  const years = Number.parseInt(row.max_age_years ?? '', 10)
  if (!(years > 0)) throw new Error(`${row.id}: max_age_years is no number of years: '${row.max_age_years}'`)
  return years
}
