import type { Country, FigureFlag } from './catalogue-shape.ts'
import type { Years } from './exchange-rates.ts'
import type { FigureOf } from './figures.ts'

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
