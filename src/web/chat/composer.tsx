import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import { useCredits } from '../credits/queries.ts'
import { formatCredits, formatNumber } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './composer.module.css'
import { DeepResearch } from './deep-research.tsx'
import { typeDraft } from './drafts.ts'
import { sendDraft, stopLiveTurn } from './run-turn.ts'
import { useDraft, useWaiting } from './use-turns.ts'

interface ComposerProps {
  sessionKey: string | null
  /** The way to more credits, where they are short. */
  onBuy: () => void
  input: RefObject<HTMLTextAreaElement | null>
}

/** Where questions are written: it says what one costs, and holds the text until the server has it. */
export function Composer({ sessionKey, onBuy, input }: ComposerProps) {
  const draft = useDraft(sessionKey)
  const waiting = useWaiting(sessionKey)
  const { data: credits } = useCredits()
  const text = waiting ? '' : draft.text
  const isTooLong = text.length > limits.messageMaxLength
  const canSend = waiting === null && text.trim() !== '' && !isTooLong
  const problem = waiting ? null : draft.problem

  useGrowing(input, text)
  useFocusAfterAnswer(input, waiting !== null)

  const send = () => {
    if (canSend) void sendDraft(sessionKey)
  }
  function onKeyDown(event: KeyboardEvent) {
    // Enter that ends a composed word (Amharic, Arabic, Chinese input) is not a send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.dock}>
      {problem && (
        <div className={styles.problem} role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
          {draft.isShort && (
            <Button look="link" onClick={onBuy}>
              Buy Credits
            </Button>
          )}
          <Button look="link" onClick={send}>
            Try again
          </Button>
        </div>
      )}
      <form
        className={styles.composer}
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <textarea
          ref={input}
          className={styles.input}
          rows={1}
          aria-label="Your question"
          aria-invalid={isTooLong}
          placeholder={messages.chatPlaceholder}
          value={text}
          disabled={waiting !== null}
          enterKeyHint="send"
          onChange={event => typeDraft(sessionKey, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.row}>
          <DeepResearch sessionKey={sessionKey} disabled={waiting !== null} />
          <span className={`${styles.price} num`} role={isTooLong ? 'alert' : undefined} data-bad={isTooLong}>
            {isTooLong
              ? `${formatNumber(text.length - limits.messageMaxLength)} characters too long`
              : credits &&
                !waiting &&
                !draft.thinkLonger && (
                  <>
                    <span>Quick answer</span>
                    <span>up to {formatCredits(credits.prices.quick)}</span>
                  </>
                )}
          </span>
          {waiting && (
            <button
              type="button"
              className={styles.stop}
              disabled={!waiting.canStop}
              aria-label="Stop answering"
              title="Stop answering"
              onClick={() => void stopLiveTurn(waiting.turnId)}
            >
              <span />
            </button>
          )}
          <button type="submit" className={styles.send} disabled={!canSend} aria-label="Send" title="Send">
            <Icon name="send" />
          </button>
        </div>
      </form>
      <p className={styles.hint} data-known={sessionKey !== null}>
        Figures are checked against their rows. Sources are under each chart.
      </p>
    </div>
  )
}

/** As tall as its text, up to the limit in the style sheet. */
function useGrowing(input: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const area = input.current
    if (!area) return
    area.style.height = ''
    // Empty it has its height by itself: measuring would lay the whole page out before its first drawing.
    if (text !== '') area.style.height = `${area.scrollHeight}px`
  }, [input, text])
}

/** After an answer the input has the focus again, unless the reader is elsewhere, or it would bring up a keyboard. */
function useFocusAfterAnswer(input: RefObject<HTMLTextAreaElement | null>, waiting: boolean) {
  const waited = useRef(false)
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body
    if (waited.current && !waiting && isFree && !window.matchMedia('(pointer: coarse)').matches) {
      input.current?.focus({ preventScroll: true })
    }
    waited.current = waiting
  }, [input, waiting])
}
