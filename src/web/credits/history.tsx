import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { allDays, type DayRange, DayRangeFilter, rangeQuery } from './day-range-filter.tsx'
import styles from './history.module.css'
import { type HistoryFile, HistoryFiles } from './history-files.tsx'

interface PageWish {
  limit: string
  cursor: string | undefined
  from?: string
  to?: string
}

interface HistoryPage<Row> {
  history: { data: Row[]; next_cursor: string | null }
}

interface HistoryProps<Row> {
  queryKey: readonly string[]
  readPage: (query: PageWish, signal: AbortSignal) => Promise<HistoryPage<Row>>
  readFile: (wish: HistoryFile) => Promise<Blob>
  /** How its files begin: 'soko-usage'. */
  fileName: string
  words: {
    loading: string
    /** Where there is nothing at all. */
    empty: { title: string; text: string }
    /** Where there is nothing in the chosen days. */
    noneInDays: string
  }
  heads: ReactNode
  row: (row: Row) => ReactNode
  /** The table's own style beside that of all histories. */
  className: string | undefined
}

const pageRows = '25'

/** What happened in an account, newest first, a page at a time; all of it, or that of some days; on the screen or as a file. */
export function History<Row>(props: HistoryProps<Row>) {
  const [range, setRange] = useState(allDays)
  return (
    <>
      <div className={styles.bar}>
        <DayRangeFilter range={range} onRange={setRange} />
        <HistoryFiles range={range} name={props.fileName} readFile={props.readFile} />
      </div>
      <HistoryOf {...props} range={range} />
    </>
  )
}

function HistoryOf<Row>({ range, ...props }: HistoryProps<Row> & { range: DayRange }) {
  const { queryKey, readPage, words } = props
  const history = useInfiniteQuery({
    queryKey: [...queryKey, range],
    queryFn: ({ pageParam, signal }) =>
      readPage({ limit: pageRows, cursor: pageParam ?? undefined, ...rangeQuery(range) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.history.next_cursor,
    // What was shown stays until the days asked for are there.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  if (history.isPending) return <Waiting words={words.loading} />
  if (history.isError) {
    return (
      <div className={styles.empty} role="alert">
        <p>{errorWords(history.error)}</p>
        <Button onClick={() => void history.refetch()}>Try again</Button>
      </div>
    )
  }
  const rows = history.data.pages.flatMap(page => page.history.data)
  if (rows.length === 0) {
    const isFiltered = range.from !== '' || range.to !== ''
    return (
      <div className={styles.empty} role="status">
        <p className={styles.emptyTitle}>{isFiltered ? 'Nothing in these days' : words.empty.title}</p>
        <p>{isFiltered ? words.noneInDays : words.empty.text}</p>
      </div>
    )
  }
  return (
    <>
      <table
        className={[styles.table, props.className, 'num'].join(' ')}
        aria-busy={history.isPlaceholderData}
      >
        <thead>
          <tr>{props.heads}</tr>
        </thead>
        <tbody>{rows.map(props.row)}</tbody>
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
