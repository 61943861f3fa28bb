import { useSyncExternalStore } from 'react'
import styles from './notice.module.css'

interface Notice {
  id: number
  text: string
  action: { label: string; run: () => void } | null
}

interface NoticeOptions {
  /** How long it stays. */
  durationMs: number
  action?: { label: string; run: () => void }
  /** Called when it goes without its action having been used. */
  onExpire?: () => void
}

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

/** Shows a snack bar notice for its duration; a second one with the same words replaces the first. */
export function showNotice(text: string, { durationMs, action, onExpire }: NoticeOptions): void {
  const id = ++lastId
  const close = () => set(notices.filter(notice => notice.id !== id))
  const timer = setTimeout(() => {
    close()
    onExpire?.()
  }, durationMs)
  const run = action && {
    label: action.label,
    run: () => {
      clearTimeout(timer)
      close()
      action.run()
    },
  }
  set([...notices.filter(notice => notice.text !== text), { id, text, action: run ?? null }])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where notices appear; stands once, at the root, so that a screen reader knows it before it speaks. */
export function NoticeRegion() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {shown.map(notice => (
        <div key={notice.id} className={styles.notice}>
          <span>{notice.text}</span>
          {notice.action && (
            <button type="button" className={styles.action} onClick={notice.action.run}>
              {notice.action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
