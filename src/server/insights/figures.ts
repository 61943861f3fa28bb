import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCsv } from './csv.ts'

/** Reads one macro figure; undefined where it is not held. */
export type FigureOf = (indicator: string, iso3: string, year: number) => number | undefined

/** The macro figures in memory, from the data folder's macro.csv. */
export function loadFigures(dataFolder: string): FigureOf {
  const series = new Map<string, Record<string, string>>()
  for (const row of parseCsv(readFileSync(join(dataFolder, 'macro.csv'), 'utf8')))
    series.set(`${row.indicator} ${row.iso3}`, row)
  return (indicator, iso3, year) => {
    const text = series.get(`${indicator} ${iso3}`)?.[year]
    return text === undefined || text === '' ? undefined : Number(text)
  }
}
