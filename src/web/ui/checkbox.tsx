import type { ComponentPropsWithRef } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange'> {
  onCheck: (checked: boolean) => void
}

/** A native checkbox with its words behind it; `className` is the whole label's. */
export function Checkbox({ onCheck, className, children, ...input }: CheckboxProps) {
  return (
    <label className={[styles.label, className].filter(Boolean).join(' ')}>
      <input
        {...input}
        type="checkbox"
        className={styles.box}
        onChange={event => onCheck(event.target.checked)}
      />
      {children}
    </label>
  )
}
