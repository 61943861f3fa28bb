import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './security-tab.module.css'

interface SectionProps {
  title: string
  /** What it is for, or how it stands. */
  text: ReactNode
  /** The one thing to do here; left out while it is being done. */
  action?: ReactNode
  /** What opens below. */
  children?: ReactNode
}

/** One matter of the tab: its name, its state, its button. */
export function Section({ title, text, action, children }: SectionProps) {
  const head = useRef<HTMLDivElement>(null)
  const hasAction = Boolean(action)
  const hadAction = useRef(hasAction)
  // What was open has closed with the button that closed it: its focus goes back to where it came from.
  useLayoutEffect(() => {
    const isBack = hasAction && !hadAction.current
    hadAction.current = hasAction
    if (isBack && document.activeElement === document.body) head.current?.querySelector('button')?.focus()
  }, [hasAction])

  return (
    <section className={styles.section}>
      <div className={styles.head} ref={head}>
        <div>
          <h3 className={styles.title}>{title}</h3>
          <div className={styles.text}>{text}</div>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
