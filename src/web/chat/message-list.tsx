import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { ExchangeActions } from './exchange-actions.ts'
import { ExchangeItem } from './exchange-item.tsx'
import styles from './message-list.module.css'
import { NearView } from './near-view.tsx'
import type { Exchange } from './thread.ts'
import { useEarlier } from './use-earlier.ts'
import { beginsBelow, useLanding } from './use-landing.ts'
import { useNewsBelow } from './use-news-below.ts'

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

/** The conversation. It opens at its last question, and stays where the reader puts it. */
export function MessageList(props: MessageListProps) {
  const { sessionKey, stored, turnIds, hasEarlier, openClaim, actions } = props
  const scroller = useRef<HTMLDivElement>(null)
  const earlier = useEarlier(scroller, sessionKey, turnIds, hasEarlier)
  const lastTurnId = turnIds.at(-1)
  const land = useLanding(scroller, lastTurnId)
  const hasNews = useNewsBelow(scroller, lastTurnId)
  const eagerFrom = turnIds.length - 1
  /** To the newest answer's headline; from there on to its end. */
  const goToLatest = () => {
    const area = scroller.current
    if (area && !beginsBelow(area)) scrollToEnd(area)
    else land()
  }
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
      {hasNews && (
        <button type="button" className={styles.latest} onClick={goToLatest}>
          <Icon name="down" />
          <span>Latest</span>
        </button>
      )}
    </div>
  )
}

function scrollToEnd(area: HTMLElement) {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  area.scrollTo({ top: area.scrollHeight, behavior: isCalm ? 'instant' : 'smooth' })
}
