import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Connected, disconnectSocial, getConnected } from '../../contract/social.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatDateTime } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { showNotice } from '../ui/notice.tsx'
import { Bone } from '../ui/spinner.tsx'
import { OwnerForm } from './owner-form.tsx'
import { proofOf } from './proof-fields.tsx'
import { Section } from './section.tsx'
import styles from './security-tab.module.css'
import listStyles from './sign-ins-section.module.css'

const providerNames: Record<Connected['provider'], string> = { GOOGLE: 'Google', FACEBOOK: 'Facebook' }

/** Who besides the password lets in, and how to end that. */
export function ConnectedSection({ asksCode }: { asksCode: boolean }) {
  const connected = useQuery({
    queryKey: ['account', 'connected'],
    queryFn: ({ signal }) =>
      call<typeof getConnected>({ method: 'GET', path: '/accounts/connected', signal }),
    staleTime: 0,
  })
  const all = connected.data?.connected
  return (
    <Section
      title="Connected accounts"
      text={
        all?.length === 0
          ? 'None. Your email address and your password alone let you in.'
          : 'They let you in besides your password. A new password or email address disconnects them.'
      }
    >
      {connected.isPending && <Bone height={48} />}
      {connected.isError && (
        <div className={listStyles.failed} role="alert">
          <p>{errorWords(connected.error)}</p>
          <Button onClick={() => void connected.refetch()}>Try again</Button>
        </div>
      )}
      {all?.map(one => (
        <Connection
          key={one.provider}
          one={one}
          asksCode={asksCode}
          onEnded={async () => {
            await connected.refetch()
          }}
        />
      ))}
    </Section>
  )
}

interface ConnectionProps {
  one: Connected
  asksCode: boolean
  onEnded: () => Promise<void>
}

function Connection({ one: { provider, since }, asksCode, onEnded }: ConnectionProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const name = providerNames[provider]
  return (
    <>
      <div className={listStyles.list}>
        <div className={listStyles.row}>
          <div>
            <p className={listStyles.from}>{name}</p>
            <p className={listStyles.when}>Since {formatDateTime(since)}</p>
          </div>
          {!isOpen && (
            // Back from the form, the focus is where it came from.
            <Button
              autoFocus={isOpen === false}
              aria-label={`Disconnect ${name}`}
              onClick={() => setIsOpen(true)}
            >
              Disconnect
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <>
          <p className={styles.text}>
            If you have no password yet, set one under ‘Password’ above: that disconnects {name} too.
          </p>
          <OwnerForm
            empty={{}}
            asksCode={asksCode}
            label={`Disconnect ${name}`}
            busyLabel="Disconnecting..."
            danger
            onCancel={() => setIsOpen(false)}
            send={async typed => {
              const body = { provider, ...proofOf(typed) }
              await call<typeof disconnectSocial>({ method: 'POST', path: '/accounts/disconnect', body })
              await onEnded()
              showNotice(`${name} is disconnected.`, { durationMs: limits.resetNoticeMs })
            }}
          />
        </>
      )}
    </>
  )
}
