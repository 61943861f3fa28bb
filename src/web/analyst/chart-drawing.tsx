import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react'
import type { ChartStop } from '../../charts/panel-frame.ts'
import { renderChart } from '../../charts/render-chart.ts'
import type { SvgNode } from '../../charts/svg-node.ts'
import type { Chart } from '../../contract/chart.ts'
import type { Table } from '../../contract/result.ts'
import styles from './chart-drawing.module.css'
import { nextStop, stopAt } from './chart-stops.ts'
import { ChartTip } from './chart-tip.tsx'
import { svgElement } from './svg-element.tsx'

interface ChartDrawingProps {
  chart: Chart
  table: Table
  width: number
}

/** The picture of a chart and, over it, its figures one by one: by pointer, by touch, by arrow keys. */
export const ChartDrawing = memo(function ChartDrawing({ chart, table, width }: ChartDrawingProps) {
  const drawing = useMemo(() => renderChart(chart, table, { width, theme: 'screen' }), [chart, table, width])
  const { stops } = drawing
  const [open, setOpen] = useState<number | null>(null)
  const summaryId = useId()
  const stop = open === null ? undefined : stops[open]

  function point(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    setOpen(stopAt(stops, event.clientX - box.left, event.clientY - box.top))
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && open !== null) {
      event.stopPropagation()
      return setOpen(null)
    }
    const next = nextStop(stops, open, event.key)
    if (next === null) return
    event.preventDefault()
    setOpen(next)
  }

  return (
    <>
      <Picture svg={drawing.svg} />
      <p id={summaryId} className="visually-hidden">
        {chart.summary}
      </p>
      <div
        className={styles.reader}
        role="slider"
        tabIndex={0}
        aria-label={`${chart.title}. Figures, one by one`}
        aria-describedby={summaryId}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, stops.length)}
        aria-valuenow={(open ?? stops.length - 1) + 1}
        aria-valuetext={stop ? words(stop) : chart.summary}
        onPointerMove={event => event.pointerType === 'mouse' && point(event)}
        onPointerDown={point}
        onPointerLeave={event => event.pointerType === 'mouse' && setOpen(null)}
        onBlur={() => setOpen(null)}
        onKeyDown={press}
      >
        {stop && <ChartTip stop={stop} width={drawing.width} height={drawing.height} />}
      </div>
    </>
  )
})

/** Drawn once; pointing at it draws only what lies over it. */
const Picture = memo(({ svg }: { svg: SvgNode }) => (
  <div className={styles.picture} aria-hidden="true">
    {svgElement(svg)}
  </div>
))

const words = (stop: ChartStop): string =>
  `${stop.label}: ${stop.values.map(value => `${value.label} ${value.text}`).join(', ')}`
