import { type SubmitEvent, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import { ApiError } from '../platform/api-error.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { showNotice } from '../ui/notice.tsx'
import { ChosenEmail } from './chosen-email.tsx'
import styles from './form.module.css'
import { logIn, loginFailureWords } from './log-in.ts'
import { UnverifiedNotice } from './unverified-notice.tsx'

interface PasswordStepProps {
  email: string
  onChangeEmail: () => void
  onSignedIn: () => void
  /** The password was right, and a code is asked for besides. */
  onCodeAsked: (password: string) => void
}

/** Step 2 of signing in. */
export function PasswordStep({ email, onChangeEmail, onSignedIn, onCodeAsked }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [unverified, setUnverified] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setUnverified(false)
    if (password === '') {
      setProblem(messages.passwordRequired)
      input.current?.focus()
      return
    }
    setBusy(true)
    try {
      await logIn({ email, password })
      onSignedIn()
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'verify_required') {
        setUnverified(true)
        return
      }
      if (error instanceof ApiError && error.code === 'second_factor_required') {
        onCodeAsked(password)
        return
      }
      showNotice(loginFailureWords(error), { durationMs: limits.loginNoticeMs })
      input.current?.select()
    }
  }

  return (
    <form className={styles.slide} noValidate onSubmit={event => void submit(event)}>
      <ChosenEmail email={email} onChange={onChangeEmail} />
      <PasswordField
        ref={input}
        label="Password"
        name="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={problem}
        onChange={event => {
          setProblem(null)
          setPassword(event.target.value)
        }}
      />
      {unverified && (
        <UnverifiedNotice email={email}>
          This email address is not verified yet. Use the link in the message we sent you.
        </UnverifiedNotice>
      )}
      <Button type="submit" look="primary" size="large" busy={busy}>
        {busy ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  )
}
