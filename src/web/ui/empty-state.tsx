import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** `alert` where something failed. */
  role: 'status' | 'alert'
  title?: string
  text: string
  /** What can be done about it. */
  children?: ReactNode
}

/** What stands in the middle of a panel that has nothing to show. */
export function EmptyState({ role, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.empty} role={role}>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      <p>{text}</p>
      {children}
    </div>
  )
}
