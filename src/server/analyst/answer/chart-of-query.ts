import { formatPeriod } from '../../../charts/format-period.ts'
import { lintChart } from '../../../charts/lint.ts'
import type { Chart, Panel } from '../../../contract/chart.ts'
import type { Result } from '../../../contract/result.ts'
import { ResultSet } from '../claims/result-set.ts'
import { barsPanel, chartOf, columnsPanel, linePanel, linesPanel, tileMapPanel } from '../writer/charts.ts'
import { isAmount } from './expression-facts.ts'
import { textOf as plainText } from './messages.ts'
import { runsOf } from './say-over-time.ts'
import { nounOf, type Writing } from './writing.ts'

/** Fewer countries than this are bars, more are a map. */
const mapFrom = 30
const mostBars = 25

/** The chart of a query's rows by rule: time as line or columns, an order as bars, a continent as a map; null where none fits. */
export function chartOfQuery(w: Writing, result: Result): Chart | null {
  const { view, messages } = w
  const { table } = view
  const shown = view.ordered ?? view.shown[0]
  if (!shown || shown.unit === null || view.rows.length < 3 || view.total !== null) return null
  const panel = panelOf(w)
  if (!panel) return null
  const period = table.period ? formatPeriod(table.period) : ''
  const subject = nounOf(w, shown)
  const title = plainText(messages.capital([{ text: subject }]))
  const results = new ResultSet()
  results.add(result)
  const chart = chartOf(results, table, [panel], {
    title: `${title}${period === '' ? '' : messages.text('in.period', { period })}`,
    shows: table.columns.find(({ key }) => key === shown.key)?.label ?? '',
    reason: messages.text('chart.reason', { kind: panel.kind }),
    summary: `${title}. ${table.title}`,
  })
  return lintChart(chart, table).length === 0 ? chart : null
}

function panelOf(w: Writing): Panel | null {
  const { view, names } = w
  const { table, naming } = view
  const shown = view.ordered ?? view.shown[0]
  if (!shown) return null
  if (view.isOverTime) {
    if (view.query.order !== null || view.query.zip || view.query.where !== null) return null
    if (naming.length > 1) return null
    const [by] = naming
    if (by) return runsOf(w, shown).length > 6 ? null : linesPanel(table, shown.key, by)
    return isAmount(shown.of, names)
      ? columnsPanel(table, shown.key, null)
      : linePanel(table, shown.key, null)
  }
  if (naming.length !== 1) return null
  const [by = ''] = naming
  if (by === 'country' && view.rows.length >= mapFrom && view.query.take === null)
    return tileMapPanel(table, shown.key)
  return view.rows.length <= mostBars ? barsPanel(table, shown.key, by) : null
}
