import type { Country, FigureFlag } from './catalogue-shape.ts'
import type { CsvRecord } from './csv.ts'
import type { Years } from './exchange-rates.ts'
import type { FigureOf } from './figures.ts'

/** Names for the words of a flag; both throw on an unknown id. */
export interface Naming {
  country: (iso3: string) => string
  measure: (id: string) => string
}

/** One flag a country from the years in which a second publisher differs by more than 5%. */
export function differenceFlags(rows: CsvRecord[], naming: Naming): FigureFlag[] {
  const groups = Map.groupBy(rows, row => `${row.indicator} ${row.iso3}`)
  return [...groups.values()].map(group => {
    const [first] = group as [CsvRecord]
    const years = group.map(row => Number(row.year))
    const furthest = group.reduce((a, b) => (percent(b) > percent(a) ? b : a))
    const gap = Number(furthest.other_is_percent)
    return {
      measure: first.indicator ?? '',
      country: first.iso3 ?? '',
      kind: 'difference',
      fromYear: Math.min(...years),
      toYear: Math.max(...years),
      text: `${naming.country(first.iso3 ?? '')}: the ${naming.measure(first.other ?? '')} is ${Math.abs(gap)}% ${gap > 0 ? 'higher' : 'lower'} in ${furthest.year}.`,
    }
  })
}

const percent = (row: CsvRecord) => Math.abs(Number(row.other_is_percent))

/** Computed breaks but for those that a flag written by hand explains. */
export const withoutExplained = (computed: readonly FigureFlag[], byHand: readonly FigureFlag[]) =>
  computed.filter(
    ({ measure, country, toYear }) =>
      !byHand.some(
        flag =>
          flag.kind === 'break' &&
          flag.measure === measure &&
          flag.country === country &&
          flag.toYear === toYear,
      ),
  )

/**
 * Texts of the flags that touch the span, those of the country itself first; a break counts only when the span holds
 * both of its sides.
 */
export function flagsFor(
  flags: readonly FigureFlag[],
  measure: string,
  country: string,
  fromYear: number,
  toYear: number,
): string[] {
  return flags
    .filter(flag => flag.measure === measure && (flag.country === country || flag.country === ''))
    .filter(flag => !flag.except?.includes(country))
    .filter(flag =>
      flag.kind === 'break'
        ? fromYear <= flag.fromYear && toYear >= flag.toYear
        : fromYear <= flag.toYear && toYear >= flag.fromYear,
    )
    .toSorted((a, b) => Number(a.country === '') - Number(b.country === ''))
    .map(flag => flag.text)
}

const [worldBank, imf] = ['inflation_cpi', 'inflation_cpi_imf']
/** Percentage points; below it two publishers' averages of a year are taken for one. */
const plainDifference = 2

/** Years in which inflation by the World Bank and by the IMF differs by more than two points: a flag of both, with both figures. */
export function inflationDifferences(
  figure: FigureOf,
  countries: readonly Pick<Country, 'iso3' | 'name'>[],
  years: Years,
): FigureFlag[] {
  const found: FigureFlag[] = []
  for (const { iso3, name } of countries)
    for (let year = years.first; year <= years.last; year++) {
      const [a, b] = [figure(worldBank, iso3, year), figure(imf, iso3, year)]
      if (a === undefined || b === undefined || Math.abs(a - b) <= plainDifference) continue
      const text = `${name}: inflation in ${year} is ${printed(a)} by the World Bank and ${printed(b)} by the IMF.`
      for (const measure of [worldBank, imf])
        found.push({ measure, country: iso3, kind: 'difference', fromYear: year, toYear: year, text })
    }
  return found
}

const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const printed = (value: number) => `${oneDecimal.format(value).replace('-', '−')}%`
