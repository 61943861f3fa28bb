import { type ComponentType, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { late } from '../ui/late.tsx'
import { Bone } from '../ui/spinner.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useMedia } from '../ui/use-media.ts'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row.tsx'
import { type HistoryRow, historyRows } from './history-rows.ts'
import { useHistory, useSearch } from './queries.ts'

interface LongListProps {
  items: readonly HistoryRow[]
  keyOf: (row: HistoryRow) => string
  heightPxOf: (row: HistoryRow) => number
  draw: (row: HistoryRow) => React.ReactNode
  scroller: HTMLElement | null
}
const LongList = late(
  () => import('../ui/virtual-list.tsx').then(m => m.VirtualList as ComponentType<LongListProps>),
  <LoadingRows />,
)

/** From here on only what is in view is drawn. */
const longFrom = 150

const keyOf = (row: HistoryRow) => (row.kind === 'label' ? row.label : row.conversation.session_key)
const heightPxIn = (rowPx: number) => (row: HistoryRow) => {
  if (row.kind === 'label') return 38
  return row.conversation.found ? rowPx + 18 : rowPx
}
const heightPxOf = heightPxIn(36)
const touchHeightPxOf = heightPxIn(44)

interface ConversationListProps {
  /** The open conversation. */
  current: string | null
  /** A conversation was opened; a drawer closes. */
  onOpen: () => void
  /** The open conversation was deleted. */
  onDeleted: () => void
}

/** The reader's conversations by label, with a search over their names and questions. */
export function ConversationList({ current, onOpen, onDeleted }: ConversationListProps) {
  const history = useHistory()
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed.trim(), limits.typeAheadMs)
  const search = useSearch(wanted)
  const isTouched = useMedia('(pointer: coarse)')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  // Until the server has looked through the questions, and where it cannot be reached, the names we have are searched.
  const rows = useMemo(
    () => (search.data ? historyRows(search.data, '') : historyRows(history.data ?? {}, wanted)),
    [search.data, history.data, wanted],
  )

  const draw = (row: HistoryRow) =>
    row.kind === 'label' ? (
      <h2 className={styles.label}>{row.label}</h2>
    ) : (
      <ConversationRow
        conversation={row.conversation}
        isCurrent={row.conversation.session_key === current}
        onOpen={onOpen}
        onDeleted={onDeleted}
      />
    )

  return (
    <>
      <label className={styles.search}>
        <Icon name="search" />
        <span className="visually-hidden">Search conversations</span>
        <input
          type="search"
          placeholder="Search"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </label>
      <div ref={setScroller} className={styles.list}>
        {history.isPending && <LoadingRows />}
        {history.isError && rows.length === 0 && (
          <div className={styles.empty} role="alert">
            <p>{errorWords(history.error)}</p>
            <Button look="link" onClick={() => void history.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {wanted === '' ? (
          history.isSuccess &&
          rows.length === 0 && <p className={styles.empty}>Your conversations will be listed here.</p>
        ) : (
          <SearchState search={search} count={rows.filter(row => row.kind === 'conversation').length} />
        )}
        {rows.length >= longFrom ? (
          <LongList
            items={rows}
            keyOf={keyOf}
            heightPxOf={isTouched ? touchHeightPxOf : heightPxOf}
            draw={draw}
            scroller={scroller}
          />
        ) : (
          <ul>
            {rows.map(row => (
              <li key={keyOf(row)}>{draw(row)}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** How far the search is: read out, and seen where the list alone does not say it. */
function SearchState({ search, count }: { search: ReturnType<typeof useSearch>; count: number }) {
  if (search.isError) {
    return (
      <div className={styles.empty} role="alert">
        <p>Only the names listed here were searched. {errorWords(search.error)}</p>
        <Button look="link" onClick={() => void search.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const words = search.isPending
    ? 'Searching your questions'
    : count === 0
      ? 'No conversation has these words.'
      : `${count} ${count === 1 ? 'conversation' : 'conversations'} found`
  return (
    <p className={count === 0 ? styles.empty : 'visually-hidden'} role="status">
      {words}
    </p>
  )
}

function LoadingRows() {
  return (
    <div className={styles.loading} role="status">
      <span className="visually-hidden">Loading your conversations</span>
      {[72, 88, 64, 80, 56].map(width => (
        <Bone key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
