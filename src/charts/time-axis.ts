import { typePx } from './chart-layout.ts'
import { isYearOfMonths, shortMonths } from './month-names.ts'
import { type PanelFrame, text } from './panel-frame.ts'
import type { SvgNode } from './svg-node.ts'
import { textWidth, wrapped } from './text-width.ts'

/** The middle of each x, from edge to edge or in bands. */
export function xPlaces(frame: PanelFrame): number[] {
  const { left, right, layout } = frame
  const count = layout.data.xs.length
  if (frame.isBanded || count === 1) {
    const band = (right - left) / Math.max(1, count)
    return layout.data.xs.map((_, index) => left + band * (index + 0.5))
  }
  return layout.data.xs.map((_, index) => left + ((right - left) * index) / (count - 1))
}

/** Width that belongs to one x. */
export const bandPx = (frame: PanelFrame): number =>
  (frame.right - frame.left) / Math.max(1, frame.layout.data.xs.length - (frame.isBanded ? 0 : 1))

/** Labels of the x axis: every one where they fit, else every second, third …, counted back from the last. */
export function drawXLabels(frame: PanelFrame, bottom: number): SvgNode[] {
  const { xs, isTime } = frame.layout.data
  const places = xPlaces(frame)
  const style = { fill: frame.colours.muted, anchor: 'middle' } as const
  if (isYearOfMonths(xs.map(x => x.key))) {
    const fits = textWidth('Mar', typePx) + 4 <= bandPx(frame)
    return shortMonths.map((name, index) =>
      text(places[index] ?? 0, bottom + 17, fits ? name : name.slice(0, 1), style),
    )
  }
  if (!isTime) {
    return xs.flatMap((x, index) =>
      wrapped(x.label, bandPx(frame) - 8, typePx, 1).map(part =>
        text(places[index] ?? 0, bottom + 17, part, style),
      ),
    )
  }
  const labels = timeLabels(xs.map(x => x.key))
  const widest = Math.max(...labels.map(label => textWidth(label, typePx)), 1) + 12
  const shown = shownTicks(labels, Math.max(1, Math.ceil(widest / bandPx(frame))))
  return shown.map(index => {
    const label = labels[index] ?? ''
    const half = textWidth(label, typePx) / 2
    const x = Math.min(Math.max(places[index] ?? 0, half), frame.width - half)
    return text(x, bottom + 17, label, style)
  })
}

/** Years stay; months are written 'Mar 25', and on a long axis each January by its year. */
function timeLabels(keys: readonly string[]): string[] {
  if (keys[0]?.length !== 7) return [...keys]
  if (keys.length > 24) return keys.map(key => (key.endsWith('-01') ? key.slice(0, 4) : ''))
  return keys.map(key => `${shortMonths[Number(key.slice(5)) - 1] ?? ''} ${key.slice(2, 4)}`)
}

/** Indices of the labels that fit; those of a sparse axis (Januaries) are thinned among themselves. */
function shownTicks(labels: readonly string[], every: number): number[] {
  const candidates = labels.map((_, index) => index).filter(index => labels[index] !== '')
  const apart = candidates.length > 1 ? (candidates[1] ?? 0) - (candidates[0] ?? 0) : 1
  const step = Math.max(1, Math.ceil(every / apart))
  return candidates.filter((_, index) => (candidates.length - 1 - index) % step === 0)
}
