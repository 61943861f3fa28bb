import type { Table } from '../../../contract/result.ts'
import { sayCorrelation, sayCorrelations } from './say-correlation.ts'
import { sayForecasts, sayReach } from './say-outlook.ts'
import { saySeasons } from './say-seasons.ts'
import { sayPrice, saySupposed } from './say-supposition.ts'
import { mostSeries, seriesOf } from './statistic-table.ts'
import type { Said, Writing } from './writing.ts'

/** Why nothing could be worked out over the rows, as its table says it. */
export const sayWhyNot = ({ view }: Writing): Said =>
  view.stat && view.stat.rows.length === 0 ? view.stat.flags.slice(0, 1).map(text => ({ text })) : []

const eachRow = (say: (w: Writing, table: Table, row: number) => Said) => (w: Writing, table: Table) =>
  table.rows.slice(0, mostSeries).map((_, row) => say(w, table, row))

/** How each statistic is said: the answer first. */
const sayings: Record<string, (w: Writing, table: Table) => Said[]> = {
  correlation: (w, table) => (w.view.shown.length > 2 ? sayCorrelations(w, table) : sayCorrelation(w, table)),
  forecast: sayForecasts,
  seasonality: (w, table) =>
    seriesOf(table)
      .slice(0, mostSeries)
      .flatMap(rows => saySeasons(w, table, rows)),
  reach: eachRow(sayReach),
  suppose: saySupposed,
  price: eachRow(sayPrice),
}

/** What was worked out over the rows, a sentence for each series. */
export function sayStatistic(w: Writing): Said[] {
  const { stat } = w.view
  return stat && stat.rows.length > 0 ? (sayings[stat.role]?.(w, stat) ?? []) : []
}
