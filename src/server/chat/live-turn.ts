import type { TurnEvent } from '../../contract/turn-event.ts'
import { type EventLine, eventLine, joinLines } from './event-lines.ts'

export interface Follower {
  /** Called for each event in order; `seq` counts from 1 without a gap. */
  onLine(seq: number, line: EventLine): void
  /** No more events come from here: after `done`, or because this process may not tell the rest. */
  onEnd(): void
}

/** The events of a turn that are not stored yet, as one row. */
export interface Chunk {
  turnId: string
  firstSeq: number
  lastSeq: number
  lines: string
}

export interface LiveTurn {
  readonly id: string
  readonly lines: readonly EventLine[]
  readonly unstoredBytes: number
  /** Adds an event and hands it to those who follow. */
  append(event: TurnEvent): void
  /** The same for an event that is stored already. */
  appendStored(event: TurnEvent): void
  /** Hands over the lines after `seq`, then each as it comes. Returns how to leave. */
  follow(after: number, follower: Follower): () => void
  /** Lets every follower go. */
  end(): void
  /** What is not stored; null when there is nothing. */
  unstored(): Chunk | null
  markStored(seq: number): void
}

export interface LiveTurnParts {
  id: string
  /** Told when there is something new to store. */
  onUnstored: (turn: LiveTurn) => void
}

/** The events of a running turn on the instance that answers it: its readers here are fed from this memory. */
export function createLiveTurn({ id, onUnstored }: LiveTurnParts): LiveTurn {
  const lines: EventLine[] = []
  const followers = new Set<Follower>()
  let storedSeq = 0
  let unstoredBytes = 0

  function push(event: TurnEvent): void {
    const line = eventLine(event)
    lines.push(line)
    unstoredBytes += line.data.length
    for (const follower of followers) follower.onLine(lines.length, line)
  }

  function markStored(seq: number): void {
    for (let at = storedSeq; at < seq; at += 1) unstoredBytes -= lines[at]?.data.length ?? 0
    storedSeq = Math.max(storedSeq, seq)
  }

  const turn: LiveTurn = {
    id,
    lines,
    get unstoredBytes() {
      return unstoredBytes
    },
    append(event) {
      push(event)
      onUnstored(turn)
    },
    appendStored(event) {
      push(event)
      markStored(lines.length)
    },
    follow(after, follower) {
      for (let at = after; at < lines.length; at += 1) follower.onLine(at + 1, lines[at] as EventLine)
      followers.add(follower)
      return () => followers.delete(follower)
    },
    end() {
      for (const follower of followers) follower.onEnd()
      followers.clear()
    },
    unstored() {
      if (storedSeq === lines.length) return null
      return {
        turnId: id,
        firstSeq: storedSeq + 1,
        lastSeq: lines.length,
        lines: joinLines(lines.slice(storedSeq)),
      }
    },
    markStored,
  }
  return turn
}
