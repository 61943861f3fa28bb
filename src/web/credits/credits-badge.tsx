import { formatNumber } from '../platform/format.ts'
import styles from './credits-badge.module.css'
import { isLow, useCredits } from './queries.ts'

/** The balance; '...' while unknown, marigold when little is left. Opens the Credits dialog. */
export function CreditsBadge({ onOpen }: { onOpen: () => void }) {
  const { data, isFetching } = useCredits()
  const low = data !== undefined && isLow(data)
  return (
    <button
      type="button"
      className={`${styles.badge} num`}
      data-low={low}
      aria-busy={isFetching}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <b>{data ? formatNumber(data.credits) : '...'}</b>
      <span>credits</span>
      {low && <span className="visually-hidden">, running low</span>}
    </button>
  )
}
