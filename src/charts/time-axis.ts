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

/** Labels of the x axis; on a time axis the first and the last are always there. */
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
  const labels = timeLabels(xs.map(x => x.key)).map((label, index) =>
    timeLabel(frame, label, places[index] ?? 0),
  )
  return shownLabels(labels).map(({ label, middle }) => text(middle, bottom + 17, label, style))
}

interface TimeLabel {
  readonly label: string
  readonly middle: number
  readonly left: number
  readonly right: number
}

/** A label and its room; at the edges it is moved inside the drawing. */
function timeLabel(frame: PanelFrame, label: string, place: number): TimeLabel {
  const half = textWidth(label, typePx) / 2
  const middle = Math.min(Math.max(place, half), frame.width - half)
  return { label, middle, left: middle - half, right: middle + half }
}

/** Years stay; months are written 'Mar 25', and on a long axis each January by its year, beside the ends. */
function timeLabels(keys: readonly string[]): string[] {
  if (keys[0]?.length !== 7) return [...keys]
  const month = (key: string) => `${shortMonths[Number(key.slice(5)) - 1] ?? ''} ${key.slice(2, 4)}`
  if (keys.length <= 24) return keys.map(month)
  return keys.map((key, index) =>
    key.endsWith('-01') ? key.slice(0, 4) : index === 0 || index === keys.length - 1 ? month(key) : '',
  )
}

const labelGapPx = 12

const areApart = (labels: readonly TimeLabel[]): boolean =>
  labels.every((one, index) => index === 0 || one.left - (labels[index - 1]?.right ?? 0) >= labelGapPx)

/** The first and the last label, and between them every one, every second, third … that fits; evenly where that can be. */
function shownLabels(labels: readonly TimeLabel[]): TimeLabel[] {
  const [first, ...others] = labels.filter(({ label }) => label !== '')
  const last = others.pop()
  if (!first || !last) return first ? [first] : []
  if (!areApart([first, last])) return [last]
  const count = others.length + 1
  const every = (step: number) => others.filter((_, index) => (index + 1) % step === 0)
  for (let step = 1; step < count; step++) {
    // Those too near to an end make room for it.
    const inner = every(step).filter(one => areApart([first, one]) && areApart([one, last]))
    if (!areApart([first, ...inner, last])) continue
    for (let even = step; even <= 2 * step; even++) {
      const row = [first, ...every(even), last]
      if (count % even === 0 && areApart(row)) return row
    }
    return [first, ...inner, last]
  }
  return [first, last]
}
