import { Checkbox } from '../ui/checkbox.tsx'
import styles from './exchange-choice.module.css'
import type { Exchange } from './support-request.ts'

interface ExchangeChoiceProps {
  exchange: Exchange
  chosen: boolean
  onChoose: (chosen: boolean) => void
}

/** Whether the last question and its answer go along, with a look at them. */
export function ExchangeChoice({ exchange, chosen, onChoose }: ExchangeChoiceProps) {
  return (
    <div className={styles.choice}>
      <Checkbox className={styles.label} checked={chosen} onCheck={onChoose}>
        <span>{exchange.answer ? 'Include my last question and answer' : 'Include my last question'}</span>
      </Checkbox>
      {chosen && (
        <details className={styles.look}>
          <summary className={styles.summary}>
            <span className={styles.question}>{exchange.question}</span>
            <span className={styles.heading}>This goes along</span>
            <span className={styles.show}>Show</span>
            <span className={styles.hide}>Hide</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by keyboard */}
          <section className={styles.words} aria-label="Last question and answer" tabIndex={0}>
            <p className={styles.asked}>{exchange.question}</p>
            {exchange.answer}
          </section>
        </details>
      )}
    </div>
  )
}
