import { useState } from 'react'
import { storageKeys } from '../platform/config.ts'
import { readStored, writeStored } from '../platform/storage.ts'
import { Button } from '../ui/button.tsx'
import styles from './storage-notice.module.css'

const wasRead = () =>
  readStored(storageKeys.storageNotice, (value): value is 'yes' => value === 'yes') !== null

/** What the browser keeps, and whose scripts may load: said once, below the form, over nothing. */
export function StorageNotice() {
  const [isOpen, setOpen] = useState(() => !wasRead())
  if (!isOpen) return null
  return (
    <aside className={styles.notice} aria-label="What this browser keeps">
      <p>
        This browser keeps your session, your drafts and the names of your conversations, and nothing to
        follow you by. Scripts of sign-in and payment providers load only where their buttons are.
      </p>
      <Button
        look="link"
        onClick={() => {
          writeStored(storageKeys.storageNotice, 'yes')
          setOpen(false)
        }}
      >
        Understood
      </Button>
    </aside>
  )
}
