import { lintChart } from '../../charts/lint.ts'
import type { Block } from '../../contract/answer.ts'
import type { Chart } from '../../contract/chart.ts'
import type { Table } from '../../contract/result.ts'
import type { ResultSet } from './claims/result-set.ts'
import type { Directive } from './markup/directives.ts'

/**
 * The block a directive asks for: a chart that passes the lint, or a table by its columns. null where there is no such table or
 * no chart of it would be fit to show. A chart is drawn as the directive says, or by `chartOf` where that is given: one drawn by
 * a provider's model would bring its own words.
 */
export function blockOf(
  directive: Directive,
  results: ResultSet,
  chartOf?: (table: Table) => Chart | null,
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
  const chart = chartOf ? chartOf(table) : directive.chart
  return chart && lintChart(chart, table).length === 0 ? { type: 'chart', chart } : null
}
