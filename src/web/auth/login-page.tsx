import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { isEmail } from '../../contract/registration.ts'
import { ApiError } from '../platform/api-error.ts'
import { enterApp } from '../platform/outside-script.ts'
import { paths, safeReturnUrl } from '../platform/paths.ts'
import { late } from '../ui/late.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import { EmailStep } from './email-step.tsx'
import styles from './form.module.css'
import { type Credentials, logIn } from './log-in.ts'
import { PasswordStep } from './password-step.tsx'
import { rememberVisitor, type SocialEntry, type SocialVisitor } from './social-visitor.ts'
import { useHandedEmail } from './use-handed-email.ts'

/** Most people sign in without it. */
const CodeStep = late(() => import('./code-step.tsx').then(m => m.CodeStep), <Waiting words="Loading" />)

/** Sign in: the address first, then the password, then the code where a second factor is on. */
export function LoginPage({ social: Social }: { social?: SocialEntry }) {
  const [email, setEmail] = useHandedEmail()
  const [step, setStep] = useState<'email' | 'unknown' | 'password' | 'code'>('email')
  /** What was right so far, while a code is asked for besides. */
  const [proved, setProved] = useState<Credentials | null>(null)
  const search = useSearch()

  function onChangeEmail() {
    // A masked one is nothing to go on from.
    if (!isEmail(email)) setEmail('')
    setStep('email')
  }
  const onSignedIn = () => enterApp(safeReturnUrl(search))
  function onCodeAsked(credentials: Credentials) {
    setProved(credentials)
    setStep('code')
  }

  async function onVisitor(visitor: SocialVisitor) {
    const credentials = { email: visitor.email, ...visitor.token }
    setEmail(visitor.email)
    try {
      await logIn(credentials)
      onSignedIn()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'second_factor_required') onCodeAsked(credentials)
      else if (code === 'not_found') {
        rememberVisitor(visitor)
        setStep('unknown')
      } else {
        if (!isEmail(visitor.email)) setEmail('')
        throw error
      }
    }
  }

  return (
    <AuthPage heading="Welcome back">
      {step === 'password' && (
        <PasswordStep
          email={email}
          onChangeEmail={onChangeEmail}
          onSignedIn={onSignedIn}
          onCodeAsked={password => onCodeAsked({ email, password })}
        />
      )}
      {step === 'code' && proved && (
        <CodeStep
          email={email}
          onChangeEmail={onChangeEmail}
          send={otp => logIn({ ...proved, otp }).then(onSignedIn)}
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
      {Social && step !== 'code' && <Social mode="sign-in" onVisitor={onVisitor} />}
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
