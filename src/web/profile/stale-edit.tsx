import type { User } from '../../contract/auth.ts'
import { Button } from '../ui/button.tsx'
import { type Draft, differingFields, draftOf } from './profile-draft.ts'
import { fieldsOnScreen } from './profile-field-table.ts'
import styles from './profile-form.module.css'

interface StaleEditProps {
  before: User
  now: User
  mine: Draft
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** The profile was saved elsewhere while it was edited here: what changed there, and which of the two shall stand. */
export function StaleEdit({ before, now, mine, onKeepMine, onTakeTheirs }: StaleEditProps) {
  const theirs = draftOf(now)
  const others = differingFields(mine, theirs)
  const told = differingFields(draftOf(before), theirs).filter(field => others.includes(field))
  return (
    <section className={styles.stale} role="alert" aria-label="Changed elsewhere" tabIndex={-1}>
      <p className={styles.staleTitle}>
        Your profile was changed elsewhere while you were editing it. There it now says:
      </p>
      <dl className={styles.staleFields}>
        {told.map(field => (
          <div key={field}>
            <dt>{fieldsOnScreen[field].label}</dt>
            <dd>{theirs[field] || 'empty'}</dd>
          </div>
        ))}
      </dl>
      <p>Keeping yours saves the fields that you changed and takes the others from there.</p>
      <div className={styles.buttons}>
        <Button onClick={onTakeTheirs}>Discard mine</Button>
        <Button look="primary" onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
    </section>
  )
}
