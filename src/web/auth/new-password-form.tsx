import { type SubmitEvent, useState } from 'react'
import type { resetPassword } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { newPasswordProblems } from '../../contract/registration.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { endSession, getSession } from '../platform/session-store.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import styles from './form.module.css'
import { PasswordRules } from './password-rules.tsx'
import { useProblems } from './use-problems.ts'

interface NewPasswordFormProps {
  code: string
  /** Called with the server's message. */
  onReset: (message: string) => void
  /** Called with the server's message when the code is good no longer. */
  onRefused: (message: string) => void
}

/** The new password and its repetition. */
export function NewPasswordForm({ code, onReset, onRefused }: NewPasswordFormProps) {
  const [typed, setTyped] = useState({ password: '', password_confirmation: '' })
  const { form, problems, show, forget } = useProblems()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    const found = newPasswordProblems(typed.password, typed.password_confirmation)
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const body = { code, ...typed }
      const { message } = await call<typeof resetPassword>({ method: 'POST', path: '/password/reset', body })
      // The server has ended every session of the account, so one that this browser had is over.
      if (getSession()) endSession({ forget: false })
      onReset(message)
    } catch (error) {
      setBusy(false)
      const isRefused = error instanceof ApiError && error.code === 'invalid_or_expired'
      if (isRefused) return onRefused(error.message || errorWords(error))
      const byField = error instanceof ApiError ? error.errors : {}
      show(byField)
      if (Object.keys(byField).length === 0) setFailure(errorWords(error))
    }
  }

  const bind = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: problems[name]?.[0],
    autoComplete: 'new-password',
    maxLength: limits.passwordMaxLength,
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value })
      forget(name)
    },
  })

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={event => void submit(event)}>
      <PasswordField
        label="Password"
        autoFocus
        {...bind('password')}
        below={typed.password !== '' && <PasswordRules password={typed.password} />}
      />
      <PasswordField label="Confirm Password" {...bind('password_confirmation')} />
      {failure && (
        <p className={styles.said} role="alert">
          {failure}
        </p>
      )}
      <Button type="submit" look="primary" size="large" busy={busy}>
        {busy ? 'Resetting...' : 'Reset Password'}
      </Button>
    </form>
  )
}
