import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { errorWords } from '../platform/error-text.ts'
import { onNextFrame } from '../platform/next-frame.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
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
  const { queryKey, readPage } = props
  const [range, setRange] = useState(allDays)
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
  const isEmpty = history.data?.pages.every(page => page.history.data.length === 0) ?? false
  return (
    <>
      <div className={styles.bar}>
        <DayRangeFilter range={range} onRange={setRange} />
        <HistoryFiles isEmpty={isEmpty} range={range} name={props.fileName} readFile={props.readFile} />
      </div>
      <HistoryOf {...props} range={range} history={history} />
    </>
  )
}

type Pages<Row> = UseInfiniteQueryResult<InfiniteData<HistoryPage<Row>>>

function HistoryOf<Row>({
  range,
  history,
  ...props
}: HistoryProps<Row> & { range: DayRange; history: Pages<Row> }) {
  const { words } = props
  const body = useRef<HTMLTableSectionElement>(null)
  if (history.isPending) return <Waiting words={words.loading} />
  if (history.isError) {
    return (
      <EmptyState role="alert" text={errorWords(history.error)}>
        <Button onClick={() => void history.refetch()}>Try again</Button>
      </EmptyState>
    )
  }
  const rows = history.data.pages.flatMap(page => page.history.data)
  if (rows.length === 0) {
    const isFiltered = range.from !== '' || range.to !== ''
    const { title, text } = isFiltered
      ? { title: 'Nothing in these days', text: words.noneInDays }
      : words.empty
    return <EmptyState role="status" title={title} text={text} />
  }
  const showEarlier = async () => {
    const { hasNextPage } = await history.fetchNextPage()
    // The button goes with the last page: the focus goes on to what it brought.
    if (!hasNextPage) onNextFrame(() => focusRow(body.current?.rows[rows.length]))
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
        <tbody ref={body}>{rows.map(props.row)}</tbody>
      </table>
      {history.hasNextPage && (
        <div className={styles.more}>
          <Button busy={history.isFetchingNextPage} onClick={() => void showEarlier()}>
            {history.isFetchingNextPage ? 'Loading...' : 'Show earlier'}
          </Button>
        </div>
      )}
    </>
  )
}

/** Unless the reader went on to something else meanwhile. */
function focusRow(row: HTMLTableRowElement | undefined): void {
  if (!row || !document.activeElement?.contains(row)) return
  row.tabIndex = -1
  row.focus()
}
