/** A label that would like its middle at `wanted`. */
export interface LabelWish {
  wanted: number
  height: number
}

/**
 * Middles of the labels, as near to their wishes as they can be without overlap, between `top` and `bottom`.
 * Where they do not all fit they are packed from the top: the caller has made room, so that this is the last resort.
 */
export function spreadLabels(labels: readonly LabelWish[], top: number, bottom: number): number[] {
  const order = labels.map((_, index) => index).sort((a, b) => wish(labels, a) - wish(labels, b) || a - b)
  const middles = labels.map(label => label.wanted)
  let edge = top
  for (const index of order) {
    const { wanted, height } = labels[index] as LabelWish
    middles[index] = Math.max(wanted, edge + height / 2)
    edge = (middles[index] ?? 0) + height / 2
  }
  let floor = bottom
  for (const index of order.toReversed()) {
    const { height } = labels[index] as LabelWish
    middles[index] = Math.min(middles[index] ?? 0, floor - height / 2)
    floor = (middles[index] ?? 0) - height / 2
  }
  if (floor >= top - 0.01) return middles
  edge = top
  for (const index of order) {
    const { height } = labels[index] as LabelWish
    middles[index] = edge + height / 2
    edge += height
  }
  return middles
}

const wish = (labels: readonly LabelWish[], index: number): number => labels[index]?.wanted ?? 0
