import { Menu as Base } from '@base-ui/react/menu'
import type { RefObject } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export interface MenuAction {
  kind: 'action'
  label: string
  icon?: IconName
  danger?: boolean
  run: () => void
}
export interface MenuChoice {
  kind: 'choice'
  label: string
  value: string
  options: readonly { value: string; label: string; icon: IconName }[]
  choose: (value: string) => void
}
export type MenuEntry =
  | MenuAction
  | MenuChoice
  | { kind: 'line' }
  | { kind: 'head'; title: string; text: string }

interface MenuProps {
  label: string
  entries: readonly MenuEntry[]
  /** The button it hangs from, which also gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** An open menu below its button. */
export function Menu({ label, entries, anchor, onClose }: MenuProps) {
  return (
    <Base.Root open onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} anchor={anchor} align="end" sideOffset={6}>
          <Base.Popup className={styles.popup} finalFocus={anchor} aria-label={label}>
            {entries.map((entry, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an open menu never change places
              <Entry key={place} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <Base.Separator className={styles.line} />
    case 'head':
      return (
        <div className={styles.head}>
          <strong>{entry.title}</strong>
          <span>{entry.text}</span>
        </div>
      )
    case 'action':
      return (
        <Base.Item className={styles.item} data-danger={entry.danger} onClick={entry.run}>
          {entry.icon && <Icon name={entry.icon} />}
          {entry.label}
        </Base.Item>
      )
    case 'choice':
      return (
        <Base.Group>
          <Base.GroupLabel className={styles.label}>{entry.label}</Base.GroupLabel>
          <Base.RadioGroup value={entry.value} onValueChange={entry.choose}>
            {entry.options.map(option => (
              <Base.RadioItem key={option.value} className={styles.item} value={option.value}>
                <Icon name={option.icon} />
                {option.label}
                <Base.RadioItemIndicator className={styles.check}>
                  <Icon name="check" />
                </Base.RadioItemIndicator>
              </Base.RadioItem>
            ))}
          </Base.RadioGroup>
        </Base.Group>
      )
  }
}
