import type { AnswerOf } from '../../contract/endpoint.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { socialLogin } from '../../contract/social.ts'
import { loginFailureWords } from '../auth/log-in.ts'
import type { SocialVisitor } from '../auth/social-visitor.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { showNotice } from '../ui/notice.tsx'
import { type SocialMode, showSocialFailure } from './social-failure.ts'
import { type SocialUser, tokenOf } from './social-user.ts'

interface Meeting {
  mode: SocialMode
  user: SocialUser
  /** What the screen does with who came. Throws ApiError. */
  onVisitor: (visitor: SocialVisitor) => Promise<void>
  /** Says what is to be read in peace. */
  onTold: (words: string) => void
}

/**
 * Asks the server who a provider's user is, and hands them to the screen. Tells every failure; throws none. Answers
 * whether they were met.
 */
export async function meetVisitor({ mode, user, onVisitor, onTold }: Meeting): Promise<boolean> {
  const token = tokenOf(user)
  let visitor: SocialVisitor
  try {
    const { data } = okOnly(
      await call<typeof socialLogin>({ method: 'POST', path: '/social_login', body: token }),
    )
    visitor = { email: data.email, name: `${data.given_name} ${data.family_name}`.trim(), token }
  } catch (error) {
    const [said] = error instanceof ApiError ? (error.errors.message ?? []) : []
    if (said) showNotice(said, { durationMs: limits.loginNoticeMs })
    else showSocialFailure(mode, token.provider)
    return false
  }
  try {
    await onVisitor(visitor)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'verify_required') onTold(error.message)
    else if (mode === 'sign-up') showSocialFailure(mode, token.provider)
    else showNotice(loginFailureWords(error), { durationMs: limits.loginNoticeMs })
    return false
  }
}

/** (spec) An answer may also say in its body that it is none. @throws ApiError with what it says of why */
function okOnly(answer: AnswerOf<typeof socialLogin>): AnswerOf<typeof socialLogin> {
  const { status, error } = answer as { status: string; error?: Partial<ErrorBody['error']> }
  if (status === 'OK') return answer
  throw new ApiError({ code: 'malformed', message: '', status: 200, errors: error?.errors })
}
