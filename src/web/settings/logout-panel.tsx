import { messages } from '../../contract/messages.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import styles from './logout-panel.module.css'

interface LogoutPanelProps {
  isAsking: boolean
  isUnsaved: boolean
  onAsk: () => void
  onCancel: () => void
  onLogout: () => void
}

/** The way out of the account, with the question before it. */
export function LogoutPanel({ isAsking, isUnsaved, onAsk, onCancel, onLogout }: LogoutPanelProps) {
  return (
    <section className={styles.panel} aria-label="Log out">
      <p>Logging out ends the session in this browser.</p>
      <Button aria-haspopup="dialog" onClick={onAsk}>
        Log out
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={messages.logoutQuestion}
          text={isUnsaved ? 'The changes in your profile are not saved yet.' : undefined}
          confirm="Yes"
          widthPx={280}
          onClose={onCancel}
          onConfirm={onLogout}
        />
      )}
    </section>
  )
}
