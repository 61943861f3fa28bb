import type { Table } from '../../../contract/result.ts'
import type { AskResult } from '../../insights/insights.ts'
import { numberOf, textOf } from '../claims/result-set.ts'
import type { NamedTable } from './facts.ts'
import type { Holes } from './params.ts'
import type { NamedQuery } from './study-queries.ts'

const order = ['first', 'second', 'third', 'fourth'] as const
const idKeys = ['iso3', 'segment_id', 'channel_id', 'criterion_id', 'brand'] as const

/** The tables of a study's queries by the queries' names; what was worked out over rows has 'Stat' behind the name. */
export function namedTables(
  queries: readonly NamedQuery[],
  result: AskResult,
  texts: Holes['texts'],
): Record<string, NamedTable> {
  const byId = new Map(result.tables.map(table => [table.id, table]))
  const named = queries.flatMap(({ name, keys }, at) => {
    const [main, stat] = (result.queries[at]?.tables ?? []).map(id => byId.get(id))
    return [
      ...(main ? [[name, namedTable(main, texts, keys)] as const] : []),
      ...(stat ? [[`${name}Stat`, namedTable(stat, texts)] as const] : []),
    ]
  })
  return Object.fromEntries(named)
}

/** Rows are named by their order, by the ids of what they are of, and where they are years by which year it is. */
export function namedTable(table: Table, texts: Holes['texts'], keys: NamedTable['keys'] = {}): NamedTable {
  const rows: Record<string, number> = {}
  const last = table.rows.length - (table.total ? 2 : 1)
  const isOne = !table.columns.some(({ key }) => key === 'period' || idKeys.some(id => id === key))
  if (isOne && table.rows.length === 1) return { table, keys, rows: { only: 0 } }
  order.forEach((name, at) => {
    if (at <= last) rows[name] = at
  })
  if (last >= 0) rows.last = last
  const years = { now: texts.year, ago: texts.ago, since: texts.before, start: texts.first }
  table.rows.forEach((_, row) => {
    for (const key of idKeys) {
      const id = textOf(table, row, key)
      if (id !== null) rows[id.replaceAll('_', '')] = row
    }
    for (const [name, year] of Object.entries(years))
      if (textOf(table, row, 'period') === year) rows[name] = row
    if (textOf(table, row, 'iso3') === texts.country) rows.own = row
  })
  return { table, keys, rows: { ...rows, ...extremes(table) } }
}

/** The rows of the highest and the lowest index of a season. */
function extremes(table: Table): Record<string, number> {
  const values = table.rows.map((_, row) => numberOf(table, row, 'index'))
  const known = values.filter(value => value !== null)
  if (known.length === 0) return {}
  return { high: values.indexOf(Math.max(...known)), low: values.indexOf(Math.min(...known)) }
}
