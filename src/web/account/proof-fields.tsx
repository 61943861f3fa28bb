import { messages } from '../../contract/messages.ts'
import type { Problems } from '../../contract/registration.ts'
import { Field, type FieldProps, PasswordField } from '../ui/field.tsx'

type ProofField = 'password' | 'otp'
/** What a form of this kind has typed in it beside its own fields. */
export type Proof = Record<ProofField, string>
export const emptyProof: Proof = { password: '', otp: '' }

const codeMissing = 'Enter the code from your authenticator.'

/** What is missing of a proof before it is sent. */
export function proofProblems({ password, otp }: Proof, asksCode: boolean): Problems {
  return {
    ...(password === '' && { password: [messages.passwordRequired] }),
    ...(asksCode && otp.trim() === '' && { otp: [codeMissing] }),
  }
}

/** The proof as it is sent: no code where none is asked for. */
export const proofOf = ({ password, otp }: Proof) => ({ password, ...(otp.trim() !== '' && { otp }) })

interface ProofFieldsProps {
  asksPassword: boolean
  bind: (name: ProofField) => Pick<FieldProps, 'name' | 'value' | 'error' | 'onChange'>
  /** A second factor is on. */
  asksCode: boolean
  /** They are all that the form asks for: the first one has the focus. */
  isAll: boolean
}

/** That it is the owner who asks: the password, and the code where one signs in with it. */
export function ProofFields({ bind, asksPassword, asksCode, isAll }: ProofFieldsProps) {
  const password = bind('password')
  const code = bind('otp')
  return (
    <>
      {/* Also when the sign-in stopped being proof enough meanwhile. */}
      {(asksPassword || password.error || password.value !== '') && (
        <PasswordField label="Password" autoComplete="current-password" autoFocus={isAll} {...password} />
      )}
      {/* Also when it was switched on elsewhere in the meantime. */}
      {(asksCode || code.error) && (
        <Field
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={24}
          below="From your authenticator, or one of your recovery codes."
          {...code}
        />
      )}
    </>
  )
}
