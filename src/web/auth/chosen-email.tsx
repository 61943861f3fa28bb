import { Button } from '../ui/button.tsx'
import styles from './form.module.css'

/** The e-mail of step 1 in step 2, with a way back to it. The hidden field lets password managers keep the pair. */
export function ChosenEmail({ email, onChange }: { email: string; onChange: () => void }) {
  return (
    <div className={styles.address}>
      <span>{email}</span>
      <Button look="link" onClick={onChange} aria-label={`Change email address ${email}`}>
        Change
      </Button>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    </div>
  )
}
