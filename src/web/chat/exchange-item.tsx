import { memo, useDeferredValue } from 'react'
import type { TurnState } from '../../contract/turn-event.ts'
import type { TurnView } from '../../contract/turn-view.ts'
import { errorText } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Answer } from './answer.tsx'
import { AnswerProgress, progressWords } from './answer-progress.tsx'
import type { ExchangeActions } from './exchange-actions.ts'
import styles from './exchange-item.module.css'
import type { LiveTurn } from './live-turns.ts'
import { Question } from './question.tsx'
import { answerOfDocument, answerOfView, type ShownAnswer } from './shown-answer.ts'
import { type Exchange, isUnderWay } from './thread.ts'
import { useLiveTurn } from './use-turns.ts'

interface ExchangeItemProps {
  turnId: string
  stored: Exchange | null
  /** The claim of this answer whose evidence is open, or null. */
  openClaim: string | null
  actions: ExchangeActions
}

/** A question and its answer: live while it is written, stored afterwards. */
export const ExchangeItem = memo(function ExchangeItem({
  turnId,
  stored,
  openClaim,
  actions,
}: ExchangeItemProps) {
  const live = useLiveTurn(turnId)
  const question = live?.question ?? stored?.question ?? ''
  const answer = live ? answerOfView(live.view) : stored?.document ? answerOfDocument(stored.document) : null
  const isWaiting = live ? live.phase !== 'over' : stored !== null && isUnderWay(stored.state)
  // The last words come first, then what can be done with them.
  const isWriting = useDeferredValue(isWaiting)
  return (
    <div className={styles.exchange} data-turn={turnId}>
      <Question text={question} />
      <article className={styles.answer} aria-busy={isWaiting}>
        {answer && answer.blocks.length > 0 ? (
          <Answer
            turnId={turnId}
            question={question}
            answeredAt={stored?.answeredAt ?? null}
            answer={answer}
            isWriting={isWriting}
            credits={live ? live.view.credits : (stored?.credits ?? null)}
            openClaim={openClaim}
            actions={actions}
          />
        ) : (
          !live && stored?.text && <p className={styles.text}>{stored.text}</p>
        )}
        {live && isWaiting && <AnswerProgress turn={live} />}
        {!isWaiting && (
          <EndNote
            state={live?.view.state ?? stored?.state ?? 'complete'}
            error={live?.view.error ?? null}
            onAgain={() => actions.ask({ question }, live?.thinkLonger)}
          />
        )}
        {live && <Announcement turn={live} answer={answer} />}
      </article>
    </div>
  )
})

/** How an answer ended, where it did not end well, and the way on. */
function EndNote({
  state,
  error,
  onAgain,
}: {
  state: TurnState
  error: TurnView['error']
  onAgain: () => void
}) {
  if (state === 'complete' && !error) return null
  if (state === 'stopped') return <p className={styles.note}>Stopped. What was written is kept.</p>
  const reason =
    state === 'incomplete'
      ? 'This answer was cut off, so nothing was charged for it.'
      : error
        ? errorText[error.code]
        : 'This question could not be answered. Nothing was charged.'
  return (
    <div className={styles.note} data-bad="true" role="alert">
      <Icon name="alert" />
      <span>{reason}</span>
      <Button look="link" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}

/** For those who listen: the step at work, then the headline, one after the other and never mid-sentence. */
function Announcement({ turn, answer }: { turn: LiveTurn; answer: ShownAnswer | null }) {
  const headline = answer?.blocks.find(block => block.type === 'headline')
  const words =
    turn.phase === 'over'
      ? `Answer ready. ${headline?.spans.map(span => span.text).join('') ?? ''}`
      : progressWords(turn)
  return (
    <p className="visually-hidden" aria-live="polite">
      {words}
    </p>
  )
}
