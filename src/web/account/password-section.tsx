import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { forgotPassword } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showNotice } from '../ui/notice.tsx'
import { Section } from './section.tsx'
import styles from './security-tab.module.css'

/** A new password, by the link that a forgotten one is set anew with. */
export function PasswordSection({ email }: { email: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const sending = useMutation({
    mutationFn: () =>
      call<typeof forgotPassword>({ method: 'POST', path: '/password/forgot', body: { email } }),
    onSuccess: () => showNotice(messages.resetLinkSent, { durationMs: limits.resetNoticeMs }),
  })
  return (
    <Section
      title="Password"
      text="We mail you a link to set a new one, or your first one if you signed up with Google or Facebook. Setting it signs you out everywhere."
      action={
        <Button busy={sending.isPending} onClick={() => setIsAsking(true)}>
          {sending.isPending ? 'Sending...' : 'Send reset code'}
        </Button>
      }
    >
      {sending.isError && (
        <p className={styles.failure} role="alert">
          {errorWords(sending.error)}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          question={messages.resetCodeQuestion}
          text={`The link goes to ${email}.`}
          confirm="Send"
          widthPx={340}
          onClose={() => setIsAsking(false)}
          onConfirm={() => sending.mutate()}
        />
      )}
    </Section>
  )
}
