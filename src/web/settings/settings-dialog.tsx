import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import styles from './settings-dialog.module.css'

/** What is asked before the dialog closes over something that would be lost. */
export interface ClosingQuestion {
  question: string
  text: string
  confirm: string
}

interface SettingsDialogProps<Name extends string> {
  /** In the order in which they stand. */
  tabs: readonly Tab<Name>[]
  open: Name
  onOpen: (name: Name) => void
  /** null where nothing would be lost. */
  beforeClosing: ClosingQuestion | null
  onClose: () => void
}

/** The account's settings, a tab each. */
export function SettingsDialog<Name extends string>({
  tabs,
  open,
  onOpen,
  beforeClosing,
  onClose,
}: SettingsDialogProps<Name>) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Dialog
      title="Settings"
      widthPx={700}
      fullOnPhones
      onClose={() => (beforeClosing ? setIsAsking(true) : onClose())}
    >
      <div className={styles.content}>
        <Tabs label="Settings" tabs={tabs} open={open} onOpen={onOpen} />
      </div>
      {isAsking && beforeClosing && (
        <ConfirmDialog
          {...beforeClosing}
          danger
          widthPx={340}
          onClose={() => setIsAsking(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  )
}
