import type { ChartStop } from '../../charts/panel-frame.ts'

/** The stop at a point of the drawing, else the nearest; null in a drawing without any. */
export function stopAt(stops: readonly ChartStop[], x: number, y: number): number | null {
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  stops.forEach((stop, index) => {
    const apart = Math.hypot(outside(x, stop.x, stop.width), outside(y, stop.y, stop.height))
    if (apart < least) {
      best = index
      least = apart
    }
  })
  return best
}

const outside = (at: number, from: number, extent: number): number =>
  Math.max(from - at, 0, at - from - extent)

/** Where a key leads: arrows one on or back, Home and End to the ends; null for other keys. */
export function nextStop(stops: readonly ChartStop[], open: number | null, key: string): number | null {
  const last = stops.length - 1
  if (last < 0) return null
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return open === null ? 0 : Math.min(open + 1, last)
    case 'ArrowLeft':
    case 'ArrowUp':
      return open === null ? last : Math.max(open - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
