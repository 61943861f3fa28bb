import type { TurnEvent } from '../../contract/turn-event.ts'
import { type EventLine, eventLine, joinLines, splitLines } from './event-lines.ts'

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
  readonly lastSeq: number
  readonly unstoredBytes: number
  /** All events so far. */
  lines(): EventLine[]
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
  /** As they are stored, row by row: for each event on its own, its object would take as much again. */
  const storedLines: string[] = []
  const freshLines: EventLine[] = []
  const followers = new Set<Follower>()
  let storedSeq = 0
  let unstoredBytes = 0
  /** What was handed out last, to be stored. */
  let storing: Chunk | null = null

  const lastSeq = () => storedSeq + freshLines.length
  const lines = () => [...storedLines.flatMap(splitLines), ...freshLines]

  function push(event: TurnEvent): void {
    const line = eventLine(event)
    freshLines.push(line)
    unstoredBytes += line.data.length
    for (const follower of followers) follower.onLine(lastSeq(), line)
  }

  function markStored(seq: number): void {
    const stored = freshLines.splice(0, seq - storedSeq)
    if (stored.length === 0) return
    for (const { data } of stored) unstoredBytes -= data.length
    const isAsHanded = storing?.firstSeq === storedSeq + 1 && storing.lastSeq === seq
    storedLines.push(isAsHanded && storing ? storing.lines : joinLines(stored))
    storedSeq += stored.length
    storing = null
  }

  const turn: LiveTurn = {
    id,
    get lastSeq() {
      return lastSeq()
    },
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
      markStored(lastSeq())
    },
    follow(after, follower) {
      for (const [at, line] of lines().slice(after).entries()) follower.onLine(after + at + 1, line)
      followers.add(follower)
      return () => followers.delete(follower)
    },
    end() {
      for (const follower of followers) follower.onEnd()
      followers.clear()
    },
    unstored() {
      if (freshLines.length === 0) return null
      storing = { turnId: id, firstSeq: storedSeq + 1, lastSeq: lastSeq(), lines: joinLines(freshLines) }
      return storing
    },
    markStored,
  }
  return turn
}
