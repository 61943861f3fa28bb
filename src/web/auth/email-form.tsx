import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { emailProblem } from '../../contract/registration.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import styles from './form.module.css'

export interface EmailFormProps {
  email: string
  onEmail: (email: string) => void
  /** The register screen words a bad address its own way. */
  onRegister?: boolean
  /** Does what the form is for with an address that can be one; what it throws is told beside the field. */
  send: (email: string) => Promise<void>
  /** The button's words, and those while it is at work. */
  label: string
  busyLabel: string
  /** What the last try came to, between the field and the button. */
  children?: ReactNode
}

/** One address, one button. */
export function EmailForm({
  email,
  onEmail,
  onRegister = false,
  send,
  label,
  busyLabel,
  children,
}: EmailFormProps) {
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
      await send(typed)
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
        {busy ? busyLabel : label}
      </Button>
    </form>
  )
}
