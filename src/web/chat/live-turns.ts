import { emptyTurnView, type TurnView } from '../../contract/turn-view.ts'
import { onNextFrame } from '../platform/next-frame.ts'

/** A turn this page sent or follows. */
export interface LiveTurn {
  readonly turnId: string
  /** null until the server named the conversation. */
  readonly sessionKey: string | null
  readonly question: string
  readonly thinkLonger: boolean
  /** `sending`: not acknowledged; `lost`: the connection is being sought again; `over`: nothing more comes. */
  readonly phase: 'sending' | 'running' | 'lost' | 'over'
  readonly stopping: boolean
  readonly view: TurnView
}

type Change = Partial<Omit<LiveTurn, 'turnId'>>

/**
 * The turns in motion, outside React, so that they go on while the reader looks elsewhere. Changes are announced at
 * most once a frame, the first of a frame in that frame: a fast stream costs one drawing a frame, however many events
 * it brings, and nothing waits for a frame longer than it must.
 */
export function createLiveTurns(nextFrame: (run: () => void) => void) {
  let turns: ReadonlyMap<string, LiveTurn> = new Map()
  const listeners = new Set<() => void>()
  let isChanged = false
  /** Something was announced in this frame: what comes now waits for the next. */
  let isQuiet = false

  function announce() {
    isChanged = false
    for (const listener of listeners) listener()
  }
  /** What one reading of the wire brings comes in one go: it is announced when all of it is there. */
  function announceSoon() {
    isQuiet = true
    queueMicrotask(() => isChanged && announce())
    nextFrame(() => {
      isQuiet = false
      if (isChanged) announceSoon()
    })
  }
  function change(next: ReadonlyMap<string, LiveTurn>, atOnce: boolean) {
    turns = next
    isChanged = true
    if (atOnce) announce()
    else if (!isQuiet) announceSoon()
  }

  return {
    get: (turnId: string): LiveTurn | null => turns.get(turnId) ?? null,

    begin(turn: Omit<LiveTurn, 'view' | 'stopping'>): void {
      const begun: LiveTurn = { ...turn, stopping: false, view: emptyTurnView }
      change(new Map(turns).set(turn.turnId, begun), true)
    },

    /** Changes what a turn is; `atOnce` does not wait for the next frame. */
    update(turnId: string, by: Change | ((turn: LiveTurn) => Change), atOnce = false): void {
      const turn = turns.get(turnId)
      if (!turn) return
      const next = { ...turn, ...(typeof by === 'function' ? by(turn) : by) }
      change(new Map(turns).set(turnId, next), atOnce)
    },

    drop(turnId: string): void {
      const rest = new Map(turns)
      rest.delete(turnId)
      change(rest, true)
    },

    clear: () => change(new Map(), true),

    /** Ids of a conversation's turns, oldest first, as one text: equal texts, equal turns. */
    idsOf: (sessionKey: string | null): string =>
      [...turns.values()]
        .filter(turn => turn.sessionKey === sessionKey && (sessionKey !== null || turn.phase === 'sending'))
        .map(turn => turn.turnId)
        .join(' '),

    /** The turn that keeps a conversation waiting, or null. */
    waitingIn: (sessionKey: string | null): string | null =>
      [...turns.values()].find(turn => turn.sessionKey === sessionKey && turn.phase !== 'over')?.turnId ??
      null,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const liveTurns = createLiveTurns(onNextFrame)
