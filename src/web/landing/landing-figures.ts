import { chart } from '../../contract/chart.ts'
import { table } from '../../contract/result.ts'
import kept from './landing-figures.json' with { type: 'json' }

/** Growth in % a year of one country, a figure for each of the years; null where none is held. */
export interface CountryGrowth {
  readonly iso3: string
  readonly name: string
  readonly values: readonly (number | null)[]
}

/**
 * What the landing page shows of the data, computed by the engine (scripts/write-landing-figures.ts) and compared with it
 * by a test. Read while the page is built; the browser gets none of it but the ready page.
 */
export const landingFigures = {
  edition: kept.edition,
  departments: kept.departments,
  growth: { years: kept.growth.years, countries: kept.growth.countries as readonly CountryGrowth[] },
  answer: { ...kept.answer, chart: chart.parse(kept.answer.chart), table: table.parse(kept.answer.table) },
}

/** '2021–2025'. */
export const yearsSpan = `${landingFigures.growth.years[0]}–${landingFigures.growth.years.at(-1)}`

/** How many countries have figures: what the page promises. */
export const countryCount = landingFigures.growth.countries.filter(country =>
  country.values.some(value => value !== null),
).length

export const segmentCount = landingFigures.departments.flatMap(department => department.segments).length

export const growthSource = 'World Bank, World Development Indicators, CC BY 4.0'
