import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { listShares, revokeShare, Share, shareTurn } from '../../contract/shares.ts'
import { call } from '../platform/api.ts'
import { copyText } from '../platform/copy-text.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatDateTime } from '../platform/format.ts'
import { queryClient } from '../platform/query-client.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmQuestion } from '../ui/confirm-question.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { showNotice } from '../ui/notice.tsx'
import { Waiting } from '../ui/spinner.tsx'
import styles from './share-dialog.module.css'

const sharesKey = ['chat', 'shares'] as const
const refresh = () => queryClient.invalidateQueries({ queryKey: sharesKey })
const tellFailure = (error: unknown) => showNotice(errorWords(error), { durationMs: 5_000 })

/** Makes a link to an answer, shows it, takes it back; and the links to other answers with it. */
export function ShareDialog({ turnId, onClose }: { turnId: string; onClose: () => void }) {
  const shares = useQuery({
    queryKey: sharesKey,
    queryFn: async ({ signal }) =>
      (await call<typeof listShares>({ method: 'GET', path: '/chat/shares', signal })).shares,
    staleTime: 0,
  })
  const [revoking, setRevoking] = useState<Share | null>(null)
  const mine = shares.data?.find(share => share.turn_id === turnId)
  const others = shares.data?.filter(share => share !== mine) ?? []

  async function revoke({ code }: Share) {
    setRevoking(null)
    try {
      await call<typeof revokeShare>({ method: 'DELETE', path: '/chat/shares/:code', params: { code } })
      showNotice('The link no longer works', { durationMs: 3_000 })
    } catch (error) {
      tellFailure(error)
    }
    await refresh()
  }

  return (
    <Dialog title="Share this answer" widthPx={520} onClose={onClose}>
      {revoking ? (
        <ConfirmQuestion
          question="Stop sharing?"
          text={`The link to “${revoking.question}” stops working at once. A new one will have another address.`}
          confirm="Stop sharing"
          danger
          onCancel={() => setRevoking(null)}
          onConfirm={() => void revoke(revoking)}
        />
      ) : (
        <div className={styles.content}>
          {shares.isPending && <Waiting words="Loading your links" />}
          {shares.isError && (
            <div role="alert" className={styles.failed}>
              <p>{errorWords(shares.error)}</p>
              <Button onClick={() => void shares.refetch()}>Try again</Button>
            </div>
          )}
          {shares.data &&
            (mine ? (
              <Link share={mine} onRevoke={setRevoking} />
            ) : (
              <MakeLink turnId={turnId} isFull={others.length >= limits.sharesMax} />
            ))}
          {others.length > 0 && <Others shares={others} onRevoke={setRevoking} />}
        </div>
      )}
    </Dialog>
  )
}

function MakeLink({ turnId, isFull }: { turnId: string; isFull: boolean }) {
  const [busy, setBusy] = useState(false)
  if (isFull)
    return (
      <p className={styles.words}>
        You share {limits.sharesMax} answers, the most there can be. Stop sharing one of them to make a link
        to this one.
      </p>
    )
  async function make() {
    setBusy(true)
    try {
      await call<typeof shareTurn>({
        method: 'POST',
        path: '/chat/turns/:turn_id/share',
        params: { turn_id: turnId },
      })
      await refresh()
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
  }
  return (
    <>
      <p className={styles.words}>
        Whoever has the link can read this question and its answer, with its sources and rows, without signing
        in. Nothing else of your account is shown. You can take the link back at any time.
      </p>
      <Button look="primary" busy={busy} className={styles.make} onClick={() => void make()}>
        {busy ? 'Making the link...' : 'Make a link'}
      </Button>
    </>
  )
}

function Link({ share, onRevoke }: { share: Share; onRevoke: (share: Share) => void }) {
  return (
    <>
      <Field
        label="Link to this answer"
        value={share.url}
        readOnly
        onFocus={event => event.target.select()}
        below={`Anyone with it can read the answer. Made ${formatDateTime(share.created_at)}.`}
      />
      <div className={styles.buttons}>
        <Button onClick={() => onRevoke(share)}>Stop sharing</Button>
        <Button look="primary" onClick={() => void copyText(share.url)}>
          Copy the link
        </Button>
      </div>
    </>
  )
}

function Others({ shares, onRevoke }: { shares: readonly Share[]; onRevoke: (share: Share) => void }) {
  return (
    <section className={styles.others}>
      <h3 className={styles.heading}>Other answers you share</h3>
      <ul>
        {shares.map(share => (
          <li key={share.code} className={styles.other}>
            <span className={styles.asked}>
              <span className={styles.question}>{share.question}</span>
              <span className={styles.when}>{formatDateTime(share.created_at)}</span>
            </span>
            <Button
              look="link"
              aria-label={`Copy the link to: ${share.question}`}
              onClick={() => void copyText(share.url)}
            >
              Copy
            </Button>
            <Button
              look="link"
              aria-label={`Stop sharing: ${share.question}`}
              onClick={() => onRevoke(share)}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
