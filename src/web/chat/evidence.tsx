import { useEffect, useRef } from 'react'
import { EvidencePanel } from '../analyst/analyst.tsx'
import { late } from '../ui/late.tsx'
import { useMedia } from '../ui/use-media.ts'
import styles from './evidence.module.css'

const Dialog = late(() => import('../ui/dialog.tsx').then(m => m.Dialog))

interface EvidenceProps {
  turnId: string
  claimId: string
  onClose: () => void
}

/** The rows behind a figure: a column beside the answer where there is room, else a sheet from below. */
export function Evidence({ turnId, claimId, onClose }: EvidenceProps) {
  const hasRoom = useMedia('(min-width: 801px)')
  const panel = <EvidencePanel turnId={turnId} claimId={claimId} onClose={onClose} />
  if (hasRoom) return <Column onClose={onClose}>{panel}</Column>
  return (
    <Dialog title="Evidence" form="sheet" bare onClose={onClose}>
      {panel}
    </Dialog>
  )
}

/** Takes the focus when it opens and gives it back; Escape closes it, wherever the focus is by then. */
function Column({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const column = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    column.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    // What lies over it, as dialogs and menus do, keeps the key to itself.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onClose()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <aside ref={column} className={styles.column} aria-label="Evidence" tabIndex={-1}>
      {children}
    </aside>
  )
}
