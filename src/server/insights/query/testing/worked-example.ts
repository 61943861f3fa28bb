import type { Dim } from '../../../../contract/query.ts'
import { windowOf } from './naive-time.ts'
import type { PanelColumn, PanelRow } from './raw-rows.ts'
import { smallPanel } from './small-panel.ts'

export const panel = smallPanel()

/** A query with what it must give: one value of a query without rows, null for no value, or whole rows. */
export interface Example {
  title: string
  query: string
  gives: number | null | Rows
}

export interface Rows {
  /** Ids, then values. */
  rows: (string | number | null)[][]
  missing?: string[][]
  total?: (number | null)[]
  /** The year of each column, row by row. */
  years?: (number | null)[][]
}

export const example = (title: string, query: string, gives: Example['gives']): Example => ({
  title,
  query,
  gives,
})

/** A figure by hand; throws where there is none, so that no example rests on a gap by mistake. */
export function figure(indicator: string, country: string, year: number): number {
  const value = panel.figure(indicator, country, year)
  if (value === undefined) throw new Error(`no ${indicator} of ${country} in ${year}`)
  return value
}

/** Figures of several years or countries. */
export const yearsOf = (indicator: string, country: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => figure(indicator, country, from + at))
export const countriesOf = (indicator: string, countries: readonly string[], year: number) =>
  countries.map(country => figure(indicator, country, year))

type Where = Partial<Record<Dim, string | readonly string[]>>

/** Rows of the panel added up: those of a period ('2024', '2024-Q2', '2024-03') or of several from one to another. */
export function sales(column: PanelColumn, where: Where, period: string, last = period): number {
  const [{ from }, { to }] = [windowOf(period), windowOf(last)]
  const isIn = (row: PanelRow, dim: Dim) => {
    const wanted = where[dim]
    return wanted === undefined
      ? dim !== 'country' || row.country !== 'ERI'
      : [wanted].flat().includes(row[dim])
  }
  const rows = panel.rows.filter(
    row =>
      row.month >= from &&
      row.month <= to &&
      (['country', 'segment', 'brand', 'channel'] as const).every(dim => isIn(row, dim)),
  )
  if (rows.length === 0) throw new Error(`no rows of ${JSON.stringify(where)} in ${period}`)
  return sum(rows.map(row => row[column]))
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
