import type { register } from '../../contract/auth.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { RegistrationForm } from '../../contract/registration.ts'
import { call } from '../platform/api.ts'
import { industriesLike, placesLike } from '../platform/suggestions.ts'
import { Button } from '../ui/button.tsx'
import { Field, type FieldProps, PasswordField } from '../ui/field.tsx'
import { SuggestField } from '../ui/suggest-field.tsx'
import { ChosenEmail } from './chosen-email.tsx'
import styles from './form.module.css'
import { LegalLinks } from './legal-links.tsx'
import { PasswordRules } from './password-rules.tsx'
import { formProblems } from './registration-form.ts'
import type { SocialVisitor } from './social-visitor.ts'
import { useTypedForm } from './use-typed-form.ts'

type FieldName = Exclude<keyof RegistrationForm, 'email'>
type Typed = Record<FieldName, string>

const untouched: Typed = {
  name: '',
  address: '',
  industry: '',
  job_title: '',
  company: '',
  experience: '',
  phone: '',
  password: '',
  password_confirmation: '',
}

/** The fields in the order they stand on the screen, with what a phone's keyboard and autofill need to know. */
const textFields: readonly (readonly [FieldName, string, Partial<FieldProps>])[] = [
  ['name', 'Full Name', { autoComplete: 'name', autoFocus: true }],
  ['address', 'Address', { autoComplete: 'street-address' }],
  ['industry', 'Industry', { autoComplete: 'off' }],
  ['job_title', 'Job Title', { autoComplete: 'organization-title' }],
  ['company', 'Company', { autoComplete: 'organization' }],
  ['experience', 'Years of Experience', { autoComplete: 'off', inputMode: 'numeric' }],
  ['phone', 'Phone number', { autoComplete: 'tel', inputMode: 'tel', type: 'tel' }],
]

/** What completes a field while one types; anything else may stand in it too. */
const suggesting: Partial<Record<FieldName, (typed: string) => Promise<string[]>>> = {
  address: placesLike,
  industry: industriesLike,
}

interface RegistrationStepProps {
  email: string
  onChangeEmail: () => void
  /** Whom a provider named by this address; the form begins with their name. */
  visitor: SocialVisitor | null
  /** Called with the server's answer. */
  onRegistered: (answer: AnswerOf<typeof register>) => void
}

/** Step 2 of registering: the nine fields. */
export function RegistrationStep({ email, visitor, onChangeEmail, onRegistered }: RegistrationStepProps) {
  const { typed, failure, busy, bind, formProps } = useTypedForm({
    empty: { ...untouched, name: visitor?.name ?? '' },
    problemsOf: typed => formProblems({ ...typed, email }),
    async send(typed) {
      const body = { ...typed, email, ...visitor?.token }
      onRegistered(await call<typeof register>({ method: 'POST', path: '/register', body }))
    },
  })
  const passwordHints = { autoComplete: 'new-password', maxLength: limits.passwordMaxLength }

  return (
    <form className={styles.slide} {...formProps}>
      <ChosenEmail email={email} onChange={onChangeEmail} />
      <div className={styles.pair}>
        {textFields.map(([name, label, hints]) => {
          const field = { label, maxLength: limits.fieldMaxLength, ...hints, ...bind(name) }
          const suggest = suggesting[name]
          if (!suggest) return <Field key={name} {...field} />
          return (
            <SuggestField
              key={name}
              {...field}
              suggest={suggest}
              waitMs={limits.typeAheadMs}
              onPick={value => field.onChange({ target: { value } })}
            />
          )
        })}
        <PasswordField
          label="Password"
          {...passwordHints}
          {...bind('password')}
          below={typed.password !== '' && <PasswordRules password={typed.password} />}
        />
        <PasswordField label="Confirm Password" {...passwordHints} {...bind('password_confirmation')} />
      </div>
      {failure && (
        <p className={styles.said} role="alert">
          {failure}
        </p>
      )}
      <p className={styles.small}>
        By registering you accept: <LegalLinks newTab />
      </p>
      <Button type="submit" look="primary" size="large" busy={busy}>
        {busy ? 'Registering...' : 'Register'}
      </Button>
    </form>
  )
}
