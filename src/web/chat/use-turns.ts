import { useSyncExternalStore } from 'react'
import { type Draft, getDraft, subscribeDrafts } from './drafts.ts'
import { type LiveTurn, liveTurns } from './live-turns.ts'

/** A turn while it moves, or null for one that is only stored. */
export const useLiveTurn = (turnId: string): LiveTurn | null =>
  useSyncExternalStore(liveTurns.subscribe, () => liveTurns.get(turnId))

/** Ids of a conversation's live turns, oldest first. */
export function useLiveIds(sessionKey: string | null): readonly string[] {
  const ids = useSyncExternalStore(liveTurns.subscribe, () => liveTurns.idsOf(sessionKey))
  return ids === '' ? [] : ids.split(' ')
}

/** The turn a conversation waits for; while there is one, nothing can be sent there. */
export const useWaitingTurn = (sessionKey: string | null): LiveTurn | null =>
  useSyncExternalStore(liveTurns.subscribe, () => {
    const turnId = liveTurns.waitingIn(sessionKey)
    return turnId === null ? null : liveTurns.get(turnId)
  })

export const useDraft = (sessionKey: string | null): Draft =>
  useSyncExternalStore(subscribeDrafts, () => getDraft(sessionKey))
