import { type ReactNode, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { resendVerification } from './account-check.ts'
import styles from './form.module.css'

/** Says that an address awaits its proof, and mails the link again. */
export function UnverifiedNotice({ email, children }: { email: string; children: ReactNode }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [problem, setProblem] = useState<string | null>(null)

  async function resend() {
    setState('sending')
    setProblem(null)
    try {
      await resendVerification(email)
      setState('sent')
    } catch (error) {
      setProblem(errorWords(error))
      setState('idle')
    }
  }

  return (
    <div className={styles.said} role="alert">
      {state === 'sent' ? (
        <p>{messages.verificationSent}</p>
      ) : (
        <>
          <p>{children}</p>
          <Button busy={state === 'sending'} onClick={() => void resend()}>
            Resend verification email
          </Button>
          {problem && <p>{problem}</p>}
        </>
      )}
    </div>
  )
}
