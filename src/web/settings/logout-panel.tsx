import { messages } from '../../contract/messages.ts'
import { ConfirmQuestion } from '../ui/confirm-question.tsx'
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
      <ConfirmQuestion
        question={messages.logoutQuestion}
        text={isUnsaved ? 'The changes in your profile are not saved yet.' : undefined}
        confirm="Yes"
        onConfirm={onLogout}
        onCancel={onCancel}
      />
    </section>
  )
}
