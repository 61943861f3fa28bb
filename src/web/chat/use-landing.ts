import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { limits } from '../../contract/limits.ts'

type Scroller = RefObject<HTMLElement | null>

/** What is left of the view between its upper edge and the question that stands there. */
const edgePx = 20

/** Less than this is rounding, not a move of the reader's. */
const stillPx = 2

/** The scroll offset at which the last exchange stands at the upper edge. */
function landingPx(area: HTMLElement): number {
  const last = area.querySelector<HTMLElement>('ol > li:last-child')
  if (!last) return 0
  const fromEdge = last.getBoundingClientRect().top - area.getBoundingClientRect().top
  return Math.max(0, fromEdge + area.scrollTop - edgePx)
}

/** Whether the last exchange begins further down than the lower edge of the view. */
export const beginsBelow = (area: HTMLElement): boolean =>
  landingPx(area) - area.scrollTop > area.clientHeight - edgePx

/**
 * Puts the last question at the top edge when a conversation opens and when a question is sent: at once, and again
 * 100 ms later. The last exchange is at least a screen high, so this is the bottom wherever it fits the screen. From
 * then on the view is the reader's. Only what changes its height above, as earlier answers do when they are drawn, is
 * made up for, until the reader has moved the view.
 */
export function useLanding(scroller: Scroller, lastTurnId: string | undefined): () => void {
  /** Where the view was put; null once the reader has moved it. */
  const landedPx = useRef<number | null>(null)

  const land = useCallback(() => {
    const area = scroller.current
    if (!area) return
    const wanted = landingPx(area)
    if (Math.abs(area.scrollTop - wanted) >= 1) area.scrollTop = wanted
    landedPx.current = wanted
  }, [scroller])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last turn is a new landing
  useLayoutEffect(() => {
    land()
    const timer = setTimeout(land, limits.scrollDelayMs)
    return () => clearTimeout(timer)
  }, [land, lastTurnId])

  useEffect(() => {
    const area = scroller.current
    if (!area) return
    const leave = () => {
      landedPx.current = null
    }
    const look = () => {
      const before = landedPx.current
      // While something above is being drawn, the browser moves the view too.
      const isUnchanged = before !== null && Math.abs(landingPx(area) - before) < 1
      if (isUnchanged && Math.abs(area.scrollTop - before) > stillPx) leave()
    }
    const keep = () => {
      if (landedPx.current !== null) land()
    }
    const sizes = new ResizeObserver(keep)
    for (const child of area.children) sizes.observe(child)
    area.addEventListener('scroll', look, { passive: true })
    area.addEventListener('wheel', leave, { passive: true })
    area.addEventListener('touchmove', leave, { passive: true })
    return () => {
      sizes.disconnect()
      area.removeEventListener('scroll', look)
      area.removeEventListener('wheel', leave)
      area.removeEventListener('touchmove', leave)
    }
  }, [scroller, land])

  return land
}
