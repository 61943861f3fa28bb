import { useQuery } from '@tanstack/react-query'
import type { getSecurity } from '../../contract/account.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { ConnectedSection } from './connected-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { DownloadSection } from './download-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import styles from './security-tab.module.css'
import { SignInsSection } from './sign-ins-section.tsx'

/** How one signs in, from where one did, and what one may take along or end. */
export function SecurityTab({ onCodesShown }: { onCodesShown: (areShown: boolean) => void }) {
  const security = useQuery({
    queryKey: ['account', 'security'],
    queryFn: ({ signal }) => call<typeof getSecurity>({ method: 'GET', path: '/accounts/security', signal }),
    staleTime: 0,
  })
  if (security.isPending) return <Waiting words="Loading your security settings" />
  // Once it was read, a failed look for news takes nothing off the screen.
  if (security.data === undefined) {
    return (
      <div className={styles.failed} role="alert">
        <p>{errorWords(security.error)}</p>
        <Button onClick={() => void security.refetch()}>Try again</Button>
      </div>
    )
  }
  const { email, pending_email: pendingEmail, second_factor: factor, is_proven: isProven } = security.data
  const asksCode = factor.since !== null
  const reload = () => void security.refetch()
  return (
    <div className={styles.tab}>
      <PasswordSection email={email} />
      <SecondFactorSection factor={factor} onChange={reload} onCodesShown={onCodesShown} />
      <EmailSection email={email} pendingEmail={pendingEmail} asksCode={asksCode} onChange={reload} />
      <ConnectedSection asksCode={asksCode} />
      <SignInsSection asksCode={asksCode} isProven={isProven} />
      <DownloadSection />
      <DeletionSection asksCode={asksCode} />
    </div>
  )
}
