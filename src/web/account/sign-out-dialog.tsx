import type { signOutEverywhere } from '../../contract/account.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../platform/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { showNotice } from '../ui/notice.tsx'
import { OwnerForm } from './owner-form.tsx'
import { proofOf } from './proof-fields.tsx'
import styles from './security-tab.module.css'

interface SignOutDialogProps {
  asksCode: boolean
  /** A sign-in by a provider a moment ago stands for the password. */
  isProven: boolean
  onDone: () => void
  onClose: () => void
}

/** Ends every session but this one, once its owner has confirmed it. */
export function SignOutDialog({ asksCode, isProven, onDone, onClose }: SignOutDialogProps) {
  return (
    <Dialog title="Sign out everywhere?" widthPx={460} onClose={onClose}>
      <div className={styles.asked}>
        <p className={styles.text}>
          Every other sign-in of your account ends now, and none of them can take over again. This one stays.
          {!isProven &&
            ' No password? Sign in again by Google or Facebook, and come back within five minutes.'}
        </p>
        <OwnerForm
          empty={{}}
          asksCode={asksCode}
          isProven={isProven}
          label="Sign out"
          busyLabel="Signing out..."
          danger
          onCancel={onClose}
          send={async typed => {
            const body = proofOf(typed)
            const { message } = await call<typeof signOutEverywhere>({
              method: 'POST',
              path: '/accounts/sign_out_everywhere',
              body,
            })
            onDone()
            onClose()
            showNotice(message, { durationMs: limits.resetNoticeMs })
          }}
        />
      </div>
    </Dialog>
  )
}
