import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { today } from '../ui/day.ts'
import styles from './day-range-filter.module.css'

/** The days a history is asked for; an end that is '' is open. */
export interface DayRange {
  from: string
  to: string
}

export const allDays: DayRange = { from: '', to: '' }

/** What a call's query takes of it: ends that are open are left out. */
export const rangeQuery = ({ from, to }: DayRange) => ({ ...(from && { from }), ...(to && { to }) })

/** Histories go back no further than the calendar of computers does. */
const firstDay = '1970-01-01'

/** From and to, each typed or picked; one cannot be put beyond the other. */
export function DayRangeFilter({ range, onRange }: { range: DayRange; onRange: (range: DayRange) => void }) {
  const { from, to } = range
  const now = today()
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">Show only these days</legend>
      <DateField
        label="From"
        value={from}
        min={firstDay}
        max={to || now}
        onChange={day => onRange({ from: day, to })}
      />
      <DateField
        label="To"
        value={to}
        min={from || firstDay}
        max={now}
        onChange={day => onRange({ from, to: day })}
      />
      <Button
        look="link"
        className={styles.clear}
        disabled={from === '' && to === ''}
        onClick={() => onRange(allDays)}
      >
        Show all days
      </Button>
    </fieldset>
  )
}
