import { useState } from 'react'
import { Link } from 'wouter'
import { errorText } from '../platform/error-text.ts'
import { paths } from '../platform/paths.ts'
import { primaryLink } from '../ui/button.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './form.module.css'
import { NewPasswordForm } from './new-password-form.tsx'

/** Sets a new password with the code of the link that was opened. Opening alone uses nothing up. */
export function ResetPage({ params: { code = '' } }: { params: { code?: string } }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const [refusal, setRefusal] = useState(code === '' ? errorText.invalid_or_expired : null)

  if (answer !== null) {
    return (
      <AuthPage heading="Password reset" lead={<span role="status">{answer}</span>}>
        <Link className={primaryLink} href={paths.login}>
          Sign In
        </Link>
      </AuthPage>
    )
  }

  if (refusal !== null) {
    return (
      <AuthPage heading="This link does not work any more" lead={<span role="alert">{refusal}</span>}>
        <Link className={primaryLink} href={paths.forgot}>
          Ask for a new link
        </Link>
        <p className={styles.foot}>
          <Link href={paths.login}>Back to log in</Link>
        </p>
      </AuthPage>
    )
  }

  return (
    <AuthPage heading="Set a new password" lead="You will be signed out everywhere else.">
      <NewPasswordForm code={code} onReset={setAnswer} onRefused={setRefusal} />
    </AuthPage>
  )
}
