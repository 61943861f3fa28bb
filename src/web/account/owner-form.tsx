import type { ReactNode } from 'react'
import type { Problems } from '../../contract/registration.ts'
import { useTypedForm } from '../auth/use-typed-form.ts'
import { Button } from '../ui/button.tsx'
import type { FieldProps } from '../ui/field.tsx'
import { emptyProof, type Proof, ProofFields, proofProblems } from './proof-fields.tsx'
import styles from './security-tab.module.css'

type Bound = Pick<FieldProps, 'name' | 'value' | 'error' | 'onChange'>

interface OwnerFormProps<Own extends Record<string, string>> {
  /** The form's own fields, as they stand at first. */
  empty: Own
  problemsOf?: (typed: Own & Proof) => Problems
  /** Draws the form's own fields; they stand before the proof. */
  fields?: (bind: (name: keyof Own & string) => Bound) => ReactNode
  asksCode: boolean
  /** The sign-in itself was proof enough: the password is asked for only once the server wants it. */
  isProven?: boolean
  label: string
  busyLabel: string
  danger?: boolean
  send: (typed: Own & Proof) => Promise<void>
  onCancel: () => void
}

/** A change that only the account's owner may make: its own fields, the proof, and a way back. */
export function OwnerForm<Own extends Record<string, string>>(props: OwnerFormProps<Own>) {
  const {
    empty,
    problemsOf,
    fields,
    isProven = false,
    label,
    busyLabel,
    danger = false,
    send,
    onCancel,
  } = props
  const asksCode = props.asksCode && !isProven
  const { failure, busy, bind, formProps } = useTypedForm<Own & Proof>({
    empty: { ...empty, ...emptyProof },
    problemsOf: typed => ({ ...problemsOf?.(typed), ...(!isProven && proofProblems(typed, asksCode)) }),
    send,
  })
  return (
    <form className={styles.form} {...formProps}>
      {fields?.(bind)}
      <ProofFields bind={bind} asksPassword={!isProven} asksCode={asksCode} isAll={!fields} />
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
          {busy ? busyLabel : label}
        </Button>
      </div>
    </form>
  )
}
