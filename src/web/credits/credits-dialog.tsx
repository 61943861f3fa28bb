import { formatCredits } from '../platform/format.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './credits-dialog.module.css'
import { LowCreditsMail } from './low-credits-mail.tsx'
import { useCredits } from './queries.ts'
import { UsageHistory } from './usage-history.tsx'

/** The balance, what a question costs, and where the credits went. */
export function CreditsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useCredits()
  return (
    <Dialog title="Credits" widthPx={900} fullOnPhones onClose={onClose}>
      <dl className={`${styles.facts} num`}>
        <div>
          <dt>Balance</dt>
          <dd>{data ? formatCredits(data.credits) : '...'}</dd>
        </div>
        <div>
          <dt>A question</dt>
          <dd>{data ? `up to ${formatCredits(data.prices.quick)}` : '...'}</dd>
        </div>
        <div>
          <dt>Deep Research</dt>
          <dd>{data ? `up to ${formatCredits(data.prices.deep)}` : '...'}</dd>
        </div>
      </dl>
      <LowCreditsMail />
      <h3 className={styles.heading}>Usage History</h3>
      <UsageHistory />
    </Dialog>
  )
}
