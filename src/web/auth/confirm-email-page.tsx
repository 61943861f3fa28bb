import { useState } from 'react'
import type { confirmEmailChange } from '../../contract/account.ts'
import { call } from '../platform/api.ts'
import { paths } from '../platform/paths.ts'
import { getSession, updateUser, useSession } from '../platform/session-store.ts'
import { Button } from '../ui/button.tsx'
import { AuthPage } from './auth-page.tsx'
import { LinkPage } from './link-page.tsx'

const headings = {
  waiting: 'Changing your email address',
  done: 'Email address changed',
  refused: 'Email address not changed',
}

async function confirm(code: string): Promise<string> {
  const { message, email, was } = await call<typeof confirmEmailChange>({
    method: 'POST',
    path: '/email/change',
    body: { code },
  })
  // Whoever is signed in here may be somebody else.
  const user = getSession()?.user
  if (user?.email === was) updateUser({ ...user, email })
  return message
}

/** Gives the account its new address with the code of the mailed link, once whoever opened it has said yes. */
export function ConfirmEmailPage({ params }: { params: { code?: string } }) {
  const next = useSession() ? { href: paths.app, label: 'Continue' } : { href: paths.login, label: 'Sign In' }
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <LinkPage code={params.code ?? ''} post={confirm} headings={headings} next={next} />
  return (
    <AuthPage
      heading="Use this email address?"
      lead="The account that asked for this link will have your email address from then on. Go on only if it was you."
    >
      <Button look="primary" size="large" onClick={() => setWanted(true)}>
        Change email address
      </Button>
    </AuthPage>
  )
}
