import { Popover as Base } from '@base-ui/react/popover'
import { type RefObject, useRef } from 'react'
import { CalendarPanel } from './calendar-panel.tsx'
import styles from './date-picker.module.css'
import type { Day } from './day.ts'

interface DatePickerProps {
  /** What the day is for, read out. */
  label: string
  value: Day | ''
  min: Day
  max: Day
  onPick: (day: Day) => void
  /** The field it hangs from, and the button in it that gets the focus back. */
  field: RefObject<HTMLElement | null>
  button: RefObject<HTMLElement | null>
  onClose: () => void
}

/** An open calendar below its field. */
export function DatePicker({ label, field, button, onClose, onPick, ...days }: DatePickerProps) {
  const panel = useRef<HTMLDivElement>(null)
  // A press on the button is not one beside the calendar: the button itself opens and closes it.
  const isOwnPress = ({ target }: Event) =>
    target instanceof Node && button.current?.contains(target) === true
  return (
    <Base.Root open onOpenChange={(open, { event }) => !open && !isOwnPress(event) && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={field}
          align="start"
          sideOffset={6}
          collisionPadding={12}
        >
          <Base.Popup
            ref={panel}
            className={styles.popup}
            aria-label={label}
            initialFocus={() => panel.current?.querySelector<HTMLElement>('td [tabindex="0"]') ?? true}
            finalFocus={button}
          >
            <CalendarPanel
              {...days}
              onPick={day => {
                onPick(day)
                onClose()
              }}
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
