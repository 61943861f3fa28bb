import { useMutation } from '@tanstack/react-query'
import type { setCreditWarning } from '../../contract/credits.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import styles from './low-credits-mail.module.css'
import { noteWarning, useCredits } from './queries.ts'

/** The switch for the mail about a low balance. It shows what was asked for at once, and goes back if that failed. */
export function LowCreditsMail() {
  const { data } = useCredits()
  const turning = useMutation({
    mutationFn: (byMail: boolean) =>
      call<typeof setCreditWarning>({
        method: 'POST',
        path: '/accounts/credits/warning',
        body: { by_mail: byMail },
      }),
    onSuccess: ({ by_mail }) => noteWarning(by_mail),
  })
  const shown = turning.isPending ? turning.variables : (data?.warns_by_mail ?? true)
  return (
    <div className={styles.choice}>
      <Checkbox
        className={styles.label}
        checked={shown}
        disabled={data === undefined || turning.isPending}
        onCheck={turning.mutate}
      >
        <span>Mail me once when my credits run low</span>
      </Checkbox>
      {turning.isError && (
        <p className={styles.problem} role="alert">
          {errorWords(turning.error)}
        </p>
      )}
    </div>
  )
}
