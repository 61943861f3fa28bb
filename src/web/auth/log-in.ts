import type { login, logout } from '../../contract/auth.ts'
import { call } from '../platform/api.ts'
import { endSession, startSession } from '../platform/session-store.ts'

/** Longest wait for the server's word on a log-out: the browser forgets the session with it or without. */
const logoutWaitMs = 1_500

async function tellLogout(): Promise<void> {
  const told = call<typeof logout>({ method: 'GET', path: '/user/logout' }).catch(() => {})
  await Promise.race([told, new Promise(resolve => setTimeout(resolve, logoutWaitMs))])
}

interface Credentials {
  email: string
  password: string
  /** The code of the second factor, once the server has asked for it. */
  otp?: string
}

/** Ends whatever session there was, signs in and keeps the new session. Throws ApiError. */
export async function logIn(credentials: Credentials): Promise<void> {
  await tellLogout()
  startSession(await call<typeof login>({ method: 'POST', path: '/login', body: credentials }))
}

/** Logs out by choice: the session goes, and with it the drafts and the cached history of this browser. */
export async function logOut(): Promise<void> {
  await tellLogout()
  endSession({ forget: true })
}
