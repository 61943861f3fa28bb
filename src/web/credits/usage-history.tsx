import type { getUsageHistory, UsageEntry } from '../../contract/credits.ts'
import type { exportUsageHistory } from '../../contract/payments.ts'
import { call, download } from '../platform/api.ts'
import { formatDateTime, formatNumber } from '../platform/format.ts'
import { History } from './history.tsx'
import { historyLabel } from './history-label.ts'
import styles from './usage-history.module.css'

const words = {
  loading: 'Loading your usage',
  empty: { title: 'Nothing spent yet', text: 'Each question you ask is listed here with what it cost.' },
  noneInDays: 'No credits were spent or added on these days. Choose other days, or show all.',
}

/** What was spent and granted. */
export function UsageHistory() {
  return (
    <History
      queryKey={['credits', 'usage']}
      readPage={(query, signal) =>
        call<typeof getUsageHistory>({ method: 'GET', path: '/accounts/usage/history', query, signal })
      }
      readFile={query =>
        download<typeof exportUsageHistory>({ method: 'GET', path: '/accounts/usage/history/export', query })
      }
      fileName="soko-usage"
      words={words}
      className={styles.table}
      heads={
        <>
          <th scope="col">Type</th>
          <th scope="col">Date</th>
          <th scope="col" className={styles.amount}>
            Amount
          </th>
          <th scope="col" className={styles.narrative}>
            Narrative
          </th>
        </>
      }
      row={entry => <UsageRow key={entry.id} entry={entry} />}
    />
  )
}

function UsageRow({ entry }: { entry: UsageEntry }) {
  const sign = entry.type === 'credit' ? '+' : '−'
  return (
    <tr>
      <td>{historyLabel(entry)}</td>
      <td>{formatDateTime(entry.created_at)}</td>
      <td className={styles.amount} data-type={entry.type}>
        {sign}
        {formatNumber(entry.amount)}
      </td>
      <td className={styles.narrative}>{entry.question ?? entry.detail ?? entry.narrative}</td>
    </tr>
  )
}
