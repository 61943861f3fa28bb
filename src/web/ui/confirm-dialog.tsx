import { ConfirmQuestion, type ConfirmQuestionProps } from './confirm-question.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps extends Omit<ConfirmQuestionProps, 'onCancel'> {
  widthPx: number
  onClose: () => void
}

/** A question that has to be answered first; Cancel has the focus. */
export function ConfirmDialog({ widthPx, onConfirm, onClose, ...asked }: ConfirmDialogProps) {
  return (
    <Dialog title={asked.question} bare widthPx={widthPx} onClose={onClose}>
      <ConfirmQuestion
        {...asked}
        onCancel={onClose}
        onConfirm={() => {
          onClose()
          onConfirm()
        }}
      />
    </Dialog>
  )
}
