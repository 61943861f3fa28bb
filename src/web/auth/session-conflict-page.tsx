import { useState } from 'react'
import { useLocation } from 'wouter'
import type { reEnableSession } from '../../contract/auth.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { paths } from '../platform/paths.ts'
import { updateUser } from '../platform/session-store.ts'
import { Button } from '../ui/button.tsx'
import { showNotice } from '../ui/notice.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './form.module.css'

/** Another device, browser or tab has the session: leave it there, or take it here. */
export function SessionConflictPage() {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)

  async function takeOver() {
    setBusy(true)
    try {
      const { user } = await call<typeof reEnableSession>({ method: 'POST', path: '/session/re-enable' })
      updateUser(user)
      navigate(paths.app, { replace: true })
    } catch (error) {
      setBusy(false)
      showNotice(errorWords(error), { durationMs: 5_000 })
    }
  }

  return (
    <AuthPage
      heading={messages.sessionConflict}
      lead="One session is active at a time. Your drafts and answers are kept."
    >
      <div className={styles.buttons}>
        <Button size="large" onClick={() => navigate(paths.logout)}>
          Close
        </Button>
        <Button look="primary" size="large" busy={busy} onClick={() => void takeOver()}>
          Use Here
        </Button>
      </div>
    </AuthPage>
  )
}
