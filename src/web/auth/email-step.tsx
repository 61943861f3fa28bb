import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { emailProblem } from '../../contract/registration.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { checkAccount } from './account-check.ts'
import styles from './form.module.css'

type Found = Awaited<ReturnType<typeof checkAccount>>

interface EmailStepProps {
  email: string
  onEmail: (email: string) => void
  /** The register screen words a bad address its own way. */
  onRegister?: boolean
  /** Called with what the server knows of the address. */
  onFound: (found: Found, email: string) => void
  /** What the last look-up came to, between the field and the button. */
  children?: ReactNode
}

/** Step 1 of signing in and of registering: one address, one button. */
export function EmailStep({ email, onEmail, onRegister = false, onFound, children }: EmailStepProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // The focus lays the page out, which is not to stand in the way of its first drawing.
    const timer = setTimeout(() => input.current?.focus())
    return () => clearTimeout(timer)
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const typed = email.trim()
    const failing = emailProblem(typed, onRegister)
    setProblem(failing)
    if (failing) {
      input.current?.focus()
      return
    }
    setBusy(true)
    try {
      onFound(await checkAccount(typed), typed)
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      <Field
        ref={input}
        label="Email address"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder="name@company.com"
        value={email}
        error={problem}
        onChange={event => {
          setProblem(null)
          onEmail(event.target.value)
        }}
      />
      {children}
      <Button type="submit" look="primary" size="large" busy={busy}>
        {busy ? 'Continuing...' : 'Continue'}
      </Button>
    </form>
  )
}
