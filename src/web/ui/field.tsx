import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, 'children'> {
  label: string
  /** The rule that failed, shown below the field and read out. */
  error?: string | null | undefined
  /** Something below the field: a hint, the password rules. */
  below?: ReactNode
  /** Drawn over the field's end. */
  end?: ReactNode
  /** Hangs from the field's lower edge, over what stands below. */
  popup?: ReactNode
}

/** A labelled native input with its error beside it. */
export function Field({ label, error, below, end, popup, className, id: givenId, ...input }: FieldProps) {
  const madeId = useId()
  const id = givenId ?? madeId
  const describedBy = [error ? `${id}-error` : '', below ? `${id}-below` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          className={[styles.framed, styles.input, end ? styles.withButton : '', className]
            .filter(Boolean)
            .join(' ')}
          aria-invalid={error !== null && error !== undefined}
          aria-describedby={describedBy || undefined}
        />
        {end}
        {popup}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      {below && (
        <div className={styles.hint} id={`${id}-below`}>
          {below}
        </div>
      )}
    </div>
  )
}

/** A password with a button that shows it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      end={
        <IconButton
          className={styles.reveal}
          icon={shown ? 'eyeOff' : 'eye'}
          label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
