import { type RefObject, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { ExchangeActions } from './exchange-actions.ts'
import { ExchangeItem } from './exchange-item.tsx'
import { liveTurns } from './live-turns.ts'
import styles from './message-list.module.css'
import { NearView } from './near-view.tsx'
import type { Exchange } from './thread.ts'
import { useEarlier } from './use-earlier.ts'

interface MessageListProps {
  /** null while a new conversation has no key yet. */
  sessionKey: string | null
  /** Stored exchanges by their turn. */
  stored: ReadonlyMap<string, Exchange>
  /** All turns of the conversation that are loaded, oldest first. */
  turnIds: readonly string[]
  /** There are more before them. */
  hasEarlier: boolean
  openClaim: { turnId: string; claimId: string } | null
  actions: ExchangeActions
}

/** The conversation. It starts at its end, and afterwards stays where the reader put it. */
export function MessageList(props: MessageListProps) {
  const { sessionKey, stored, turnIds, hasEarlier, openClaim, actions } = props
  const scroller = useRef<HTMLDivElement>(null)
  const earlier = useEarlier(scroller, sessionKey, turnIds, hasEarlier)
  const isAtEnd = useAtEnd(scroller)
  useScrollToEnd(scroller, turnIds.at(-1))
  const eagerFrom = turnIds.length - 1
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling by keyboard needs the focus here */}
      <section ref={scroller} className={styles.scroller} aria-label="Conversation" tabIndex={0}>
        {hasEarlier && (
          <div ref={earlier.marker} className={styles.earlier} role="status">
            {earlier.state === 'failed' && 'Earlier messages could not be loaded.'}
            {earlier.state === 'loading' ? (
              <>
                <Spinner size={14} />
                Loading earlier messages
              </>
            ) : (
              <Button look="link" onClick={earlier.load}>
                {earlier.state === 'failed' ? 'Try again' : 'Load earlier messages'}
              </Button>
            )}
          </div>
        )}
        <ol className={styles.column}>
          {turnIds.map((turnId, place) => (
            <NearView
              key={turnId}
              root={scroller}
              eager={place >= eagerFrom || earlier.isAtJoint(place)}
              estimatePx={900}
            >
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

type Scroller = RefObject<HTMLDivElement | null>

function scrollToEnd(scroller: Scroller, behavior: ScrollBehavior) {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: isCalm ? 'instant' : behavior })
}

/**
 * A question just sent goes to the top of the view, which is the end of the conversation while its answer is short: one
 * that is longer, or came within the 100 ms, is read from its beginning.
 */
function scrollToQuestion(scroller: Scroller) {
  const area = scroller.current
  const question = area?.querySelector('ol > :last-child')
  if (!area || !question) return
  const offsetPx = question.getBoundingClientRect().top - area.getBoundingClientRect().top
  area.scrollBy({ top: offsetPx - paddingPx, behavior: 'instant' })
}

/** What stays free above a question at the top of the view. */
const paddingPx = 20

/** How long after opening the end is kept in sight while answers are still being drawn. */
const settlingMs = 1_500

/** Goes to the end when the conversation opens and when a question is sent: at once, and again 100 ms later. */
function useScrollToEnd(scroller: Scroller, lastTurnId: string | undefined) {
  useEffect(() => {
    const isSentHere = lastTurnId !== undefined && liveTurns.get(lastTurnId)?.sentHere === true
    const go = () => (isSentHere ? scrollToQuestion(scroller) : scrollToEnd(scroller, 'instant'))
    const stopFollowing = isSentHere ? () => {} : followEnd(scroller)
    go()
    const timer = setTimeout(go, limits.scrollDelayMs)
    return () => {
      clearTimeout(timer)
      stopFollowing()
    }
  }, [scroller, lastTurnId])
}

/** While a conversation opens, its parts arrive and push the end away: it is kept in sight until the reader moves. */
function followEnd(scroller: Scroller): () => void {
  const area = scroller.current
  if (!area) return () => {}
  const leave = new AbortController()
  const follow = new ResizeObserver(() => scrollToEnd(scroller, 'instant'))
  const settle = () => {
    follow.disconnect()
    leave.abort()
    clearTimeout(timer)
  }
  const timer = setTimeout(settle, settlingMs)
  for (const child of area.children) follow.observe(child)
  for (const moved of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const) {
    area.addEventListener(moved, settle, { signal: leave.signal, passive: true })
  }
  return settle
}

/** Whether the end of the text is in sight. */
function useAtEnd(scroller: Scroller): boolean {
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
