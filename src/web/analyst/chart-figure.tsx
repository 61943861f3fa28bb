import { memo, useId, useMemo, useRef, useState } from 'react'
import { layoutChart } from '../../charts/chart-layout.ts'
import type { Chart } from '../../contract/chart.ts'
import type { Table } from '../../contract/result.ts'
import { late } from '../ui/late.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import styles from './figure.module.css'
import './chart-palette.css'
import { type FileFormat, saveFile } from './save-file.ts'
import { ModelledTag } from './small-print.tsx'
import { TableRows } from './table-rows.tsx'
import { useWidth } from './use-width.ts'

const ChartDrawing = late(
  () => import('./chart-drawing.tsx').then(m => m.ChartDrawing),
  <div className={styles.bone} />,
)

/** Fetches what draws charts. An answer without one is rare: it is wanted with the answer's other parts. */
export const fetchCharts = ChartDrawing.fetch

interface ChartFigureProps {
  turnId: string
  chart: Chart
  table: Table
}

/** A chart with its title, its source, the same rows as a table, and its files. */
export const ChartFigure = memo(function ChartFigure({ turnId, chart, table }: ChartFigureProps) {
  const [isTable, setIsTable] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const width = useWidth(area)
  const titleId = useId()
  const height = useMemo(() => (width ? layoutChart(chart, table, width).height : 0), [chart, table, width])
  const columns = useMemo(() => drawnColumns(chart, table), [chart, table])
  return (
    <figure className={styles.figure} aria-labelledby={titleId}>
      <figcaption id={titleId} className={styles.title}>
        {chart.title}
      </figcaption>
      <p className={styles.subtitle}>{chart.subtitle}</p>
      <div ref={area} className={styles.area}>
        {isTable ? (
          <TableRows table={table} columns={columns} />
        ) : (
          width && (
            // Time runs from left to right in every language.
            <div className={styles.drawing} style={{ height }} dir="ltr">
              <ChartDrawing chart={chart} table={table} width={width} />
            </div>
          )
        )}
      </div>
      <div className={styles.foot}>
        <span className={styles.source}>
          {chart.modelled && <ModelledTag />}
          <span>{chart.footer}</span>
        </span>
        <span className={styles.actions}>
          <button
            type="button"
            className={styles.action}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? 'Chart' : 'Table'}
          </button>
          <MenuButton
            label={`Download ${chart.title}`}
            className={styles.action}
            entries={downloads(turnId, chart)}
          >
            Download
          </MenuButton>
        </span>
      </div>
    </figure>
  )
})

const formats: readonly { format: FileFormat; label: string }[] = [
  { format: 'csv', label: 'Rows as CSV' },
  { format: 'xlsx', label: 'Rows as Excel' },
  { format: 'svg', label: 'Chart as SVG' },
  { format: 'png', label: 'Chart as PNG' },
]

const downloads = (turnId: string, chart: Chart) =>
  formats.map(({ format, label }) => ({
    kind: 'action' as const,
    label,
    run: () => void saveFile({ turnId, format, name: chart.title, table: chart.table, chart: chart.id }),
  }))

/** The columns a chart draws from, in the table's order. */
function drawnColumns(chart: Chart, table: Table): string[] {
  const used = new Set(
    chart.panels.flatMap(panel => [
      panel.x,
      ...panel.series.flatMap(series => [series.column, series.where?.column ?? series.column]),
    ]),
  )
  const hasName = chart.panels.some(panel => panel.kind === 'tile_map')
  return table.columns
    .filter(column => used.has(column.key) || (hasName && column.kind === 'text'))
    .map(column => column.key)
}
