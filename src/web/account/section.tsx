import { type ReactNode, useId } from 'react'
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
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h3 className={styles.title} id={id}>
            {title}
          </h3>
          <div className={styles.text}>{text}</div>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
