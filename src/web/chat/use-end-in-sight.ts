import { type RefObject, useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { liveTurns } from './live-turns.ts'

type Scroller = RefObject<HTMLElement | null>

/** How long after opening, and after an answer's last words, parts that are still being drawn may push the end away. */
const settlingMs = 1_500

/** So near to the end a reader is taken to be at it. */
const nearPx = 40

/** From here on there is a way back to the end. */
const awayPx = 120

const belowPx = (area: HTMLElement) => area.scrollHeight - area.scrollTop - area.clientHeight

export function scrollToEnd(scroller: Scroller, behavior: ScrollBehavior): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: isCalm ? 'instant' : behavior })
}

/**
 * Goes to the end when the conversation opens and when a question is sent: at once, and again 100 ms later. A question
 * has a screen to itself, so it stands at the top until its answer is longer; from then on the end is followed, until
 * the reader moves away from it, and again once they come back.
 */
export function useEndInSight(scroller: Scroller, sessionKey: string | null, lastTurnId: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last turn is a new beginning
  useEffect(() => {
    const area = scroller.current
    if (!area) return
    let isFollowing = true
    let until = performance.now() + settlingMs
    let lastTop = 0
    const go = () => {
      if (isFollowing) scrollToEnd(scroller, 'instant')
      lastTop = area.scrollTop
    }
    const follow = () => {
      const now = performance.now()
      if (liveTurns.waitingIn(sessionKey)) until = now + settlingMs
      if (now < until) go()
    }
    const leave = () => {
      isFollowing = false
    }
    const look = () => {
      if (belowPx(area) <= nearPx) isFollowing = true
      else if (area.scrollTop < lastTop) leave()
      lastTop = area.scrollTop
    }
    const sizes = new ResizeObserver(follow)
    for (const child of area.children) sizes.observe(child)
    area.addEventListener('scroll', look, { passive: true })
    // What is unfolded or picked there stays where it is.
    area.addEventListener('pointerdown', leave, { passive: true })
    area.addEventListener('keydown', leave)
    go()
    const timer = setTimeout(() => {
      isFollowing = true
      go()
    }, limits.scrollDelayMs)
    return () => {
      clearTimeout(timer)
      sizes.disconnect()
      area.removeEventListener('scroll', look)
      area.removeEventListener('pointerdown', leave)
      area.removeEventListener('keydown', leave)
    }
  }, [scroller, sessionKey, lastTurnId])
}

/** Whether the end of the text is in sight. */
export function useAtEnd(scroller: Scroller): boolean {
  const [isAtEnd, setAtEnd] = useState(true)
  useEffect(() => {
    const area = scroller.current
    if (!area) return
    const look = () => setAtEnd(belowPx(area) < awayPx)
    area.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(area)
    for (const child of area.children) sizes.observe(child)
    return () => {
      area.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller])
  return isAtEnd
}
