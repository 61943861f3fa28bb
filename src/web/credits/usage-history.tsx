import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { getUsageHistory, UsageEntry } from '../../contract/credits.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatDateTime, formatNumber } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { allDays, type DayRange, DayRangeFilter, rangeQuery } from './day-range-filter.tsx'
import { historyLabel } from './history-label.ts'
import styles from './usage-history.module.css'

const pageRows = '25'

/** What was spent and granted, newest first, a page at a time; all of it, or that of some days. */
export function UsageHistory() {
  const [range, setRange] = useState(allDays)
  return (
    <>
      <DayRangeFilter range={range} onRange={setRange} />
      <UsageOf range={range} />
    </>
  )
}

function UsageOf({ range }: { range: DayRange }) {
  const history = useInfiniteQuery({
    queryKey: ['credits', 'usage', range],
    queryFn: ({ pageParam, signal }) =>
      call<typeof getUsageHistory>({
        method: 'GET',
        path: '/accounts/usage/history',
        query: { limit: pageRows, cursor: pageParam ?? undefined, ...rangeQuery(range) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.history.next_cursor,
    // What was shown stays until the days asked for are there.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  if (history.isPending) return <Waiting words="Loading your usage" />
  if (history.isError) {
    return (
      <div className={styles.empty} role="alert">
        <p>{errorWords(history.error)}</p>
        <Button onClick={() => void history.refetch()}>Try again</Button>
      </div>
    )
  }
  const rows = history.data.pages.flatMap(page => page.history.data)
  if (rows.length === 0) return <NothingUsed isFiltered={range.from !== '' || range.to !== ''} />
  return (
    <>
      <table className={`${styles.table} num`} aria-busy={history.isPlaceholderData}>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Date</th>
            <th scope="col" className={styles.amount}>
              Amount
            </th>
            <th scope="col" className={styles.narrative}>
              Narrative
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(entry => (
            <UsageRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
      {history.hasNextPage && (
        <div className={styles.more}>
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {history.isFetchingNextPage ? 'Loading...' : 'Show earlier'}
          </Button>
        </div>
      )}
    </>
  )
}

function NothingUsed({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={styles.empty} role="status">
      <p className={styles.emptyTitle}>{isFiltered ? 'Nothing in these days' : 'Nothing spent yet'}</p>
      <p>
        {isFiltered
          ? 'No credits were spent or added in them. Choose other days, or show all.'
          : 'Each question you ask is listed here with what it cost.'}
      </p>
    </div>
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
      <td className={styles.narrative}>{entry.question ?? entry.narrative}</td>
    </tr>
  )
}
