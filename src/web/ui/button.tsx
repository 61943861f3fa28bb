import type { ComponentPropsWithRef } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  look?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'link'
  size?: 'normal' | 'large'
  /** At work: pressed again it does nothing, and it keeps the focus. */
  busy?: boolean
}

export function Button({
  look = 'secondary',
  size = 'normal',
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const names =
    look === 'link'
      ? [styles.link, className]
      : [styles.button, styles[look], size === 'large' ? styles.large : '', className]
  return (
    <button
      {...rest}
      type={type}
      className={names.filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
    />
  )
}

/** The look of a button for a link that is the one thing to do. */
export const primaryLink = [styles.button, styles.primary, styles.large].join(' ')

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: IconName
  /** What it does, for those who do not see the icon. */
  label: string
  size?: number
}

export function IconButton({ icon, label, size = 16, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={[styles.icon, className].filter(Boolean).join(' ')}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
