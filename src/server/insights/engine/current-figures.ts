import type { Catalogue, FigureFlag, Measure } from '../catalogue-shape.ts'
import type { EngineRun } from './engine-run.ts'
import { commonYear, type FigureValues } from './figure-values.ts'
import type { Scope } from './scope.ts'

/** The first year that is current for a measure: its maximum age before the last year of the edition. */
const firstCurrentYear = (catalogue: Catalogue, { rules }: Measure) => catalogue.lastYear - rules.maxAgeYears

/**
 * The year in which a set of countries is compared where the plan names none: common to those with a current figure,
 * and never older than the measure's maximum age while any country has a current one. What is older or missing is
 * noted by country. A country alone has its latest figure, whatever its age, and the age is noted.
 */
export function latestYear(run: EngineRun, measure: Measure, scope: Scope, values: FigureValues): number {
  const first = firstCurrentYear(run.catalogue, measure)
  const year = commonYear(values, first) ?? commonYear(values) ?? measure.coverage.lastYear
  if (scope.countries.length > 1) noteMissing(run, measure, scope, values, year)
  else if (year < first)
    run.note(
      `${measure.name} of ${scope.place}: the latest figure is of ${year}, more than ${measure.rules.maxAgeYears} years before ${run.catalogue.lastYear}.`,
    )
  return year
}

function noteMissing(
  run: EngineRun,
  measure: Measure,
  { countries }: Scope,
  values: FigureValues,
  year: number,
): void {
  const missing = countries.filter(({ iso3 }) => !values.get(iso3)?.has(year))
  run.note(
    `${measure.name}: ${year} for all, the latest year that enough of them hold (${countries.length - missing.length} of ${countries.length}).`,
  )
  if (missing.length === 0) return
  const named = missing.map(({ iso3, name }) => {
    const years = [...(values.get(iso3)?.keys() ?? [])]
    return years.length === 0 ? `${name} (none)` : `${name} (${Math.max(...years)})`
  })
  run.note(`${measure.name}: no figure for ${year} for ${named.join(', ')}; in brackets the latest year.`)
}

/** The flags of implausible figures of a measure and country in any of the years. */
export const implausibleIn = (
  { flags }: Catalogue,
  measure: string,
  country: string,
  years: readonly number[],
): FigureFlag[] =>
  flags.filter(
    flag =>
      flag.kind === 'implausible' &&
      flag.measure === measure &&
      flag.country === country &&
      years.some(year => flag.fromYear <= year && year <= flag.toYear),
  )
