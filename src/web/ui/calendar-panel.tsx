import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './calendar-panel.module.css'
import {
  type Calendar,
  type Cell,
  cellsOf,
  columnsOf,
  headingOf,
  movedBy,
  turned,
  type View,
} from './calendar-views.ts'
import { addDays, clampDay, type Day, today, weekdayOf } from './day.ts'
import { Icon } from './icon.tsx'

interface CalendarPanelProps {
  value: Day | ''
  min: Day
  max: Day
  onPick: (day: Day) => void
}

const pageName: Record<View, string> = { days: 'month', months: 'year', years: '24 years' }

/** A calendar to pick a day from: by its month, or through its year. One cell has the focus, and the keys move it. */
export function CalendarPanel({ value, min, max, onPick }: CalendarPanelProps) {
  const [view, setView] = useState<View>('days')
  const [active, setActive] = useState(() => clampDay(value || today(), min, max))
  const grid = useRef<HTMLTableElement>(null)
  const takesFocus = useRef(true)
  const headingId = useId()
  const calendar: Calendar = { value, min, max, today: today(), firstWeekday: firstWeekday() }

  useEffect(() => {
    if (takesFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    takesFocus.current = false
  })

  const go = (day: Day) => setActive(clampDay(day, min, max))

  function press(event: KeyboardEvent) {
    const next = movedBy(event.key, view, active, calendar, event.shiftKey)
    if (next === null) return
    event.preventDefault()
    takesFocus.current = true
    go(next)
  }

  function pick({ day }: Cell) {
    if (view === 'days') return onPick(day)
    takesFocus.current = true
    setActive(day)
    setView(view === 'years' ? 'months' : 'days')
  }

  const heading = headingOf(view, active, max)
  const isEnd = (pages: 1 | -1) =>
    headingOf(view, clampDay(turned(view, active, pages), min, max), max) === heading
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.heading}
          aria-label={
            view === 'days' ? `${heading}. Choose a year and a month` : `${heading}. Back to the days`
          }
          onClick={() => setView(view === 'days' ? 'years' : 'days')}
        >
          <span id={headingId} aria-live="polite">
            {heading}
          </span>
          <Icon name="chevron" size={14} />
        </button>
        <IconButton
          icon="back"
          label={`Previous ${pageName[view]}`}
          disabled={isEnd(-1)}
          onClick={() => go(turned(view, active, -1))}
        />
        <IconButton
          className={styles.next}
          icon="back"
          label={`Next ${pageName[view]}`}
          disabled={isEnd(1)}
          onClick={() => go(turned(view, active, 1))}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved through by keys
        role="grid"
        aria-labelledby={headingId}
        className={styles.grid}
        data-view={view}
        onKeyDown={press}
      >
        {view === 'days' && <Weekdays first={calendar.firstWeekday} />}
        <tbody>
          {inRows(cellsOf(view, active, calendar), columnsOf[view]).map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places
            <tr key={place}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid
                // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
                <td key={column} role="gridcell" aria-selected={cell?.isChosen || undefined}>
                  {cell && <CellButton cell={cell} onPick={() => pick(cell)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CellButton({ cell, onPick }: { cell: Cell; onPick: () => void }) {
  return (
    <button
      type="button"
      className={styles.cell}
      tabIndex={cell.isActive ? 0 : -1}
      disabled={cell.isOff}
      aria-label={cell.name}
      aria-current={cell.isNow ? 'date' : undefined}
      data-chosen={cell.isChosen}
      onClick={onPick}
    >
      {cell.label}
    </button>
  )
}

function Weekdays({ first }: { first: number }) {
  const nameOf = (weekday: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' })
  const [short, long] = [nameOf('narrow'), nameOf('long')]
  // Any Sunday will do to begin with.
  const sunday = addDays('2026-11-22', -weekdayOf('2026-11-22'))
  const days = Array.from(
    { length: 7 },
    (_, place) => new Date(`${addDays(sunday, first + place)}T00:00:00Z`),
  )
  return (
    <thead>
      <tr>
        {days.map(day => (
          <th key={day.getUTCDay()} scope="col" abbr={long.format(day)}>
            <span aria-hidden="true">{short.format(day)}</span>
            <span className="visually-hidden">{long.format(day)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

const inRows = <T,>(cells: readonly T[], columns: number): T[][] =>
  Array.from({ length: cells.length / columns }, (_, row) => cells.slice(row * columns, (row + 1) * columns))

/** The day on which the reader's week begins, 0 for Sunday; Monday where the browser does not say. */
function firstWeekday(): number {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}
