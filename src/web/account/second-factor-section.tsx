import { useEffect, useState } from 'react'
import type {
  endSecondFactor,
  renewRecoveryCodes,
  Security,
  startSecondFactor,
} from '../../contract/account.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { call } from '../platform/api.ts'
import { formatDateTime } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { late } from '../ui/late.tsx'
import { OwnerForm } from './owner-form.tsx'
import { proofOf } from './proof-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section } from './section.tsx'
import styles from './security-tab.module.css'

/** The QR code comes with it. */
const AuthenticatorSetup = late(() => import('./authenticator-setup.tsx').then(m => m.AuthenticatorSetup))

type Key = AnswerOf<typeof startSecondFactor>

/** Where the reader is: nowhere yet, proving who asks, at the key, or before the codes that show once. */
type Step =
  | { name: 'closed' | 'start' | 'off' | 'renew' }
  | { name: 'key'; key: Key }
  | { name: 'codes'; codes: readonly string[] }

interface SecondFactorSectionProps {
  factor: Security['second_factor']
  onChange: () => void
  /** Told while there are codes on the screen that show once. */
  onCodesShown: (areShown: boolean) => void
}

/** The second factor: switched on with an authenticator, its recovery codes, switched off. */
export function SecondFactorSection({ factor, onChange, onCodesShown }: SecondFactorSectionProps) {
  const [step, setStep] = useState<Step>({ name: 'closed' })
  const close = () => setStep({ name: 'closed' })
  useEffect(() => onCodesShown(step.name === 'codes'), [step.name, onCodesShown])
  const isOn = factor.since !== null
  const showCodes = (codes: readonly string[]) => {
    setStep({ name: 'codes', codes })
    onChange()
  }

  return (
    <Section
      title="Two-step sign-in"
      text={<FactorState factor={factor} />}
      action={
        step.name === 'closed' &&
        (isOn ? (
          <Button onClick={() => setStep({ name: 'off' })}>Switch off</Button>
        ) : (
          <Button onClick={() => setStep({ name: 'start' })}>Switch on</Button>
        ))
      }
    >
      {step.name === 'closed' && isOn && (
        <div className={styles.buttons}>
          <Button look="link" onClick={() => setStep({ name: 'renew' })}>
            Make new recovery codes
          </Button>
        </div>
      )}
      {step.name === 'start' && (
        <OwnerForm
          empty={{}}
          asksCode={false}
          label="Continue"
          busyLabel="Continuing..."
          onCancel={close}
          send={async ({ password }) => setStep({ name: 'key', key: await startFactor(password) })}
        />
      )}
      {step.name === 'key' && <AuthenticatorSetup keyGiven={step.key} onDone={showCodes} onCancel={close} />}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={close} />}
      {step.name === 'renew' && (
        <OwnerForm
          empty={{}}
          asksCode
          label="Make new codes"
          busyLabel="Making codes..."
          onCancel={close}
          send={async typed => {
            const body = proofOf(typed)
            const path = '/accounts/second_factor/recovery_codes'
            const made = await call<typeof renewRecoveryCodes>({ method: 'POST', path, body })
            showCodes(made.recovery_codes)
          }}
        />
      )}
      {step.name === 'off' && (
        <OwnerForm
          empty={{}}
          asksCode
          label="Switch off"
          busyLabel="Switching off..."
          danger
          onCancel={close}
          send={async typed => {
            const body = proofOf(typed)
            await call<typeof endSecondFactor>({ method: 'POST', path: '/accounts/second_factor/off', body })
            close()
            onChange()
          }}
        />
      )}
    </Section>
  )
}

const startFactor = (password: string): Promise<Key> =>
  call<typeof startSecondFactor>({
    method: 'POST',
    path: '/accounts/second_factor/start',
    body: { password },
  })

function FactorState({
  factor: { since, recovery_codes_left: left },
}: Pick<SecondFactorSectionProps, 'factor'>) {
  if (since === null) {
    return <p>Off. When it is on, signing in takes a code from an app on your phone besides the password.</p>
  }
  return (
    <p>
      <strong>On</strong> since {formatDateTime(since)}. {codesLeftWords(left)}
    </p>
  )
}

function codesLeftWords(left: number): string {
  if (left === 0) return 'All recovery codes are used: make new ones.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}
