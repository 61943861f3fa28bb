import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { paths, safeReturnUrl } from '../platform/paths.ts'
import { AuthPage } from './auth-page.tsx'
import { EmailStep } from './email-step.tsx'
import styles from './form.module.css'
import { PasswordStep } from './password-step.tsx'
import { useHandedEmail } from './use-handed-email.ts'

/** Sign in: the address first, then the password. */
export function LoginPage() {
  const [email, setEmail] = useHandedEmail()
  const [step, setStep] = useState<'email' | 'unknown' | 'password'>('email')
  const [, navigate] = useLocation()
  const search = useSearch()

  return (
    <AuthPage heading="Welcome back">
      {step === 'password' ? (
        <PasswordStep
          email={email}
          onChangeEmail={() => setStep('email')}
          onSignedIn={() => navigate(safeReturnUrl(search), { replace: true })}
        />
      ) : (
        <EmailStep
          email={email}
          onEmail={typed => {
            setEmail(typed)
            setStep('email')
          }}
          onFound={(found, typed) => {
            setEmail(typed)
            setStep(found.user_exists ? 'password' : 'unknown')
          }}
        >
          {step === 'unknown' && (
            <div className={styles.said} role="alert">
              <p>
                This email address is not registered.{' '}
                <Link href={paths.register} state={{ email }}>
                  Sign up
                </Link>
              </p>
            </div>
          )}
        </EmailStep>
      )}
      <p className={styles.foot}>
        New here?{' '}
        <Link href={paths.register} state={{ email }}>
          Sign up
        </Link>
        <span className={styles.between} />
        <Link href={paths.forgot} state={{ email }}>
          Forgot password?
        </Link>
      </p>
    </AuthPage>
  )
}
