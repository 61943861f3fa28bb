import { useState } from 'react'
import { Link } from 'wouter'
import type { forgotPassword } from '../../contract/auth.ts'
import { call } from '../platform/api.ts'
import { paths } from '../platform/paths.ts'
import { Button } from '../ui/button.tsx'
import { AuthPage } from './auth-page.tsx'
import { EmailForm } from './email-form.tsx'
import styles from './form.module.css'
import { useHandedEmail } from './use-handed-email.ts'

/** Asks for the link that sets a new password. */
export function ForgotPage() {
  const [email, setEmail] = useHandedEmail()
  const [answer, setAnswer] = useState<string | null>(null)

  async function send(typed: string) {
    setEmail(typed)
    const body = { email: typed }
    setAnswer((await call<typeof forgotPassword>({ method: 'POST', path: '/password/forgot', body })).message)
  }

  const wayBack = (
    <Link href={paths.login} state={{ email }}>
      Back to log in
    </Link>
  )

  if (answer !== null) {
    return (
      <AuthPage heading="Check your email" lead={email}>
        <div className={styles.form}>
          <p role="status">{answer}</p>
          <p className={styles.small}>
            Nothing there after a few minutes? Look among the spam, or ask again: the newest link is the one
            that works.
          </p>
          <Button size="large" onClick={() => setAnswer(null)}>
            Ask again
          </Button>
        </div>
        <p className={styles.foot}>{wayBack}</p>
      </AuthPage>
    )
  }

  return (
    <AuthPage heading="Forgot your password?" lead="We will send you a link to set a new one.">
      <EmailForm email={email} onEmail={setEmail} send={send} label="Reset Password" busyLabel="Sending..." />
      <p className={styles.foot}>{wayBack}</p>
    </AuthPage>
  )
}
