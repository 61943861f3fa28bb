import { median } from 'd3-array'
import { africaRows, africaTiles, limitedData } from './africa-tiles.ts'
import { tilePitch } from './chart-layout.ts'
import { formatNumber, missing } from './format.ts'
import type { ScaleStep } from './palette.ts'
import type { PanelSeries } from './panel-data.ts'
import { type ChartStop, type PanelDrawing, type PanelFrame, text } from './panel-frame.ts'
import { scaleUnit, type UnitScale } from './scale-unit.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { textWidth } from './text-width.ts'
import { stepOf, type TileSteps, tileSteps } from './tile-steps.ts'
import { wholeFigure } from './time-stops.ts'

const gapPx = 4

/** Africa in tiles: the colour says how much, the figure says exactly; dashed where there is none. */
export function drawTileMapPanel(frame: PanelFrame): PanelDrawing {
  const { layout, isNarrow } = frame
  const series = layout.data.series[0]
  const values = new Map(layout.data.xs.map((x, index) => [x.key, series?.values[index] ?? null]))
  const names = new Map(layout.data.xs.map(x => [x.key, x.label]))
  const held = [...values.values()].filter(value => value !== null)
  // Scaled by the middle country, so that one large economy does not make all others read 0.0.
  const unit = scaleUnit(
    median(held.map(Math.abs)) ?? 0,
    layout.panel.unit,
    series?.column.decimals ?? null,
    {
      thousandsFrom: 1e4,
    },
  )
  const steps = tileSteps(held.map(value => value / unit.divisor))
  const pitch = tilePitch(frame.width)
  const isAfrica = values.size > 40
  const nodes: SvgNode[] = []
  const stops: ChartStop[] = []
  for (const tile of africaTiles) {
    const value = values.get(tile.iso3)
    const step = value === null || value === undefined ? null : stepOf(steps, value / unit.divisor)
    const place = { x: tile.column * pitch, y: layout.top + tile.row * pitch, size: pitch - gapPx }
    const written = value === undefined || value === null ? '' : tileFigure(value, unit)
    const isAsked = values.has(tile.iso3) || (isAfrica && limitedData.has(tile.iso3))
    nodes.push(...drawTile(frame, place, tile.iso3, isAsked && written === '' ? missing : written, step))
    if (value !== undefined && series)
      stops.push({ ...stopOf(names.get(tile.iso3) ?? tile.iso3, value, series), ...box(place) })
  }
  const legendTop = isNarrow ? layout.top + pitch * africaRows + 8 : layout.top + pitch * 6.4
  const hasDashes = isAfrica || africaTiles.some(tile => values.get(tile.iso3) === null)
  nodes.push(...drawLegend(frame, steps, legendTop, unit, hasDashes))
  return { nodes, stops }
}

const box = ({ x, y, size }: { x: number; y: number; size: number }) => ({ x, y, width: size, height: size })

function stopOf(label: string, value: number | null, series: PanelSeries) {
  const values = [{ label: series.label, text: wholeFigure(value, series.column), tone: series.tone }]
  return { label, values, dots: [] }
}

/** Three figures at most and no '%': the legend says the unit. */
function tileFigure(value: number, unit: UnitScale): string {
  const size = Math.abs(value / unit.divisor)
  const most = size >= 99.95 ? 0 : size >= 10 ? 1 : 2
  return unit
    .write(value, unit.divisor > 1 ? Math.min(1, most) : Math.min(unit.decimals, most))
    .replace('%', '')
}

function drawTile(
  frame: PanelFrame,
  { x, y, size }: { x: number; y: number; size: number },
  iso3: string,
  figure: string,
  step: ScaleStep | null,
): SvgNode[] {
  const { colours } = frame
  const isSmall = size < 40
  const middle = x + size / 2
  const ink = step ? colours[`${step}-text`] : colours.muted
  const shape = { x, y, width: size, height: size, rx: isSmall ? 5 : 8 }
  const rect = step
    ? svg('rect', { ...shape, fill: colours[step] })
    : svg('rect', {
        ...shape,
        x: x + 0.5,
        y: y + 0.5,
        width: size - 1,
        height: size - 1,
        fill: colours.raise,
        stroke: figure === '' ? undefined : colours['line-strong'],
        'stroke-dasharray': figure === '' ? undefined : '3 3',
      })
  const codePx = isSmall ? 8.5 : 11
  // A long figure is set smaller rather than cut.
  const figurePx = Math.min(isSmall ? 8.5 : 12, size / Math.max(0.1, textWidth(figure, 1)))
  if (figure === '')
    return [rect, text(middle, y + size / 2, iso3, { fill: colours.faint, anchor: 'middle', sizePx: codePx })]
  return [
    rect,
    text(middle, y + size * 0.34, iso3, { fill: ink, anchor: 'middle', isBold: true, sizePx: codePx }),
    text(middle, y + size * 0.67, figure, { fill: ink, anchor: 'middle', sizePx: figurePx }),
  ]
}

/** A strip of the colours with the figures between them, in the empty corner of the grid. */
function drawLegend(
  frame: PanelFrame,
  { edges, steps }: TileSteps,
  top: number,
  unit: UnitScale,
  hasDashes: boolean,
): SvgNode[] {
  const { colours } = frame
  const room = frame.isNarrow ? frame.width : tilePitch(frame.width) * 5 - 20
  const wide = Math.min(52, room / Math.max(1, steps.length))
  const muted = { fill: colours.muted } as const
  const nodes = [text(0, top + 8, unit.caption, muted)]
  steps.forEach((step, index) => {
    nodes.push(
      svg('rect', { x: index * wide, y: top + 20, width: wide - 2, height: 12, rx: 2, fill: colours[step] }),
    )
  })
  edges.forEach((edge, index) => {
    const label = formatNumber(edge, null, String(edge).split('.')[1]?.length ?? 0)
    nodes.push(text((index + 1) * wide - 1, top + 44, label, { ...muted, anchor: 'middle', sizePx: 11 }))
  })
  if (!hasDashes) return nodes
  const dashed = { fill: colours.raise, stroke: colours['line-strong'], 'stroke-dasharray': '3 3' }
  return [
    ...nodes,
    svg('rect', { x: 0.5, y: top + 60.5, width: 13, height: 13, rx: 3, ...dashed }),
    text(22, top + 67, 'No figure, or limited data', muted),
  ]
}
