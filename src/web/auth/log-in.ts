import type { login, logout } from '../../contract/auth.ts'
import type { BodyInput } from '../../contract/endpoint.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { callWithPuzzle } from '../platform/puzzle.ts'
import { endSession, startSession } from '../platform/session-store.ts'
import { clearNotices } from '../ui/notice.tsx'

/** Longest wait for the server's word on a log-out: the browser forgets the session with it or without. */
const logoutWaitMs = 1_500

async function tellLogout(): Promise<void> {
  const told = call<typeof logout>({ method: 'GET', path: '/user/logout' }).catch(() => {})
  await Promise.race([told, new Promise(resolve => setTimeout(resolve, logoutWaitMs))])
}

/** An address with its password or a provider's token, and the code of the second factor once the server asked for it. */
export type Credentials = BodyInput<typeof login>

/** Ends whatever session there was, signs in and keeps the new session. Throws ApiError. */
export async function logIn(credentials: Credentials): Promise<void> {
  await tellLogout()
  const session = await callWithPuzzle(paid =>
    call<typeof login>({ method: 'POST', path: '/login', body: { ...credentials, ...paid } }),
  )
  clearNotices()
  startSession(session)
}

/** The server's own words where it gave some, else the specification's; without a network support cannot help. */
export function loginFailureWords(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.loginFallback
  if (error.code === 'network' && !navigator.onLine) return errorWords(error)
  return error.message || messages.loginFallback
}

/** Logs out by choice: the session goes, and with it the drafts and the cached history of this browser. */
export async function logOut(): Promise<void> {
  await tellLogout()
  endSession({ forget: true })
}
