import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { BodyInput } from '../../contract/endpoint.ts'
import { isBlank } from '../../contract/is-blank.ts'
import { limits } from '../../contract/limits.ts'
import { emailProblem } from '../../contract/registration.ts'
import type { askForHelp } from '../../contract/support.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatNumber } from '../platform/format.ts'
import { getSession } from '../platform/session-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { showNotice } from '../ui/notice.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { ExchangeChoice } from './exchange-choice.tsx'
import { SenderDetails } from './sender-details.tsx'
import styles from './support-dialog.module.css'
import { keepSupportDraft, readSupportDraft } from './support-draft.ts'
import { type Exchange, type Sender, senderOf, supportRequest } from './support-request.ts'

interface SupportDialogProps {
  /** What was asked and answered last; null where there is nothing to send along. */
  exchange: Exchange | null
  onClose: () => void
}

/** A message to the support team, with who sends it and, unless the reader says otherwise, what was asked last. */
export function SupportDialog({ exchange, onClose }: SupportDialogProps) {
  const [text, setText] = useState(readSupportDraft)
  const [sender, setSender] = useState<Sender>(() => senderOf(getSession()?.user))
  const [editing, setEditing] = useState(false)
  /** Once sent with a wrong address, the field says so while it is mended. */
  const [tried, setTried] = useState(false)
  const [sendsExchange, setSendsExchange] = useState(true)
  const message = useRef<HTMLTextAreaElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const sending = useSending()
  const excess = text.length - limits.supportMessageMaxLength
  const emailError = tried ? emailProblem(sender.email) : null
  const canSend = !isBlank(text) && excess <= 0 && !sending.isPending

  function type(next: string) {
    setText(next)
    keepSupportDraft(next)
  }

  function askForEmail() {
    setTried(true)
    setEditing(true)
    email.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!canSend) return
    if (emailProblem(sender.email)) return askForEmail()
    const request = supportRequest(text, sender, sendsExchange ? exchange : null)
    // Here, not in the hook: once the dialog is gone, closing it again would close whatever stands in its place.
    sending.mutate(request, { onSuccess: onClose })
  }

  return (
    <Dialog title="Contact Support" widthPx={700} fullOnPhones first={message} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.content}>
          <TextAreaField
            ref={message}
            label="Your message"
            className={styles.text}
            rows={6}
            required
            placeholder="What happened, and what did you expect?"
            readOnly={sending.isPending}
            value={text}
            problem={excess > 0 ? `${formatNumber(excess)} characters too long` : null}
            onChange={event => type(event.target.value)}
          />
          {exchange && (
            <ExchangeChoice exchange={exchange} chosen={sendsExchange} onChoose={setSendsExchange} />
          )}
          <SenderDetails
            email={email}
            sender={sender}
            emailError={emailError}
            editing={editing}
            onEdit={() => setEditing(true)}
            onChange={setSender}
          />
        </div>
        <div className={styles.foot}>
          {sending.isError ? (
            <p className={styles.problem} role="alert">
              <Icon name="alert" />
              <span>{errorWords(sending.error)}</span>
            </p>
          ) : (
            <p className={styles.hint}>We answer by email.</p>
          )}
          <Button
            type="submit"
            look="primary"
            busy={sending.isPending}
            disabled={!canSend && !sending.isPending}
          >
            {sending.isPending ? 'Sending...' : 'Send'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Sends a request. Its end is told also to a reader who has closed the dialog in the meantime. */
function useSending() {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useMutation({
    mutationFn: (body: BodyInput<typeof askForHelp>) =>
      call<typeof askForHelp>({ method: 'POST', path: '/help', body }),
    onSuccess({ message }, { Description }) {
      if (readSupportDraft() === Description) keepSupportDraft('')
      showNotice(message, { durationMs: limits.supportNoticeMs })
    },
    onError(error) {
      if (isOpen.current) return
      const words = `Your message to support was not sent; it is kept. ${errorWords(error)}`
      showNotice(words, { durationMs: limits.supportNoticeMs })
    },
  })
}
