import type { EngineRun } from './engine-run.ts'
import { quoted } from './panel-sums.ts'

/** Figures of one indicator: ISO3 → year → value. A year without a figure is not in the map. */
export type FigureValues = Map<string, Map<number, number>>

export async function figureValues(
  run: EngineRun,
  indicator: string,
  countries: readonly string[],
  from: number,
  to: number,
): Promise<FigureValues> {
  const table = await figureTable(run, [indicator], countries, from, to)
  return table.get(indicator) as FigureValues
}

/** Several indicators in one query; each is in the map, with every country. */
export async function figureTable(
  run: EngineRun,
  indicators: readonly string[],
  countries: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, FigureValues>> {
  const nothing = () => new Map(countries.map(iso3 => [iso3, new Map<number, number>()]))
  const table = new Map<string, FigureValues>(indicators.map(id => [id, nothing()]))
  if (countries.length === 0 || !(from <= to)) return table
  const rows = await run.ask(
    `SELECT indicator, iso3, year, value FROM figures WHERE indicator IN (${quoted(indicators)})
     AND iso3 IN (${quoted(countries)}) AND year BETWEEN ${Math.trunc(from)} AND ${Math.trunc(to)}`,
  )
  for (const { indicator, iso3, year, value } of rows)
    table.get(String(indicator))?.get(String(iso3))?.set(Number(year), Number(value))
  return table
}

/** How far back a common year is looked for before single countries are left out. */
const lookBackYears = 10

/**
 * The latest year in which at least nine of ten of the countries that hold anything have a figure; where there is none,
 * the year of the last ten with the most figures. No year before `first` is taken. null where nothing is held since.
 */
export function commonYear(values: FigureValues, first = 0): number | null {
  const years = [...values.values()].flatMap(held => [...held.keys()])
  if (years.length === 0) return null
  const last = Math.max(...years)
  if (last < first) return null
  const holders = [...values.values()].filter(held => held.size > 0).length
  const held = (year: number) => [...values.values()].filter(one => one.has(year)).length
  let best = last
  for (let year = last; year > last - lookBackYears && year >= first; year--) {
    if (held(year) >= holders * 0.9) return year
    if (held(year) > held(best)) best = year
  }
  return best
}
