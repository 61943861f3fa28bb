import { lintChart } from '../../../charts/lint.ts'
import type { Chart, Panel } from '../../../contract/chart.ts'
import type { Result } from '../../../contract/result.ts'
import { ResultSet, textOf } from '../claims/result-set.ts'
import {
  barsPanel,
  chartOf,
  columnsPanel,
  linePanel,
  linesPanel,
  stackedPanel,
  tileMapPanel,
} from './chart-panels.ts'
import { isAmount } from './expression-facts.ts'
import { textOf as plainText } from './messages.ts'
import { runsOf } from './say-over-time.ts'
import type { Shown } from './view.ts'
import { direction, nounOf, type Writing } from './writing.ts'

/** Fewer countries than this are bars, more are a map. */
const mapFrom = 30
const mostBars = 25

/** The chart of a query's rows by rule: time as line or columns, an order as bars, a continent as a map; null where none fits. */
export function chartOfQuery(w: Writing, result: Result): Chart | null {
  const { view, messages } = w
  const { table } = view
  const shown = view.ordered ?? view.shown[0]
  if (!shown || shown.unit === null || view.rows.length < 3) return null
  const panel = panelOf(w)
  if (!panel) return null
  const title = findingOf(w, shown, panel)
  const results = new ResultSet()
  results.add(result)
  const chart = chartOf(results, table, [panel], {
    title,
    shows: table.columns.find(({ key }) => key === shown.key)?.label ?? '',
    reason: messages.text('chart.reason', { kind: panel.kind }),
    summary: `${title}. ${table.title}`,
  })
  return lintChart(chart, table).length === 0 ? chart : null
}

/** What the chart shows that no other would: who leads, which way it went. */
function findingOf(w: Writing, shown: Shown, { kind }: Panel): string {
  const { view, messages } = w
  const sorted = view.rows
    .filter(row => view.value(row, shown) !== null)
    .toSorted((a, b) => (view.value(b, shown) ?? 0) - (view.value(a, shown) ?? 0))
  const [high = 0, low = 0] = [sorted[0], sorted.at(-1)]
  const subject = nounOf(w, shown)
  if (view.isOverTime) {
    const [run, ...more] = runsOf(w, shown)
    const [first, last] = [run?.rows[0] ?? 0, run?.rows.at(-1) ?? 0]
    const way =
      more.length > 0 ? 'none' : direction((view.value(last, shown) ?? 0) - (view.value(first, shown) ?? 0))
    const [from, to] = [view.period(first) ?? '', view.period(last) ?? '']
    return plainText(messages.capital(messages.say('chart.time', { subject, way, from, to })))
  }
  const names = { high: view.name(high), low: view.name(low) }
  const id = kind === 'tile_map' ? 'chart.map' : 'chart.ranked'
  const end = view.query.order?.end ?? 'high'
  return plainText(
    messages.capital(messages.say(id, { subject, end, ...names, key: view.naming[0] ?? 'country' })),
  )
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
    if (by) {
      const runs = runsOf(w, shown)
      const stacked = shown.of.k === 'share' && runs.length <= 7 ? stackedPanel(table, shown.key, by) : null
      return (
        stacked ??
        linesPanel(
          table,
          shown.key,
          by,
          runs.map(({ rows }) => textOf(table, rows[0] ?? 0, by) ?? ''),
        )
      )
    }
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
