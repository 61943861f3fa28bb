import { type RefObject, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Icon } from '../ui/icon.tsx'
import { type ExchangeActions, ExchangeItem } from './exchange-item.tsx'
import styles from './message-list.module.css'
import { NearView } from './near-view.tsx'
import type { Exchange } from './thread.ts'

interface MessageListProps {
  /** Stored exchanges by their turn. */
  stored: ReadonlyMap<string, Exchange>
  /** All turns of the conversation, oldest first. */
  turnIds: readonly string[]
  openClaim: { turnId: string; claimId: string } | null
  actions: ExchangeActions
}

/** The conversation. It starts at its end, and afterwards stays where the reader put it. */
export function MessageList({ stored, turnIds, openClaim, actions }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useAtEnd(scroller)
  useScrollToEnd(scroller, turnIds.at(-1))
  const eagerFrom = turnIds.length - 4
  return (
    <div className={styles.frame}>
      {/* Scrolling by keyboard needs the focus here. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section ref={scroller} className={styles.scroller} aria-label="Conversation" tabIndex={0}>
        <ol className={styles.column}>
          {turnIds.map((turnId, place) => (
            <NearView key={turnId} root={scroller} eager={place >= eagerFrom} estimatePx={900}>
              <ExchangeItem
                turnId={turnId}
                stored={stored.get(turnId) ?? null}
                openClaim={openClaim?.turnId === turnId ? openClaim.claimId : null}
                actions={actions}
              />
            </NearView>
          ))}
        </ol>
      </section>
      {!isAtEnd && (
        <button type="button" className={styles.latest} onClick={() => scrollToEnd(scroller, 'smooth')}>
          <Icon name="down" />
          Latest
        </button>
      )}
    </div>
  )
}

function scrollToEnd(scroller: RefObject<HTMLDivElement | null>, behavior: ScrollBehavior) {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: calm ? 'instant' : behavior })
}

/** How long after opening the end is kept in sight while answers are still being drawn. */
const settlingMs = 1_500

/**
 * To the end when the conversation opens and when a question is sent, 100 ms after it. While a conversation opens, its
 * parts arrive and push the end away: it is followed until it settles, or until the reader moves.
 */
function useScrollToEnd(scroller: RefObject<HTMLDivElement | null>, lastTurnId: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last turn is what brings the view down
  useEffect(() => {
    const area = scroller.current
    if (!area) return
    const leave = new AbortController()
    const follow = new ResizeObserver(() => scrollToEnd(scroller, 'instant'))
    const settle = () => {
      follow.disconnect()
      leave.abort()
    }
    for (const child of area.children) follow.observe(child)
    for (const moved of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const) {
      area.addEventListener(moved, settle, { signal: leave.signal, passive: true })
    }
    scrollToEnd(scroller, 'instant')
    const timers = [
      setTimeout(() => !leave.signal.aborted && scrollToEnd(scroller, 'instant'), limits.scrollDelayMs),
      setTimeout(settle, settlingMs),
    ]
    return () => {
      timers.forEach(clearTimeout)
      settle()
    }
  }, [scroller, lastTurnId])
}

/** Whether the end of the text is in sight. */
function useAtEnd(scroller: RefObject<HTMLDivElement | null>): boolean {
  const [isAtEnd, setAtEnd] = useState(true)
  useEffect(() => {
    const area = scroller.current
    if (!area) return
    const look = () => setAtEnd(area.scrollHeight - area.scrollTop - area.clientHeight < 120)
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
