import type { Tone } from '../contract/chart.ts'
import type { PanelLayout } from './chart-layout.ts'
import { typePx } from './chart-layout.ts'
import type { ChartColours } from './palette.ts'
import { type SvgNode, svg } from './svg-node.ts'

/** What a pointer or the arrow keys can stop at: one x of a time axis, one row, one part, one country. */
export interface ChartStop {
  /** '2025', 'Ghana'. */
  readonly label: string
  readonly values: readonly { readonly label: string; readonly text: string; readonly tone: Tone }[]
  /** The area that answers to the pointer, in pixels of the drawing. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Points to mark while it is open. */
  readonly dots: readonly { readonly x: number; readonly y: number; readonly tone: Tone }[]
}

/** Where a panel is drawn and with what. `left` and `right` bound the plot of a panel with axes. */
export interface PanelFrame {
  readonly layout: PanelLayout
  readonly width: number
  readonly isNarrow: boolean
  readonly colours: ChartColours
  readonly left: number
  readonly right: number
  /** Places of the x axis are the middles of bands, as columns need; panels that share x share this too. */
  readonly isBanded: boolean
}

export interface PanelDrawing {
  readonly nodes: readonly SvgNode[]
  readonly stops: readonly ChartStop[]
}

export interface TextStyle {
  readonly fill: string
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly isBold?: boolean
  readonly sizePx?: number
}

/** A line of text; `y` is its middle. */
export function text(x: number, y: number, content: string, style: TextStyle): SvgNode {
  const sizePx = style.sizePx ?? typePx
  return svg(
    'text',
    {
      x,
      y: y + sizePx * 0.36,
      fill: style.fill,
      'font-size': sizePx,
      'font-weight': style.isBold ? 600 : undefined,
      'text-anchor': style.anchor === 'start' ? undefined : style.anchor,
    },
    [content],
  )
}

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1): SvgNode =>
  svg('line', { x1, y1, x2, y2, stroke, 'stroke-width': width })
