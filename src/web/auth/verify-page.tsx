import { Suspense, use } from 'react'
import { Link } from 'wouter'
import type { verifyEmail } from '../../contract/auth.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { paths } from '../platform/paths.ts'
import { primaryLink } from '../ui/button.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { AuthPage } from './auth-page.tsx'

interface Outcome {
  verified: boolean
  message: string
}

/** One call per code and page load, however often React draws the page. */
const calls = new Map<string, Promise<Outcome>>()

function verify(code: string): Promise<Outcome> {
  const made =
    calls.get(code) ??
    call<typeof verifyEmail>({ method: 'POST', path: '/email/verify', body: { code } }).then(
      ({ message }) => ({ verified: true, message }),
      (error: unknown) => {
        const said = error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : ''
        return { verified: false, message: said || errorWords(error) }
      },
    )
  calls.set(code, made)
  return made
}

/** Proves an e-mail address with the code of the link that was opened. */
export function VerifyPage({ params }: { params: { code?: string } }) {
  return (
    <Suspense
      fallback={
        <AuthPage heading="Verifying your email" lead="One moment.">
          <Waiting words="Verifying your email address" />
        </AuthPage>
      }
    >
      <Verified code={params.code ?? ''} />
    </Suspense>
  )
}

function Verified({ code }: { code: string }) {
  const { verified, message } = use(verify(code))
  return (
    <AuthPage heading={verified ? 'Email verified' : 'Email not verified'} lead={message}>
      <Link className={primaryLink} href={paths.login}>
        Sign In
      </Link>
    </AuthPage>
  )
}
