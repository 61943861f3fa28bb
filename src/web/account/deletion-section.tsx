import { useState } from 'react'
import type { deleteAccount } from '../../contract/account.ts'
import { deletionWord } from '../../contract/messages.ts'
import { call } from '../platform/api.ts'
import { endSession } from '../platform/session-store.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { showNotice } from '../ui/notice.tsx'
import { OwnerForm } from './owner-form.tsx'
import { proofOf } from './proof-fields.tsx'
import { Section } from './section.tsx'
import styles from './security-tab.module.css'

/** The end of the account. */
export function DeletionSection({ asksCode }: { asksCode: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title="Delete account"
      text="At once and for good."
      action={!isOpen && <Button onClick={() => setIsOpen(true)}>Delete my account</Button>}
    >
      {isOpen && (
        <>
          <WhatGoes />
          <OwnerForm
            empty={{ confirmation: '' }}
            problemsOf={({ confirmation }) => ({
              ...(confirmation.trim() !== deletionWord && {
                confirmation: [`Type ${deletionWord} to confirm.`],
              }),
            })}
            fields={bind => (
              <Field
                label={`Type ${deletionWord} to confirm`}
                autoComplete="off"
                autoCapitalize="characters"
                autoFocus
                spellCheck={false}
                {...bind('confirmation')}
              />
            )}
            asksCode={asksCode}
            label="Delete my account"
            busyLabel="Deleting..."
            danger
            onCancel={() => setIsOpen(false)}
            send={async typed => {
              const body = { confirmation: typed.confirmation.trim(), ...proofOf(typed) }
              const path = '/accounts/delete'
              const { message } = await call<typeof deleteAccount>({ method: 'POST', path, body })
              showNotice(message, { durationMs: 8_000 })
              endSession({ forget: true })
            }}
          />
        </>
      )}
    </Section>
  )
}

function WhatGoes() {
  return (
    <div className={styles.text}>
      <p>Deleted:</p>
      <ul className={styles.list}>
        <li>your profile, password, sign-ins and second factor</li>
        <li>your conversations with their answers; one that is being written is ended and saved first</li>
        <li>your messages to support, as we store them here; what was mailed to our team stays with it</li>
        <li>your unused credits, which cannot be used any more after that</li>
      </ul>
      <p>Kept: the credit entries, as our books demand, without your name or address.</p>
      <p>You can register again with the same email address at any time.</p>
    </div>
  )
}
