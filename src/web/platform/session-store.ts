import { useSyncExternalStore } from 'react'
import type { Session, User } from '../../contract/auth.ts'
import { personalKeyPrefixes, storageKeys } from './config.ts'
import { isRecord, readStored, removeStored, removeStoredByPrefix, writeStored } from './storage.ts'

/** The signed-in session of this browser: local storage is the truth, this is its live copy. */
let current: Session | null | undefined
const listeners = new Set<() => void>()

const isSession = (value: unknown): value is Session =>
  isRecord(value) &&
  typeof value.token === 'string' &&
  typeof value.device_token === 'string' &&
  isRecord(value.user) &&
  typeof value.user.id === 'string' &&
  Array.isArray(value.user.roles)

function announce(next: Session | null) {
  current = next
  for (const listener of listeners) listener()
}

export function getSession(): Session | null {
  if (current === undefined) current = readStored(storageKeys.session, isSession)
  return current
}

export function startSession(session: Session): void {
  writeStored(storageKeys.session, session)
  announce(session)
}

/** The server's newer view of the user, e.g. after a take-over; nothing where somebody else has signed in since. */
export function updateUser(user: User): void {
  const session = getSession()
  if (session?.user.id === user.id) startSession({ ...session, user })
}

/** `forget` also removes drafts and the cached history: a log-out by choice, not a session that ended. */
export function endSession({ forget }: { forget: boolean }): void {
  removeStored(storageKeys.session)
  if (forget) removeStoredByPrefix(personalKeyPrefixes)
  announce(null)
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session | null => useSyncExternalStore(subscribeSession, getSession)

/** Another tab signed in or out: this tab follows. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', event => {
    if (event.key !== storageKeys.session && event.key !== null) return
    const before = getSession()
    const next = readStored(storageKeys.session, isSession)
    announce(next)
    // A tab that slept through the log-out between them still shows the other user's conversations and forms.
    if (before && next && before.user.id !== next.user.id) window.location.reload()
  })
}
