import type { Chart } from '../contract/chart.ts'
import { modelledLabel } from '../contract/modelled-label.ts'
import type { Table } from '../contract/result.ts'
import { type ChartColours, type ChartTheme, chartColours } from './palette.ts'
import { line, text } from './panel-frame.ts'
import { renderChart } from './render-chart.ts'
import { type SvgNode, svg } from './svg-node.ts'
import { textWidth, wrapped } from './text-width.ts'

const paddingPx = 28
const titlePx = 18
const smallPx = 12.5
const fonts = "'Noto Sans', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/**
 * A chart as a picture that stands alone in a slide: title, unit and period, the drawing, source, and the label of
 * modelled figures inside it. `width` in pixels.
 */
export function renderPicture(
  chart: Chart,
  table: Table,
  { width = widthOf(chart), theme = 'print' }: { width?: number; theme?: Exclude<ChartTheme, 'screen'> } = {},
): SvgNode {
  const colours = chartColours(theme)
  const innerPx = width - 2 * paddingPx
  const titles = lines(chart.title, innerPx, titlePx, 3, 25, { fill: colours.ink, isBold: true })
  const subtitles = lines(chart.subtitle, innerPx, smallPx, 3, 18, { fill: colours.muted })
  const drawing = renderChart(chart, table, { width: innerPx, theme })
  const headPx = titles.height + 4 + subtitles.height + 18
  const foot = footer(chart, innerPx, colours)
  const height = Math.ceil(paddingPx + headPx + drawing.height + 18 + foot.height + paddingPx - 8)
  const at = (top: number, nodes: readonly SvgNode[]) =>
    svg('g', { transform: `translate(${paddingPx} ${Math.round(paddingPx + top)})` }, nodes)
  return svg(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'font-family': fonts,
    },
    [
      svg('title', {}, [chart.title]),
      svg('desc', {}, [`${chart.summary} ${chart.footer}${chart.modelled ? ` ${modelledLabel}.` : ''}`]),
      svg('rect', { width, height, fill: colours.card }),
      at(0, titles.nodes),
      at(titles.height + 4, subtitles.nodes),
      at(headPx, drawing.svg.children.filter(isDrawn)),
      at(headPx + drawing.height + 18, foot.nodes),
    ],
  )
}

/** A map has a width of its own; anything else takes that of a slide. */
const widthOf = (chart: Chart): number =>
  chart.panels.every(panel => panel.kind === 'tile_map') ? 596 + 2 * paddingPx : 960

const isDrawn = (child: SvgNode | string): child is SvgNode =>
  typeof child !== 'string' && child.tag !== 'title' && child.tag !== 'desc'

function lines(
  content: string,
  maxPx: number,
  sizePx: number,
  mostLines: number,
  linePx: number,
  style: { fill: string; isBold?: boolean },
): { nodes: SvgNode[]; height: number } {
  const parts = wrapped(content, maxPx, sizePx, mostLines, style.isBold)
  const nodes = parts.map((part, index) => text(0, (index + 0.5) * linePx, part, { ...style, sizePx }))
  return { nodes, height: parts.length * linePx }
}

/** A rule, the label of modelled figures in a frame, and the source. */
function footer(chart: Chart, widthPx: number, colours: ChartColours): { nodes: SvgNode[]; height: number } {
  const nodes = [line(0, 0, widthPx, 0, colours.line)]
  let left = 0
  if (chart.modelled) {
    const labelPx = textWidth(modelledLabel, 11.5) + 20
    const frame = { fill: 'none', stroke: colours['line-strong'] }
    nodes.push(svg('rect', { x: 0.5, y: 12.5, width: labelPx, height: 21, rx: 10.5, ...frame }))
    nodes.push(text(labelPx / 2, 23, modelledLabel, { fill: colours.muted, anchor: 'middle', sizePx: 11.5 }))
    left = labelPx + 12
  }
  const source = lines(chart.footer, widthPx - left, 12, 2, 17, { fill: colours.muted })
  nodes.push(svg('g', { transform: `translate(${Math.round(left)} 14.5)` }, source.nodes))
  return { nodes, height: 14 + Math.max(source.height, 22) }
}
