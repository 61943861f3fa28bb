import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab<Name extends string> {
  name: Name
  label: string
  panel: ReactNode
  /** Run when it is clicked or entered, as against only reached by an arrow key. */
  onChoose?: () => void
  /** Stays as it is while another tab is open: what was typed in it is kept. */
  keep?: boolean
}

interface TabsProps<Name extends string> {
  /** What the tabs are for, read out. */
  label: string
  tabs: readonly Tab<Name>[]
  open: Name
  onOpen: (name: Name) => void
}

/** A row of tabs over the open one's panel. Arrow keys open the neighbour; the panel scrolls by itself. */
export function Tabs<Name extends string>({ label, tabs, open, onOpen }: TabsProps<Name>) {
  return (
    <Base.Root className={styles.root} value={open} onValueChange={name => onOpen(name as Name)}>
      <Base.List className={styles.list} activateOnFocus aria-label={label}>
        {tabs.map(tab => (
          <Base.Tab key={tab.name} className={styles.tab} value={tab.name} onClick={tab.onChoose}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.name} className={styles.panel} value={tab.name} keepMounted={tab.keep ?? false}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
