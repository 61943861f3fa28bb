import { useRef } from 'react'
import { messages } from '../../contract/messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './top-up-complete.module.css'

/** Credits have come. `onClose` is told true by OK, false where it was only put away. */
export function TopUpComplete({ onClose }: { onClose: (isOk: boolean) => void }) {
  const ok = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={messages.topUpTitle} widthPx={400} first={ok} onClose={() => onClose(false)}>
      <div className={styles.content}>
        <p>{messages.topUpText}</p>
        <Button ref={ok} look="primary" size="large" onClick={() => onClose(true)}>
          OK
        </Button>
      </div>
    </Dialog>
  )
}
