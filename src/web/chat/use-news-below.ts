import { type RefObject, useEffect, useRef, useState } from 'react'
import { liveTurns } from './live-turns.ts'

/** So near to the end a reader is taken to have seen it. */
const nearPx = 40

/** Whether the end of the last answer, which came while this page was open, is below the view and was not seen yet. */
export function useNewsBelow(
  scroller: RefObject<HTMLElement | null>,
  lastTurnId: string | undefined,
): boolean {
  const [hasNews, setHasNews] = useState(false)
  const isSeen = useRef(false)
  useEffect(() => {
    const area = scroller.current
    if (!area || lastTurnId === undefined) return
    const isOver = () => (liveTurns.get(lastTurnId)?.phase ?? 'over') === 'over'
    // What was over before it was opened here is not new.
    isSeen.current = isOver()
    const look = () => {
      const isAtEnd = area.scrollHeight - area.scrollTop - area.clientHeight < nearPx
      if (isAtEnd && isOver()) isSeen.current = true
      setHasNews(!isAtEnd && !isSeen.current)
    }
    look()
    area.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(area)
    for (const child of area.children) sizes.observe(child)
    return () => {
      area.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, lastTurnId])
  return hasNews
}
