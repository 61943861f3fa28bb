import type { BlockOf, Suggestion } from '../../contract/answer.ts'
import styles from './suggestions.module.css'

/** One question back, where the readings would change the number; the first choice is the usual one. */
export function AskBack({ ask, onAsk }: { ask: BlockOf<'ask'>; onAsk: (picked: Suggestion) => void }) {
  return (
    <section className={styles.ask}>
      <h2 className={styles.question}>{ask.question}</h2>
      <Chips items={ask.choices} onAsk={onAsk} hasUsual />
    </section>
  )
}

/** Questions that can be answered next. */
export function FollowUps({
  items,
  onAsk,
}: {
  items: readonly Suggestion[]
  onAsk: (picked: Suggestion) => void
}) {
  return (
    <nav className={styles.followUps} aria-label="Ask next">
      <Chips items={items} onAsk={onAsk} />
    </nav>
  )
}

function Chips({
  items,
  onAsk,
  hasUsual = false,
}: {
  items: readonly Suggestion[]
  onAsk: (picked: Suggestion) => void
  hasUsual?: boolean
}) {
  return (
    <ul className={styles.chips}>
      {items.map((item, place) => (
        <li key={item.question}>
          <button
            type="button"
            className={styles.chip}
            data-usual={hasUsual && place === 0}
            onClick={() => onAsk(item)}
          >
            {item.label}
          </button>
        </li>
      ))}
    </ul>
  )
}
