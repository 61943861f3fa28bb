import { storageKeys } from '../platform/config.ts'
import { getSession } from '../platform/session-store.ts'
import { isRecord, readStored, removeStored, writeStored } from '../platform/storage.ts'

/** What stands in a conversation's composer, kept over reloads and ended sessions. */
export interface Draft {
  readonly text: string
  readonly thinkLonger: boolean
  /** The id under which this text was sent without an acknowledgement: sending it again is the same turn. */
  readonly turnId: string | null
  /** Why it was not sent, in words. Null beside a turn id: what became of it is not known. */
  readonly problem: string | null
  /** It was not sent for want of credits. */
  readonly isShort?: boolean
  /** Of the suggestion that the text is the question of, to the letter. */
  readonly suggestionId?: string | undefined
}

export const emptyDraft: Draft = { text: '', thinkLonger: false, turnId: null, problem: null }

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  typeof value.text === 'string' &&
  typeof value.thinkLonger === 'boolean' &&
  (value.turnId === null || typeof value.turnId === 'string') &&
  (value.problem === null || typeof value.problem === 'string') &&
  (value.suggestionId === undefined || typeof value.suggestionId === 'string')

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()
const keyOf = (sessionKey: string | null) => storageKeys.draft(getSession()?.user.id ?? '', sessionKey)

/** The draft of a conversation; `null` is the new chat's. The same object until it changes. */
export function getDraft(sessionKey: string | null): Draft {
  const key = keyOf(sessionKey)
  const known = drafts.get(key) ?? readKept(key) ?? emptyDraft
  drafts.set(key, known)
  return known
}

/** What an earlier page left. What it said of the network is out of date; what was short of credits was not sent. */
function readKept(key: string): Draft | null {
  const kept = readStored(key, isDraft)
  return kept && !kept.isShort ? { ...kept, problem: null } : kept
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

/** The server has the question: its draft may go. A new chat's draft is found under no key, another's under its own. */
export function dropSentDraft(turnId: string, sessionKey: string): void {
  for (const key of [null, sessionKey]) {
    if (getDraft(key).turnId === turnId) setDraft(key, emptyDraft)
  }
}

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets the live copies, e.g. when the session is gone; what is stored stays. */
export function forgetDrafts(): void {
  drafts.clear()
}
