import { scaleLinear } from 'd3-scale'
import { hasKey, keyHeight, type PanelLayout, typePx } from './chart-layout.ts'
import { panelUnit } from './end-label-lines.ts'
import type { PanelData } from './panel-data.ts'
import { line, type PanelFrame, text } from './panel-frame.ts'
import type { UnitScale } from './scale-unit.ts'
import type { SvgNode } from './svg-node.ts'
import { textWidth } from './text-width.ts'

export interface ValueAxis {
  readonly y: (value: number) => number
  readonly ticks: readonly number[]
  readonly unit: UnitScale
  readonly tickDecimals: number
  readonly top: number
  readonly bottom: number
  readonly baseline: number | null
}

const captionPx = 30
const xLabelsPx = 26
const titledTopPx = 16

/** The value axis of a line or columns panel: nice ticks, one unit, its base line inside. */
export function valueAxis(layout: PanelLayout, width: number, baseline: number | null): ValueAxis {
  const unit = panelUnit(layout.data, layout.panel.unit)
  const values = figures(layout.data)
  const top =
    layout.top +
    keyHeight(hasKey(layout), layout.data, width) +
    (layout.title === null && hasCaption(unit) ? captionPx : titledTopPx)
  const bottom = layout.top + layout.height - xLabelsPx
  const [low, high] = span(values, baseline)
  const count = Math.max(2, Math.round((bottom - top) / 60))
  const scale = scaleLinear()
    .domain([low, high])
    .range([bottom, top])
    .nice(count * 2)
  const ticks = scale.ticks(count)
  return {
    y: value => scale(value),
    ticks,
    unit,
    tickDecimals: tickDecimals(ticks, unit),
    top,
    bottom,
    baseline,
  }
}

const figures = (data: PanelData): number[] =>
  data.series.flatMap(series => series.values.filter(value => value !== null))

/** '%' stands on every tick already, and what an index is, the title says. */
const hasCaption = (unit: UnitScale): boolean => !['', '%', 'index'].includes(unit.caption)

/** Never empty and never without extent, so that no scale divides by zero. */
function span(values: readonly number[], baseline: number | null): [number, number] {
  const all = baseline === null ? values : [...values, baseline]
  if (all.length === 0) return [0, 1]
  const low = Math.min(...all)
  const high = Math.max(...all)
  if (high - low > Math.abs(high) * 1e-9) {
    // A base line that is not 0 is a level to compare with, not a floor: it stands clear of the x axis.
    const isLevel = baseline !== null && baseline !== 0 && low === baseline
    return [isLevel ? low - (high - low) * 0.12 : low, high]
  }
  if (low === 0) return [0, 1]
  const pad = Math.abs(low) * 0.1
  return [low - pad, high + pad]
}

function tickDecimals(ticks: readonly number[], unit: UnitScale): number {
  for (let decimals = 0; decimals <= 6; decimals++) {
    const isExact = ticks.every(tick => {
      const scaled = tick / unit.divisor
      return Math.abs(scaled - Number(scaled.toFixed(decimals))) <= Math.abs(scaled) * 1e-9
    })
    if (isExact) return decimals
  }
  return 6
}

/** Room the tick labels need at the left. */
export function axisWidth(axis: ValueAxis): number {
  return (
    Math.max(...axis.ticks.map(tick => textWidth(axis.unit.write(tick, axis.tickDecimals), typePx)), 0) + 12
  )
}

/** Grid lines, tick labels and, where the panel has no title of its own, the unit. */
export function drawValueAxis(frame: PanelFrame, axis: ValueAxis): SvgNode[] {
  const { colours, left, right } = frame
  const nodes = axis.ticks.flatMap(tick => {
    const isBase = tick === (axis.baseline ?? Number.NaN)
    return [
      line(left, axis.y(tick), right, axis.y(tick), isBase ? colours['line-strong'] : colours.line),
      text(left - 10, axis.y(tick), axis.unit.write(tick, axis.tickDecimals), {
        fill: colours.muted,
        anchor: 'end',
      }),
    ]
  })
  if (frame.layout.title !== null || !hasCaption(axis.unit)) return nodes
  return [...nodes, text(0, axis.top - captionPx + 7, axis.unit.caption, { fill: colours.muted })]
}
