import { useState } from 'react'
import { Link } from 'wouter'
import { messages } from '../../contract/messages.ts'
import { paths } from '../platform/paths.ts'
import { AuthPage } from './auth-page.tsx'
import { EmailStep } from './email-step.tsx'
import styles from './form.module.css'
import { RegistrationStep } from './registration-step.tsx'
import { UnverifiedNotice } from './unverified-notice.tsx'
import { useHandedEmail } from './use-handed-email.ts'

/** Register: the address first, then the account. */
export function RegisterPage() {
  const [email, setEmail] = useHandedEmail()
  const [step, setStep] = useState<'email' | 'active' | 'unverified' | 'details'>('email')
  const [answer, setAnswer] = useState<string | null>(null)

  if (answer !== null) {
    return (
      <AuthPage heading="Check your email" lead={`We wrote to ${email}.`}>
        <p role="status">{answer}</p>
        <p className={styles.foot}>
          Verified already?{' '}
          <Link href={paths.login} state={{ email }}>
            Sign In
          </Link>
        </p>
      </AuthPage>
    )
  }

  return (
    <AuthPage heading="Create your account" wide={step === 'details'}>
      {step === 'details' ? (
        <RegistrationStep email={email} onChangeEmail={() => setStep('email')} onRegistered={setAnswer} />
      ) : (
        <EmailStep
          onRegister
          email={email}
          onEmail={typed => {
            setEmail(typed)
            setStep('email')
          }}
          onFound={(found, typed) => {
            setEmail(typed)
            if (!found.user_exists) setStep('details')
            else setStep(found.status === 'unverified' ? 'unverified' : 'active')
          }}
        >
          {step === 'active' && (
            <div className={styles.said} role="alert">
              <p>
                {messages.alreadyRegistered}{' '}
                <Link href={paths.login} state={{ email }}>
                  Sign in
                </Link>
              </p>
            </div>
          )}
          {step === 'unverified' && (
            <UnverifiedNotice email={email}>{messages.registeredUnverified}</UnverifiedNotice>
          )}
        </EmailStep>
      )}
      <p className={styles.foot}>
        Already have an account? <Link href={paths.login}>Sign in</Link>
      </p>
    </AuthPage>
  )
}
