import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCsv } from './csv.ts'

/** Reads one macro figure; undefined where it is not held. */
export type FigureOf = (indicator: string, iso3: string, year: number) => number | undefined

/** The macro figures in memory, from the data folder's macro.csv; all of them, or those of some indicators. */
export function loadFigures(dataFolder: string, indicators?: readonly string[]): FigureOf {
  const series = new Map<string, Record<string, string>>()
  const [header = '', ...lines] = readFileSync(join(dataFolder, 'macro.csv'), 'utf8').split('\n')
  // A line is a series and begins with its indicator; the rest need not be parsed.
  const wanted = indicators
    ? lines.filter(line => indicators.includes(line.slice(0, line.indexOf(','))))
    : lines
  for (const row of parseCsv([header, ...wanted].join('\n'))) series.set(`${row.indicator} ${row.iso3}`, row)
  return (indicator, iso3, year) => {
    const text = series.get(`${indicator} ${iso3}`)?.[year]
    return text === undefined || text === '' ? undefined : Number(text)
  }
}
