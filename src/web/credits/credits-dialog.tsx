import { type ReactNode, useState } from 'react'
import { formatCredits } from '../platform/format.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import styles from './credits-dialog.module.css'
import { LowCreditsMail } from './low-credits-mail.tsx'
import { useCredits } from './queries.ts'
import { UsageHistory } from './usage-history.tsx'

type Name = 'topup' | 'usage'

interface CreditsDialogProps {
  /** What can be bought; it stays while the other tab is open. */
  buy: ReactNode
  onClose: () => void
}

/** The balance, what a question costs, what can be bought, and where the credits went. */
export function CreditsDialog({ buy, onClose }: CreditsDialogProps) {
  const { data } = useCredits()
  const [open, setOpen] = useState<Name>('topup')
  const tabs: Tab<Name>[] = [
    { name: 'topup', label: 'Buy Credits', panel: buy, keep: true },
    { name: 'usage', label: 'Usage History', panel: usage },
  ]
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
      <div className={styles.tabs}>
        <Tabs label="Credits" tabs={tabs} open={open} onOpen={setOpen} />
      </div>
    </Dialog>
  )
}

const usage = (
  <>
    <LowCreditsMail />
    <UsageHistory />
  </>
)
