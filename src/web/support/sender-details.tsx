import type { RefObject } from 'react'
import { limits } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { Field, type FieldProps } from '../ui/field.tsx'
import styles from './sender-details.module.css'
import type { Sender } from './support-request.ts'

interface SenderDetailsProps {
  email: RefObject<HTMLInputElement | null>
  sender: Sender
  emailError: string | null
  /** The fields are open. */
  editing: boolean
  onEdit: () => void
  onChange: (sender: Sender) => void
}

const fields: readonly [keyof Sender, string, Partial<FieldProps>][] = [
  ['name', 'Full Name', { autoComplete: 'name' }],
  ['email', 'Email address', { type: 'email', autoComplete: 'email', maxLength: limits.emailMaxLength }],
  ['company', 'Company', { autoComplete: 'organization' }],
  ['phone', 'Phone number', { type: 'tel', autoComplete: 'tel' }],
]

/** Who sends the message: one line from the profile, and fields for whom it does not suit. */
export function SenderDetails({ email, sender, emailError, editing, onEdit, onChange }: SenderDetailsProps) {
  if (!editing) {
    const known = fields.filter(([field]) => sender[field].trim() !== '')
    return (
      <div className={styles.line}>
        <span className={styles.from}>From</span>
        <ul className={styles.known}>
          {known.map(([field]) => (
            <li key={field}>{sender[field]}</li>
          ))}
        </ul>
        <Button look="link" aria-label="Edit your details" onClick={onEdit}>
          Edit
        </Button>
      </div>
    )
  }
  return (
    <fieldset className={styles.fields}>
      <legend className="visually-hidden">Your details</legend>
      {fields.map(([field, label, more]) => (
        <Field
          key={field}
          label={label}
          maxLength={limits.fieldMaxLength}
          {...more}
          // The fields take the place of the button that had the focus.
          autoFocus={field === (emailError ? 'email' : 'name')}
          {...(field === 'email' && { ref: email })}
          error={field === 'email' ? emailError : null}
          value={sender[field]}
          onChange={event => onChange({ ...sender, [field]: event.target.value })}
        />
      ))}
    </fieldset>
  )
}
