import type { verifyEmail } from '../../contract/auth.ts'
import { call } from '../platform/api.ts'
import { paths } from '../platform/paths.ts'
import { LinkPage } from './link-page.tsx'

const headings = {
  waiting: 'Verifying your email',
  done: 'Email verified',
  refused: 'Email not verified',
}
const next = { href: paths.login, label: 'Sign In' }

const verify = (code: string) =>
  call<typeof verifyEmail>({ method: 'POST', path: '/email/verify', body: { code } }).then(
    ({ message }) => message,
  )

/** Proves an e-mail address with the code of the link that was opened. */
export function VerifyPage({ params }: { params: { code?: string } }) {
  return <LinkPage code={params.code ?? ''} post={verify} headings={headings} next={next} />
}
