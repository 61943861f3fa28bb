import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  question: string
  text?: string
  confirm: string
  danger?: boolean
  widthPx: number
  onConfirm: () => void
  onClose: () => void
}

/** One question, two answers; Cancel comes first and has the focus. */
export function ConfirmDialog({
  question,
  text,
  confirm,
  danger,
  widthPx,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={question} bare widthPx={widthPx} onClose={onClose}>
      <div className={styles.content}>
        <p className={styles.question} aria-hidden="true">
          {question}
        </p>
        {text && <p className={styles.text}>{text}</p>}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={danger ? 'danger' : 'primary'}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
