import { messages } from '../../contract/messages.ts'
import { passwordRules } from '../../contract/registration.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './form.module.css'

/** Short names of the rules, by the message each one fails with. */
const names: Record<string, string> = {
  [messages.passwordLength]: 'Minimum 8 characters',
  [messages.passwordNumber]: 'One number',
  [messages.passwordLower]: 'One lower case letter',
  [messages.passwordUpper]: 'One upper case letter',
  [messages.passwordSpecial]: 'One special character',
}

/** The rules, ticked off while the password is typed. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className={styles.rules}>
      {passwordRules.map(([message, holds]) => (
        <li key={message} data-holds={holds(password)}>
          {holds(password) ? <Icon name="check" size={14} /> : <span className={styles.dot} />}
          {names[message] ?? message}
          {holds(password) && <span className="visually-hidden">: done</span>}
        </li>
      ))}
    </ul>
  )
}
