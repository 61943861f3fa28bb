import type { BlockOf, Suggestion } from '../../contract/answer.ts'
import styles from './gap-note.module.css'

/** What is not held, and the nearest that is. */
export function GapNote({ gap, onAsk }: { gap: BlockOf<'gap'>; onAsk: (picked: Suggestion) => void }) {
  const { text, ask } = gap
  return (
    <p className={styles.gap}>
      {text}{' '}
      {ask && (
        <button type="button" className={styles.nearest} onClick={() => onAsk(ask)}>
          {ask.label}
        </button>
      )}
    </p>
  )
}
