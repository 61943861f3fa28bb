import { type ComponentPropsWithRef, useId } from 'react'
import fieldStyles from './field.module.css'
import styles from './text-area-field.module.css'

interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'children' | 'id'> {
  label: string
  /** What is wrong with the text, shown below it and read out. */
  problem: string | null
}

/** A labelled native text area. */
export function TextAreaField({ label, problem, className, ...area }: TextAreaFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={[fieldStyles.framed, styles.area, className].filter(Boolean).join(' ')}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} className={`${styles.problem} num`} role="alert">
        {problem}
      </p>
    </div>
  )
}
