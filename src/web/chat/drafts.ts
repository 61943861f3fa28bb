import { storageKeys } from '../platform/config.ts'
import { getSession } from '../platform/session-store.ts'
import { isRecord, readStored, removeStored, writeStored } from '../platform/storage.ts'

/** What stands in a conversation's composer, kept over reloads and ended sessions. */
export interface Draft {
  readonly text: string
  readonly thinkLonger: boolean
  /** The id under which this text was sent without an acknowledgement: sending it again is the same turn. */
  readonly turnId: string | null
  /** Why it was not sent, in words. */
  readonly problem: string | null
  /** It was not sent for want of credits. */
  readonly isShort?: boolean
}

export const emptyDraft: Draft = { text: '', thinkLonger: false, turnId: null, problem: null }

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  typeof value.text === 'string' &&
  typeof value.thinkLonger === 'boolean' &&
  (value.turnId === null || typeof value.turnId === 'string') &&
  (value.problem === null || typeof value.problem === 'string')

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()
const keyOf = (sessionKey: string | null) => storageKeys.draft(getSession()?.user.id ?? '', sessionKey)

/** The draft of a conversation; `null` is the new chat's. The same object until it changes. */
export function getDraft(sessionKey: string | null): Draft {
  const key = keyOf(sessionKey)
  const known = drafts.get(key) ?? readStored(key, isDraft) ?? emptyDraft
  drafts.set(key, known)
  return known
}

export function setDraft(sessionKey: string | null, draft: Draft): void {
  const key = keyOf(sessionKey)
  drafts.set(key, draft)
  if (draft.text === '' && !draft.thinkLonger) removeStored(key)
  else writeStored(key, draft)
  for (const listener of listeners) listener()
}

/** Typing: other text is another turn, so the old id and its problem go. */
export function typeDraft(sessionKey: string | null, text: string): void {
  setDraft(sessionKey, { text, thinkLonger: getDraft(sessionKey).thinkLonger, turnId: null, problem: null })
}

/** Ticking Deep Research makes another turn of the same text. */
export function setDepth(sessionKey: string | null, thinkLonger: boolean): void {
  setDraft(sessionKey, { text: getDraft(sessionKey).text, thinkLonger, turnId: null, problem: null })
}

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets the live copies, e.g. when the session is gone; what is stored stays. */
export function forgetDrafts(): void {
  drafts.clear()
}
