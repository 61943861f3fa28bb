import type { TableWords } from '../contract/answer.ts'
import type { Chart } from '../contract/chart.ts'
import type { Table } from '../contract/result.ts'

/** A table with its title, heads and names as the answer's language has them. */
export function tableInWords(table: Table, words: TableWords): Table {
  const said = (text: string) => words[text] ?? text
  return {
    ...table,
    title: said(table.title),
    columns: table.columns.map(column => ({ ...column, label: said(column.label) })),
    rows: table.rows.map(row => row.map(cell => (typeof cell === 'string' ? said(cell) : cell))),
  }
}

/** A chart over such a table. */
export function chartInWords(chart: Chart, words: TableWords): Chart {
  const said = (text: string) => words[text] ?? text
  const panels = chart.panels.map(panel => ({
    ...panel,
    title: panel.title && said(panel.title),
    series: panel.series.map(series => ({
      ...series,
      label: said(series.label),
      where: series.where && { ...series.where, equals: said(series.where.equals) },
    })),
  }))
  return { ...chart, panels }
}
