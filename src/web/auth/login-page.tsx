import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { paths, safeReturnUrl } from '../platform/paths.ts'
import { late } from '../ui/late.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import { EmailStep } from './email-step.tsx'
import styles from './form.module.css'
import { logIn } from './log-in.ts'
import { PasswordStep } from './password-step.tsx'
import { useHandedEmail } from './use-handed-email.ts'

/** Most people sign in without it. */
const CodeStep = late(() => import('./code-step.tsx').then(m => m.CodeStep), <Waiting words="Loading" />)

/** Sign in: the address first, then the password, then the code where a second factor is on. */
export function LoginPage() {
  const [email, setEmail] = useHandedEmail()
  const [step, setStep] = useState<'email' | 'unknown' | 'password' | 'code'>('email')
  const [password, setPassword] = useState('')
  const [, navigate] = useLocation()
  const search = useSearch()

  const onChangeEmail = () => setStep('email')
  const onSignedIn = () => navigate(safeReturnUrl(search), { replace: true })

  return (
    <AuthPage heading="Welcome back">
      {step === 'password' && (
        <PasswordStep
          email={email}
          onChangeEmail={onChangeEmail}
          onSignedIn={onSignedIn}
          onCodeAsked={typed => {
            setPassword(typed)
            setStep('code')
          }}
        />
      )}
      {step === 'code' && (
        <CodeStep
          email={email}
          onChangeEmail={onChangeEmail}
          send={otp => logIn({ email, password, otp }).then(onSignedIn)}
        />
      )}
      {(step === 'email' || step === 'unknown') && (
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
