import { useState } from 'react'
import { Link } from 'wouter'
import type { register } from '../../contract/auth.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { messages } from '../../contract/messages.ts'
import { isEmail } from '../../contract/registration.ts'
import { enterApp } from '../platform/outside-script.ts'
import { paths } from '../platform/paths.ts'
import { checkAccount } from './account-check.ts'
import { AuthPage } from './auth-page.tsx'
import { EmailStep } from './email-step.tsx'
import styles from './form.module.css'
import { logIn } from './log-in.ts'
import { RegistrationStep } from './registration-step.tsx'
import { rememberVisitor, type SocialEntry, type SocialVisitor, visitorOf } from './social-visitor.ts'
import { UnverifiedNotice } from './unverified-notice.tsx'
import { useHandedEmail } from './use-handed-email.ts'

type Found = Awaited<ReturnType<typeof checkAccount>>

/** Register: the address first, then the account. */
export function RegisterPage({ social: Social }: { social?: SocialEntry }) {
  const [email, setEmail] = useHandedEmail()
  const [step, setStep] = useState<'email' | 'active' | 'unverified' | 'details'>('email')
  const [answer, setAnswer] = useState<AnswerOf<typeof register> | null>(null)

  function onFound(found: Found, typed: string) {
    setEmail(typed)
    if (!found.user_exists) setStep('details')
    else setStep(found.status === 'unverified' ? 'unverified' : 'active')
  }

  async function onVisitor(visitor: SocialVisitor) {
    // Masked: of an account that the provider lets into already.
    if (!isEmail(visitor.email)) return setStep('active')
    const found = await checkAccount(visitor.email)
    rememberVisitor(visitor)
    onFound(found, visitor.email)
    if (found.status === 'unverified') await enterBy(visitor)
  }

  /** The provider's word, or its mail, proves the address, and ends a password that somebody else may have chosen. */
  async function enterBy({ email, token }: SocialVisitor) {
    await logIn({ email, ...token })
    enterApp(paths.app)
  }

  if (answer !== null) {
    const isOpen = answer.status === 'active'
    return (
      <AuthPage
        heading={isOpen ? 'Your account is open' : 'Check your email'}
        lead={isOpen ? email : `We wrote to ${email}.`}
      >
        <p role="status">{answer.message}</p>
        <p className={styles.foot}>
          {!isOpen && 'Verified already? '}
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
        <RegistrationStep
          email={email}
          visitor={visitorOf(email)}
          onChangeEmail={() => setStep('email')}
          onRegistered={setAnswer}
        />
      ) : (
        <EmailStep
          onRegister
          email={email}
          onEmail={typed => {
            setEmail(typed)
            setStep('email')
          }}
          onFound={onFound}
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
            <>
              <UnverifiedNotice email={email}>{messages.registeredUnverified}</UnverifiedNotice>
              <p className={styles.small}>
                Did somebody else register it?{' '}
                <Link href={paths.forgot} state={{ email }}>
                  Set your own password
                </Link>
              </p>
            </>
          )}
        </EmailStep>
      )}
      {Social && step !== 'details' && <Social mode="sign-up" onVisitor={onVisitor} />}
      <p className={styles.foot}>
        Already have an account? <Link href={paths.login}>Sign in</Link>
      </p>
    </AuthPage>
  )
}
