import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { messages } from '../../contract/messages.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'
import { paths } from '../platform/paths.ts'
import { Button } from '../ui/button.tsx'
import { late } from '../ui/late.tsx'
import { fetchAnswerParts } from './answer.tsx'
import styles from './chat-page.module.css'
import { ChatSkeleton } from './chat-skeleton.tsx'
import { checkDraft } from './check-draft.ts'
import { Composer } from './composer.tsx'
import { getDraft, typeDraft } from './drafts.ts'
import { EmptyChat } from './empty-chat.tsx'
import type { ExchangeActions } from './exchange-actions.ts'
import { MessageList } from './message-list.tsx'
import { refreshHistory, refreshThread, useThread } from './queries.ts'
import { resumeTurn, sendPicked } from './run-turn.ts'
import { type Exchange, isUnderWay } from './thread.ts'
import { useLiveIds } from './use-turns.ts'

const Evidence = late(() => import('./evidence.tsx').then(m => m.Evidence))

interface ChatPageProps {
  /** null in a new chat. */
  sessionKey: string | null
  /** Stands above the conversation. */
  header: ReactNode
  onBuy: () => void
}

/** The chat window: conversation, composer, and the evidence of the figure that was picked. */
export function ChatPage({ sessionKey, header, onBuy }: ChatPageProps) {
  const thread = useThread(sessionKey)
  const liveIds = useLiveIds(sessionKey)
  const input = useRef<HTMLTextAreaElement>(null)
  const [claim, setClaim] = useState<{ sessionKey: string | null; turnId: string; claimId: string } | null>(
    null,
  )
  const openClaim = claim?.sessionKey === sessionKey ? claim : null

  const exchanges = thread.data?.exchanges
  const stored = useMemo(() => new Map((exchanges ?? []).map(one => [one.turnId, one])), [exchanges])
  const turnIds = useMemo(() => [...new Set([...stored.keys(), ...liveIds])], [stored, liveIds])

  useResuming(sessionKey, exchanges)
  useDraftCheck(sessionKey)
  useAnswerParts(sessionKey !== null)
  useFocusOnNewChat(sessionKey, input)

  const actions = useMemo<ExchangeActions>(
    () => ({
      openClaim: (turnId, claimId) => setClaim({ sessionKey, turnId, claimId }),
      ask: (picked, thinkLonger = getDraft(sessionKey).thinkLonger) => {
        const { question: text, suggestion_id: suggestionId } = picked
        void sendPicked(sessionKey, { text, thinkLonger, suggestionId })
      },
    }),
    [sessionKey],
  )

  function pick(question: string) {
    typeDraft(sessionKey, question)
    input.current?.focus()
  }

  let body: ReactNode
  if (turnIds.length > 0) {
    body = (
      <MessageList
        sessionKey={sessionKey}
        stored={stored}
        turnIds={turnIds}
        hasEarlier={thread.data?.hasEarlier ?? false}
        openClaim={openClaim}
        actions={actions}
      />
    )
  } else if (thread.failureReason) {
    // Said at the first failure: the tries after it are made meanwhile.
    body = <ThreadFailed error={thread.failureReason} onRetry={() => void thread.refetch()} />
  } else if (sessionKey !== null && thread.isPending) {
    body = <ChatSkeleton />
  } else {
    body = (
      <div className={styles.still}>
        <EmptyChat onPick={pick} />
      </div>
    )
  }

  return (
    <div className={styles.page} data-evidence={openClaim !== null}>
      <div className={styles.column}>
        {header}
        <main className={styles.main} id="main">
          {body}
          <Composer sessionKey={sessionKey} onBuy={onBuy} input={input} />
        </main>
      </div>
      {openClaim && (
        <Evidence turnId={openClaim.turnId} claimId={openClaim.claimId} onClose={() => setClaim(null)} />
      )}
    </div>
  )
}

/** Answers found under way, after a reload or on another device, go on here. */
function useResuming(sessionKey: string | null, exchanges: readonly Exchange[] | undefined) {
  useEffect(() => {
    for (const { turnId, question, state } of exchanges ?? []) {
      if (sessionKey && isUnderWay(state)) void resumeTurn({ turnId, sessionKey, question })
    }
  }, [sessionKey, exchanges])
}

/** A question that went out before a reload and that the server has is shown where it is. */
function useDraftCheck(sessionKey: string | null) {
  const [, navigate] = useLocation()
  useEffect(() => {
    const leaving = new AbortController()
    void checkDraft(sessionKey, leaving.signal).then(foundIn => {
      if (foundIn === null) return
      if (foundIn !== sessionKey && !leaving.signal.aborted) navigate(paths.chat(foundIn), { replace: true })
      void refreshThread(foundIn)
      void refreshHistory()
    })
    return () => leaving.abort()
  }, [sessionKey, navigate])
}

/** A known conversation has answers: what draws them is fetched beside them, not after. */
function useAnswerParts(areNeeded: boolean) {
  useEffect(() => {
    if (areNeeded) void fetchAnswerParts()
  }, [areNeeded])
}

/** A new chat is there to be typed into, unless the focus would bring up a keyboard. */
function useFocusOnNewChat(sessionKey: string | null, input: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (sessionKey !== null) return
    // The focus lays the page out, which is not to stand in the way of its first drawing.
    const timer = setTimeout(() => {
      if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [sessionKey, input])
}

function ThreadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.code === 'not_found'
  return (
    <div className={styles.failed} role="alert">
      <p>{isMissing ? 'This conversation does not exist, or it was deleted.' : messages.threadFailed}</p>
      {!isMissing && <p className={styles.why}>{error instanceof ApiError ? errorText[error.code] : ''}</p>}
      {isMissing ? (
        <Link href={paths.app}>Start a new chat</Link>
      ) : (
        <Button onClick={onRetry}>Try again</Button>
      )}
    </div>
  )
}
