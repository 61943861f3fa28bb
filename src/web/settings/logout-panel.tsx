import { messages } from '../../contract/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './logout-panel.module.css'

interface LogoutPanelProps {
  isUnsaved: boolean
  onCancel: () => void
  onLogout: () => void
}

/** The question before logging out, where the settings are open anyway. */
export function LogoutPanel({ isUnsaved, onCancel, onLogout }: LogoutPanelProps) {
  return (
    <section className={styles.panel} aria-label="Log out">
      <p className={styles.question}>{messages.logoutQuestion}</p>
      {isUnsaved && <p className={styles.text}>The changes in your profile are not saved yet.</p>}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" onClick={onLogout}>
          Yes
        </Button>
      </div>
    </section>
  )
}
