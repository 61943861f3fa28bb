import type { resendValidation, userExists } from '../../contract/auth.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { call } from '../platform/api.ts'
import { callWithPuzzle } from '../platform/puzzle.ts'

/** Whether an address has an account. */
export const checkAccount = (email: string): Promise<AnswerOf<typeof userExists>> =>
  callWithPuzzle(paid =>
    call<typeof userExists>({ method: 'POST', path: '/user_exists', body: { email, ...paid } }),
  )

/** Mails the verification link again. */
export async function resendVerification(email: string): Promise<void> {
  await call<typeof resendValidation>({ method: 'GET', path: '/resend_validation', query: { email } })
}
