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
import { useTypedForm } from './use-typed-form.ts'

interface NewPasswordFormProps {
  code: string
  /** Called with the server's message. */
  onReset: (message: string) => void
  /** Called with the server's message when the code is good no longer. */
  onRefused: (message: string) => void
}

/** The new password and its repetition. */
export function NewPasswordForm({ code, onReset, onRefused }: NewPasswordFormProps) {
  const { typed, failure, busy, bind, formProps } = useTypedForm({
    empty: { password: '', password_confirmation: '' },
    problemsOf: ({ password, password_confirmation }) => newPasswordProblems(password, password_confirmation),
    async send(typed) {
      const body = { code, ...typed }
      const { message } = await call<typeof resetPassword>({ method: 'POST', path: '/password/reset', body })
      // The server has ended every session of the account, so one that this browser had is over.
      if (getSession()) endSession({ forget: false })
      onReset(message)
    },
    takesRefusal(error) {
      const isOld = error instanceof ApiError && error.code === 'invalid_or_expired'
      if (isOld) onRefused(error.message || errorWords(error))
      return isOld
    },
  })
  const passwordHints = { autoComplete: 'new-password', maxLength: limits.passwordMaxLength }

  return (
    <form className={styles.form} {...formProps}>
      <PasswordField
        label="Password"
        autoFocus
        {...passwordHints}
        {...bind('password')}
        below={typed.password !== '' && <PasswordRules password={typed.password} />}
      />
      <PasswordField label="Confirm Password" {...passwordHints} {...bind('password_confirmation')} />
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
