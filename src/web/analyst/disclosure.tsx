import { type ReactNode, use } from 'react'
import { Icon } from '../ui/icon.tsx'
import styles from './disclosure.module.css'
import { Unfolded } from './unfolded.ts'

/** A line that unfolds what stands behind it. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.disclosure} open={use(Unfolded)}>
      <summary className={styles.summary}>
        <Icon name="chevron" size={14} />
        {title}
      </summary>
      {children}
    </details>
  )
}
