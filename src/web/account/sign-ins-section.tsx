import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { getSignIns, SignIn } from '../../contract/account.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatDateTime } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { Bone } from '../ui/spinner.tsx'
import { Section } from './section.tsx'
import styles from './sign-ins-section.module.css'
import { SignOutDialog } from './sign-out-dialog.tsx'

/** How many show before somebody asks for all. */
const shownFirst = 5

const stateWords: Record<SignIn['state'], string> = {
  active: 'Active',
  superseded: 'Superseded',
  ended: 'Ended',
}

/** Where the account was signed in. */
export function SignInsSection({ asksCode, isProven }: { asksCode: boolean; isProven: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const signIns = useQuery({
    queryKey: ['account', 'sign-ins'],
    queryFn: ({ signal }) => call<typeof getSignIns>({ method: 'GET', path: '/accounts/sign_ins', signal }),
    staleTime: 0,
  })
  return (
    <Section
      title="Sign-ins"
      text="One session is active at a time; a newer sign-in supersedes it. We forget each sign-in after 90 days."
      action={<Button onClick={() => setIsAsking(true)}>Sign out everywhere</Button>}
    >
      {signIns.isPending && <Bone height={96} />}
      {signIns.isError && (
        <div className={styles.failed} role="alert">
          <p>{errorWords(signIns.error)}</p>
          <Button onClick={() => void signIns.refetch()}>Try again</Button>
        </div>
      )}
      {signIns.data && <SignInList all={signIns.data.sign_ins} />}
      {isAsking && (
        <SignOutDialog
          asksCode={asksCode}
          isProven={isProven}
          onDone={() => void signIns.refetch()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Section>
  )
}

function SignInList({ all }: { all: readonly SignIn[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? all : all.slice(0, shownFirst)
  return (
    <>
      <ul className={styles.list}>
        {shown.map(one => (
          <li key={one.id} className={styles.row}>
            <div>
              <p className={styles.from}>
                {fromWords(one)}
                {one.is_this && <span className={styles.here}>This sign-in</span>}
              </p>
              <p className={styles.when}>
                {formatDateTime(one.created_at)}
                {one.network && <span> · Network {one.network}</span>}
              </p>
            </div>
            <span className={styles.state} data-state={one.state}>
              {stateWords[one.state]}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <Button look="link" className={styles.more} onClick={() => setShowsAll(true)}>
          Show all {all.length} sign-ins
        </Button>
      )}
    </>
  )
}

/** 'Chrome 141 on Windows', as far as it is known. */
function fromWords({ browser, system }: SignIn): string {
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown browser'
}
