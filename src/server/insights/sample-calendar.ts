import { panelMonths } from './sample-panel-shape.ts'

/** First day of Ramadan, [month, day], as observed in most of Africa; it lasts 30 days here. */
const ramadanStarts: Record<number, [month: number, day: number]> = {
  2019: [5, 6],
  2020: [4, 24],
  2021: [4, 13],
  2022: [4, 2],
  2023: [3, 23],
  2024: [3, 11],
  2025: [3, 1],
}

/**
 * For each month of the panel, the part of Ramadan shopping that falls into it, 0–1; a year sums to 1.
 * Households stock up in the ten days before, so the window is the ten days before and the thirty of the fast.
 */
export const ramadanWeight: number[] = panelMonths.map(text => {
  const [year = 0, month = 0] = text.split('-').map(Number)
  const start = ramadanStarts[year]
  if (!start) throw new Error(`no date of Ramadan for ${year}`)
  const first = Date.UTC(year, start[0] - 1, start[1] - 10)
  let days = 0
  for (let day = 0; day < 40; day++)
    if (new Date(first + day * 86_400_000).getUTCMonth() + 1 === month) days++
  return days / 40
})

/** Days of each month of the panel against the mean month: February sells less. */
export const monthLength: number[] = panelMonths.map(text => {
  const [year = 0, month = 0] = text.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate() / (365.25 / 12)
})

/** Climate and school year of a part of the continent; months count from 1. */
export interface Season {
  /** The month of greatest heat and how strong the year swings, 0–1. */
  hottest: number
  swing: number
  /** Months in which a school term begins. */
  school: number[]
  /** Months in which the main harvest brings food and cash. */
  harvest: number[]
}

const seasons: Record<string, Season> = {
  'Northern Africa': { hottest: 7.5, swing: 1, school: [9, 10], harvest: [6, 7] },
  'Western Africa': { hottest: 4, swing: 0.55, school: [1, 9, 10], harvest: [10, 11, 12] },
  'Middle Africa': { hottest: 3, swing: 0.3, school: [1, 9, 10], harvest: [7, 8, 12] },
  'Eastern Africa': { hottest: 2, swing: 0.35, school: [1, 5, 9], harvest: [7, 8, 12] },
  'Southern Africa': { hottest: 12.5, swing: 0.9, school: [1, 2], harvest: [4, 5, 6] },
}
/** Countries whose climate is that of another part. */
const climateOf: Record<string, string> = {
  ...{ MOZ: 'Southern Africa', ZWE: 'Southern Africa', ZMB: 'Southern Africa', MWI: 'Southern Africa' },
  ...{ MDG: 'Southern Africa', MUS: 'Southern Africa', AGO: 'Middle Africa', SDN: 'Northern Africa' },
}

export function seasonOf(iso3: string, region: string): Season {
  const season = seasons[climateOf[iso3] ?? region]
  if (!season) throw new Error(`no season for the region ${region}`)
  return season
}

/** Index of the calendar month, 0–11, and of the year, 0–6, for each month of the panel. */
export const monthOfYear: number[] = panelMonths.map((_, at) => at % 12)
export const yearIndex: number[] = panelMonths.map((_, at) => Math.floor(at / 12))
