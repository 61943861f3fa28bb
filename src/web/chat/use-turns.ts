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

/** What a conversation waits for; while there is something, nothing can be sent there. */
export interface Waiting {
  turnId: string
  question: string
  canStop: boolean
}

/** The turn a conversation waits for, or null. Says only what does not change with every event of a running answer. */
export function useWaiting(sessionKey: string | null): Waiting | null {
  const turnId = useSyncExternalStore(liveTurns.subscribe, () => liveTurns.waitingIn(sessionKey))
  const canStop = useSyncExternalStore(liveTurns.subscribe, () => {
    const turn = turnId === null ? null : liveTurns.get(turnId)
    return turn !== null && turn.phase !== 'sending' && !turn.stopping
  })
  return turnId === null ? null : { turnId, canStop, question: liveTurns.get(turnId)?.question ?? '' }
}

export const useDraft = (sessionKey: string | null): Draft =>
  useSyncExternalStore(subscribeDrafts, () => getDraft(sessionKey))
