import { checkAccount } from './account-check.ts'
import { EmailForm, type EmailFormProps } from './email-form.tsx'

type Found = Awaited<ReturnType<typeof checkAccount>>

interface EmailStepProps extends Omit<EmailFormProps, 'send' | 'label' | 'busyLabel'> {
  /** Called with what the server knows of the address. */
  onFound: (found: Found, email: string) => void
}

/** Step 1 of signing in and of registering: whose address it is. */
export function EmailStep({ onFound, ...form }: EmailStepProps) {
  return (
    <EmailForm
      {...form}
      send={async email => onFound(await checkAccount(email), email)}
      label="Continue"
      busyLabel="Continuing..."
    />
  )
}
