import { useState } from 'react'
import type { linkSocial } from '../../contract/social.ts'
import { AuthPage } from '../auth/auth-page.tsx'
import { LinkPage } from '../auth/link-page.tsx'
import { call } from '../platform/api.ts'
import { paths } from '../platform/paths.ts'
import { Button } from '../ui/button.tsx'

const headings = { waiting: 'Connecting', done: 'Connected', refused: 'Not connected' }
const next = { href: paths.login, label: 'Sign In' }

const connect = (code: string) =>
  call<typeof linkSocial>({ method: 'POST', path: '/social/link', body: { code } }).then(
    ({ message }) => message,
  )

/** Connects a provider to an account by the link that was mailed to it, once its owner has said yes. */
export function ConnectPage({ params }: { params: { code?: string } }) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <LinkPage code={params.code ?? ''} post={connect} headings={headings} next={next} />
  return (
    <AuthPage
      heading="Connect your sign-in?"
      lead="Whoever asked for this link will be able to sign in to your account. Go on only if it was you."
    >
      <Button look="primary" size="large" onClick={() => setWanted(true)}>
        Connect
      </Button>
    </AuthPage>
  )
}
