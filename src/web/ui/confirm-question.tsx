import { Button } from './button.tsx'
import styles from './confirm-question.module.css'

export interface ConfirmQuestionProps {
  question: string
  text?: string | undefined
  confirm: string
  danger?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** One question, two answers; Cancel comes first. */
export function ConfirmQuestion(props: ConfirmQuestionProps) {
  const { question, text, confirm, danger, onConfirm, onCancel } = props
  return (
    <div className={styles.content}>
      {/* It names the dialog around it: it is not read out again. */}
      <p className={styles.question} aria-hidden="true">
        {question}
      </p>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look={danger ? 'danger' : 'primary'} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </div>
  )
}
