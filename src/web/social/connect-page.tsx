import { useState } from 'react'
import { Link } from 'wouter'
import { messages } from '../../contract/messages.ts'
import type { Problems } from '../../contract/registration.ts'
import type { linkSocial } from '../../contract/social.ts'
import { AuthPage } from '../auth/auth-page.tsx'
import styles from '../auth/form.module.css'
import { useTypedForm } from '../auth/use-typed-form.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { paths } from '../platform/paths.ts'
import { Button, primaryLink } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'

interface Outcome {
  isDone: boolean
  message: string
}

/** Connects a provider to an account by the link that was mailed to it, once its owner has said yes. */
export function ConnectPage({ params }: { params: { code?: string } }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  if (!outcome) return <Question code={params.code ?? ''} onOutcome={setOutcome} />
  return (
    <AuthPage heading={outcome.isDone ? 'Connected' : 'Not connected'} lead={outcome.message}>
      <Link className={primaryLink} href={paths.login}>
        Sign In
      </Link>
    </AuthPage>
  )
}

function Question({ code, onOutcome }: { code: string; onOutcome: (outcome: Outcome) => void }) {
  /** The server said that the account has one to be asked for. */
  const [asksPassword, setAsksPassword] = useState(false)
  const { failure, busy, bind, formProps } = useTypedForm({
    empty: { password: '' },
    problemsOf: ({ password }): Problems =>
      asksPassword && password === '' ? { password: [messages.passwordRequired] } : {},
    async send({ password }) {
      const body = { code, ...(password !== '' && { password }) }
      const { message } = await call<typeof linkSocial>({ method: 'POST', path: '/social/link', body })
      onOutcome({ isDone: true, message })
    },
    takesRefusal(error) {
      if (!(error instanceof ApiError)) return false
      if (error.code === 'invalid_or_expired') onOutcome({ isDone: false, message: error.message })
      else if (asksPassword || !error.errors.password) return false
      setAsksPassword(true)
      return true
    },
  })
  return (
    <AuthPage
      heading="Connect your sign-in?"
      lead="Whoever asked for this link will be able to sign in to your account. Go on only if it was you."
    >
      <form className={styles.form} {...formProps}>
        {asksPassword && (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            autoFocus
            below="Of your account here, so that nobody else connects it."
            {...bind('password')}
          />
        )}
        {failure && (
          <p className={styles.said} role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" look="primary" size="large" busy={busy}>
          {busy ? 'Connecting...' : 'Connect'}
        </Button>
      </form>
      {asksPassword && (
        <p className={styles.foot}>
          <Link href={paths.forgot}>Forgot password?</Link>
        </p>
      )}
    </AuthPage>
  )
}
