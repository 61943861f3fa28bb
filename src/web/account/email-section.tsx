import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { cancelEmailChange, changeEmail } from '../../contract/account.ts'
import { emailProblem } from '../../contract/registration.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { OwnerForm } from './owner-form.tsx'
import { proofOf } from './proof-fields.tsx'
import { Section } from './section.tsx'
import styles from './security-tab.module.css'

interface EmailSectionProps {
  email: string
  /** The address that waits for its link to be opened. */
  pendingEmail: string | null
  asksCode: boolean
  onChange: () => void
}

/** The address one signs in with: changed by a link that is mailed to the new one. */
export function EmailSection({ email, pendingEmail, asksCode, onChange }: EmailSectionProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title="Email address"
      text={
        <p>
          You sign in with <strong>{email}</strong>.
        </p>
      }
      action={!isOpen && <Button onClick={() => setIsOpen(true)}>Change</Button>}
    >
      {pendingEmail !== null && !isOpen && <Pending email={pendingEmail} onChange={onChange} />}
      {isOpen && (
        <OwnerForm
          empty={{ email: '' }}
          problemsOf={typed => {
            const problem = emailProblem(typed.email)
            return { ...(problem && { email: [problem] }) }
          }}
          fields={bind => (
            <Field
              label="New email address"
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              autoFocus
              below="We mail it a link. Your account keeps its address until you open that."
              {...bind('email')}
            />
          )}
          asksCode={asksCode}
          label="Send link"
          busyLabel="Sending..."
          onCancel={() => setIsOpen(false)}
          send={async typed => {
            const body = { email: typed.email.trim(), ...proofOf(typed) }
            await call<typeof changeEmail>({ method: 'POST', path: '/accounts/email/change', body })
            setIsOpen(false)
            onChange()
          }}
        />
      )}
    </Section>
  )
}

function Pending({ email, onChange }: { email: string; onChange: () => void }) {
  const cancelling = useMutation({
    mutationFn: () => call<typeof cancelEmailChange>({ method: 'POST', path: '/accounts/email/cancel' }),
    onSuccess: onChange,
  })
  return (
    <div className={styles.said} role="status">
      <p>
        Open the link that we sent to <strong>{email}</strong>. It works for 24 hours.
      </p>
      {cancelling.isError && <p className={styles.failure}>{errorWords(cancelling.error)}</p>}
      <Button look="link" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        Keep the present address
      </Button>
    </div>
  )
}
