import type { confirmSecondFactor, startSecondFactor } from '../../contract/account.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { useTypedForm } from '../auth/use-typed-form.ts'
import { call } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import setup from './authenticator-setup.module.css'
import { QrCode } from './qr-code.tsx'
import styles from './security-tab.module.css'

interface AuthenticatorSetupProps {
  keyGiven: AnswerOf<typeof startSecondFactor>
  /** Called with the recovery codes once it is on. */
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** Takes the key into an authenticator, by camera or by hand, and proves that it is there. */
export function AuthenticatorSetup({ keyGiven, onDone, onCancel }: AuthenticatorSetupProps) {
  const { failure, busy, bind, formProps } = useTypedForm({
    empty: { otp: '' },
    problemsOf: ({ otp }) => ({ ...(otp.trim() === '' && { otp: ['Enter the code that the app shows.'] }) }),
    async send({ otp }) {
      const path = '/accounts/second_factor/confirm'
      const answer = await call<typeof confirmSecondFactor>({ method: 'POST', path, body: { otp } })
      onDone(answer.recovery_codes)
    },
  })
  return (
    <form className={setup.setup} {...formProps}>
      <QrCode text={keyGiven.uri} label="QR code of the key" />
      <div className={styles.form}>
        <p className={setup.step}>
          1. Scan the picture with an authenticator app, or type this key into it:
          <code className={setup.key}>{keyGiven.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <Field
          label="2. The code that the app shows"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          placeholder="123456"
          {...bind('otp')}
        />
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.buttons}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            {busy ? 'Switching on...' : 'Switch on'}
          </Button>
        </div>
      </div>
    </form>
  )
}
