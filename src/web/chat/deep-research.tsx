import { useId, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { useCredits } from '../credits/queries.ts'
import { formatCredits } from '../platform/format.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import styles from './deep-research.module.css'
import { setDepth } from './drafts.ts'
import { useDraft } from './use-turns.ts'

/** The Deep Research box, what it does on hover and focus, what it can cost at most, and when it costs less. */
export function DeepResearch({ sessionKey, disabled }: { sessionKey: string | null; disabled: boolean }) {
  const tooltipId = useId()
  const { thinkLonger } = useDraft(sessionKey)
  const { data: credits } = useCredits()
  const [dismissed, setDismissed] = useState(false)
  const show = () => setDismissed(false)
  return (
    // The tooltip hides on Escape, wherever the pointer is.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens on behalf of the box inside
    <div
      className={styles.deep}
      onPointerEnter={show}
      onFocus={show}
      onKeyDown={event => event.key === 'Escape' && setDismissed(true)}
    >
      <Checkbox
        className={styles.label}
        checked={thinkLonger}
        disabled={disabled}
        aria-describedby={tooltipId}
        onCheck={checked => setDepth(sessionKey, checked)}
      >
        <span className={styles.words}>
          Deep Research
          <span className={`${styles.price} num`}>
            {credits && `up to ${formatCredits(credits.prices.deep)}: `}
            more detail, charged as a quick answer where it adds no data
          </span>
        </span>
      </Checkbox>
      <span role="tooltip" id={tooltipId} className={styles.tooltip} data-dismissed={dismissed}>
        {messages.deepResearchTooltip}
      </span>
    </div>
  )
}
