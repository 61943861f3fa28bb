import type { resendValidation, userExists } from '../../contract/auth.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { solvePuzzle } from '../platform/puzzle.ts'

/** Whether an address has an account. Where the server asks for work first, it is done without a word. */
export async function checkAccount(email: string): Promise<AnswerOf<typeof userExists>> {
  try {
    return await call<typeof userExists>({ method: 'POST', path: '/user_exists', body: { email } })
  } catch (error) {
    if (!(error instanceof ApiError) || !error.puzzle) throw error
    const answer = await solvePuzzle(error.puzzle)
    const puzzle = { challenge: error.puzzle.challenge, answer }
    return await call<typeof userExists>({ method: 'POST', path: '/user_exists', body: { email, puzzle } })
  }
}

/** Mails the verification link again. */
export async function resendVerification(email: string): Promise<void> {
  await call<typeof resendValidation>({ method: 'GET', path: '/resend_validation', query: { email } })
}
