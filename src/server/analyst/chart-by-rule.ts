import { lintChart } from '../../charts/lint.ts'
import type { Block } from '../../contract/answer.ts'
import type { Chart } from '../../contract/chart.ts'
import type { Table } from '../../contract/result.ts'
import type { ResultSet } from './claims/result-set.ts'
import type { Directive } from './markup/directives.ts'
import { barsPanel, chartOf, linePanel, linesPanel, membersOf, stackedPanel } from './writer/charts.ts'

/**
 * The block a directive asks for: a chart by reference that passes the lint, or one chosen by rule from the named
 * table and titled with the place; a table by its columns. null where there is no such table or no chart of it would be fit to show.
 */
export function blockOf(
  directive: Directive,
  results: ResultSet,
  place: string,
  isTrusted: boolean,
): Block | null {
  if (directive.name === 'ask') return { type: 'ask', question: directive.question, choices: [] }
  if (directive.name !== 'chart' && directive.name !== 'table') return null
  const table = results.table(directive.table)
  if (!table || table.rows.length === 0) return null
  if (directive.name === 'table') {
    const known = directive.columns.filter(key => table.columns.some(column => column.key === key))
    const columns = known.length > 0 ? known : table.columns.map(column => column.key)
    const { fold } = directive
    return {
      ...{ type: 'table', table: table.id, caption: directive.caption || table.title, columns },
      ...(fold && { fold }),
    }
  }
  // A chart drawn by a provider's model would bring its own words: its table is charted by rule instead.
  const drawn = isTrusted ? directive.chart : null
  const chart = drawn ?? chartByRule(results, table, place)
  return chart && lintChart(chart, table).length === 0 ? { type: 'chart', chart } : null
}

/** Shares over time are stacked, one thing over time is a line, several are lines, names at one time are ranked bars. */
export function chartByRule(results: ResultSet, table: Table, place: string): Chart | null {
  const figure =
    table.columns.find(column => column.key === 'share' && membersOf(table, 'period').length > 1) ??
    table.columns.find(column => column.measure !== null && column.kind === 'number') ??
    table.columns.find(column => column.kind === 'number' && column.unit !== null)
  if (!figure) return null
  const by = ['brand', 'channel', 'segment', 'country'].find(key => membersOf(table, key).length > 1)
  const words = {
    title: `${figure.label}, ${place || table.title}`,
    shows: figure.label,
    reason: 'Chosen by rule from the form of the table.',
    summary: table.title,
  }
  const overTime = membersOf(table, 'period').length > 1
  if (overTime && by && figure.key === 'share') {
    const stacked = stackedPanel(table, 'share', by)
    if (stacked) return chartOf(results, table, [stacked], words)
  }
  if (overTime)
    return chartOf(
      results,
      table,
      [by ? linesPanel(table, figure.key, by) : linePanel(table, figure.key, null, 'c1')],
      words,
    )
  return by ? chartOf(results, table, [barsPanel(table, figure.key, by)], words) : null
}
