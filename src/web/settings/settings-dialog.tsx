import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import styles from './settings-dialog.module.css'

interface SettingsDialogProps<Name extends string> {
  /** In the order in which they stand. */
  tabs: readonly Tab<Name>[]
  open: Name
  onOpen: (name: Name) => void
  /** Something in it is not saved: closing asks first. */
  isUnsaved: boolean
  onClose: () => void
}

/** The account's settings, a tab each. */
export function SettingsDialog<Name extends string>({
  tabs,
  open,
  onOpen,
  isUnsaved,
  onClose,
}: SettingsDialogProps<Name>) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Dialog
      title="Settings"
      widthPx={700}
      fullOnPhones
      onClose={() => (isUnsaved ? setIsAsking(true) : onClose())}
    >
      <div className={styles.content}>
        <Tabs label="Settings" tabs={tabs} open={open} onOpen={onOpen} />
      </div>
      {isAsking && (
        <ConfirmDialog
          question="Discard your changes?"
          text="What you changed in your profile is not saved yet."
          confirm="Discard"
          danger
          widthPx={340}
          onClose={() => setIsAsking(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  )
}
