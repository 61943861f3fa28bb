import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ChosenEmail } from './chosen-email.tsx'
import styles from './form.module.css'

interface CodeStepProps {
  email: string
  onChangeEmail: () => void
  /** Signs in with the code; what it throws is told beside the field. */
  send: (code: string) => Promise<void>
}

const kinds = {
  authenticator: {
    label: 'Code',
    hint: 'Six digits from your authenticator app.',
    missing: 'Enter the code from your authenticator.',
    other: 'Use a recovery code',
    input: { inputMode: 'numeric', maxLength: 7, placeholder: '123456' },
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the ten you kept. It works once.',
    missing: 'Enter one of your recovery codes.',
    other: 'Use the authenticator',
    input: { inputMode: 'text', maxLength: 24, placeholder: 'ABCD-EFGH-JKLM-NPQR' },
  },
} as const

/** The last step of signing in, where a second factor is on. */
export function CodeStep({ email, onChangeEmail, send }: CodeStepProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('authenticator')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { label, hint, missing, other, input: hints } = kinds[kind]

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setProblem(code.trim() === '' ? missing : null)
    input.current?.focus()
    if (code.trim() === '') return
    setBusy(true)
    try {
      await send(code)
    } catch (error) {
      setBusy(false)
      setProblem(refusalWords(error))
      input.current?.select()
    }
  }

  function switchKind() {
    setKind(kind === 'authenticator' ? 'recovery' : 'authenticator')
    setCode('')
    setProblem(null)
    input.current?.focus()
  }

  return (
    <form className={styles.slide} noValidate onSubmit={event => void submit(event)}>
      <ChosenEmail email={email} onChange={onChangeEmail} />
      <Field
        ref={input}
        label={label}
        name="otp"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        {...hints}
        value={code}
        error={problem}
        below={hint}
        onChange={event => {
          setProblem(null)
          setCode(event.target.value)
        }}
      />
      <Button type="submit" look="primary" size="large" busy={busy}>
        {busy ? 'Logging in...' : 'Log in'}
      </Button>
      <Button look="link" onClick={switchKind}>
        {other}
      </Button>
    </form>
  )
}

/** Of a wrong code the server says more than that one is asked for. */
function refusalWords(error: unknown): string {
  const isWrong = error instanceof ApiError && error.code === 'second_factor_required'
  return isWrong && error.message !== '' ? error.message : errorWords(error)
}
