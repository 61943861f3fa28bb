import { useEffect, useRef, useSyncExternalStore } from 'react'
import styles from './notice.module.css'

interface Notice {
  id: number
  text: string
  action: NoticeAction | null
}

interface NoticeAction {
  label: string
  run: () => void
  /** Whoever is about to use it gets the time for it. */
  hold: () => void
  letGo: () => void
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

/**
 * Shows a snack bar notice for its duration; a second one with the same words replaces the first. Gives back the way to
 * take it down before.
 */
export function showNotice(text: string, { durationMs, action, onExpire }: NoticeOptions): () => void {
  const id = ++lastId
  const close = () => set(notices.filter(notice => notice.id !== id))
  const expiry = timerOf(durationMs, () => {
    close()
    onExpire?.()
  })
  const run = action && {
    label: action.label,
    run: () => {
      expiry.hold()
      close()
      action.run()
    },
    hold: expiry.hold,
    letGo: expiry.letGo,
  }
  set([...notices.filter(notice => notice.text !== text), { id, text, action: run ?? null }])
  return close
}

/** Takes away what is shown: it spoke of a screen that is left. Its time goes on, and with it what that ends. */
export const clearNotices = (): void => set([])

/** Runs something once its time has passed; while it is held no time passes. */
function timerOf(durationMs: number, run: () => void) {
  let leftMs = durationMs
  let since = performance.now()
  let timer = setTimeout(run, leftMs)
  return {
    hold() {
      clearTimeout(timer)
      leftMs -= performance.now() - since
    },
    letGo() {
      clearTimeout(timer)
      since = performance.now()
      timer = setTimeout(run, Math.max(0, leftMs))
    },
  }
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
          {notice.action && <ActionButton action={notice.action} />}
        </div>
      ))}
    </div>
  )
}

/** The way back from what was just done. It takes the focus where that went away with the thing that was done away. */
function ActionButton({ action }: { action: NoticeAction }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const takeFocus = () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
    takeFocus()
    // What had the focus may go a moment after the notice came: a menu that closes, a row that is taken away.
    const laterChecks = [50, 200].map(afterMs => setTimeout(takeFocus, afterMs))
    return () => laterChecks.forEach(clearTimeout)
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className={styles.action}
      onPointerEnter={action.hold}
      onPointerLeave={action.letGo}
      // By keyboard only: a focus that nobody sees is no sign of anybody.
      onFocus={event => event.target.matches(':focus-visible') && action.hold()}
      onBlur={action.letGo}
      onClick={action.run}
    >
      {action.label}
    </button>
  )
}
