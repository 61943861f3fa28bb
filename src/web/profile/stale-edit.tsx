import type { User } from '../../contract/auth.ts'
import { Button } from '../ui/button.tsx'
import { differingFields, draftOf } from './profile-draft.ts'
import { fieldsOnScreen } from './profile-field-table.ts'
import styles from './profile-form.module.css'

interface StaleEditProps {
  before: User
  now: User
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** The profile was saved elsewhere while it was edited here: what changed there, and which of the two shall stand. */
export function StaleEdit({ before, now, onKeepMine, onTakeTheirs }: StaleEditProps) {
  const theirs = draftOf(now)
  return (
    <section className={styles.stale} role="alert" aria-label="Changed elsewhere">
      <p className={styles.staleTitle}>Your profile was changed elsewhere while you were editing it.</p>
      <dl className={styles.staleFields}>
        {differingFields(draftOf(before), theirs).map(field => (
          <div key={field}>
            <dt>{fieldsOnScreen[field].label}</dt>
            <dd>{theirs[field] || 'empty'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button onClick={onTakeTheirs}>Discard mine</Button>
        <Button look="primary" onClick={onKeepMine}>
          Save mine over it
        </Button>
      </div>
    </section>
  )
}
