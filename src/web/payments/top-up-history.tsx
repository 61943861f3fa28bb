import { useMutation } from '@tanstack/react-query'
import type {
  exportTopUpHistory,
  getTopUpHistory,
  TopUpEntry,
  topUpReceipt,
} from '../../contract/payments.ts'
import { formatMoney } from '../credits/format-money.ts'
import { History } from '../credits/history.tsx'
import { call, download, downloadNamed } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatDateTime } from '../platform/format.ts'
import { keepFile } from '../platform/keep-file.ts'
import { Button } from '../ui/button.tsx'
import { topUpsKey } from './queries.ts'
import styles from './top-up-history.module.css'

const words = {
  loading: 'Loading your top-ups',
  empty: {
    title: 'Nothing bought yet',
    text: 'Each top-up is listed here with how it went and its receipt.',
  },
  noneInDays: 'No credits were bought on these days. Choose other days, or show all.',
}

/** What was bought, and how it went. */
export function TopUpHistory() {
  return (
    <History
      queryKey={topUpsKey}
      readPage={(query, signal) =>
        call<typeof getTopUpHistory>({ method: 'GET', path: '/accounts/topup/history', query, signal })
      }
      readFile={query =>
        download<typeof exportTopUpHistory>({ method: 'GET', path: '/accounts/topup/history/export', query })
      }
      fileName="soko-top-ups"
      words={words}
      className={styles.table}
      heads={
        <>
          <th scope="col">Date</th>
          <th scope="col" className={styles.amount}>
            Amount
          </th>
          <th scope="col" className={styles.wide}>
            Platform
          </th>
          <th scope="col">Product</th>
          <th scope="col" className={styles.wide}>
            Status
          </th>
        </>
      }
      row={entry => <TopUpRow key={entry.id} entry={entry} />}
    />
  )
}

function TopUpRow({ entry }: { entry: TopUpEntry }) {
  return (
    <tr>
      <td>{formatDateTime(entry.created_at)}</td>
      <td className={styles.amount}>
        {formatMoney(entry.amount, entry.currency)}
        {/* Where its own column is out of sight. */}
        <span className={styles.narrow}>
          <Status status={entry.status} />
        </span>
      </td>
      <td className={styles.wide}>{entry.source}</td>
      <td>
        {entry.credit_product.name}
        {entry.has_receipt && <Receipt entry={entry} />}
      </td>
      <td className={styles.wide}>
        <Status status={entry.status} />
      </td>
    </tr>
  )
}

const Status = ({ status }: Pick<TopUpEntry, 'status'>) => (
  <span className={styles.status} data-status={status}>
    {status}
  </span>
)

function Receipt({ entry }: { entry: TopUpEntry }) {
  const saving = useMutation({
    mutationFn: () =>
      downloadNamed<typeof topUpReceipt>({
        method: 'GET',
        path: '/accounts/topup/:id/receipt',
        params: { id: entry.id },
      }),
    onSuccess: ({ file, name }) => keepFile(file, name ?? `soko-receipt-${entry.ref}.pdf`),
  })
  return (
    <>
      <Button look="link" className={styles.receipt} busy={saving.isPending} onClick={() => saving.mutate()}>
        Receipt
        <span className="visually-hidden"> of {formatDateTime(entry.created_at)}</span>
      </Button>
      {saving.isError && (
        <span className={styles.problem} role="alert">
          {errorWords(saving.error)}
        </span>
      )}
    </>
  )
}
