import { Bone } from '../ui/spinner.tsx'
import styles from './chat-skeleton.module.css'

/** The shape of a question and its answer, while a conversation loads. */
export function ChatSkeleton() {
  return (
    <div className={styles.column} role="status">
      <span className="visually-hidden">Loading the conversation</span>
      <div className={styles.question}>
        <Bone height={44} />
      </div>
      <Bone width="92%" height={24} />
      <Bone width="64%" height={24} />
      <Bone height={96} />
      <Bone height={240} />
    </div>
  )
}
