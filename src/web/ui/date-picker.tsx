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
  /** The button it hangs from, which also gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** An open calendar below its button. */
export function DatePicker({ label, anchor, onClose, onPick, ...days }: DatePickerProps) {
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={12}
        >
          <Base.Popup
            ref={panel}
            className={styles.popup}
            aria-label={label}
            initialFocus={() => panel.current?.querySelector<HTMLElement>('td [tabindex="0"]') ?? true}
            finalFocus={anchor}
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
