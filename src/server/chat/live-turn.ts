import type { TurnEvent } from '../../contract/turn-event.ts'
import { type EventLine, eventLine, joinLines } from './event-lines.ts'

/** Text of a model is gathered this long before it counts as an event; what comes after a pause goes out at once. */
const gatherMs = 40

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
  /** Adds an event and hands it to those who follow. Deltas are gathered. */
  append(event: TurnEvent): void
  /** The same for an event that is stored already. */
  appendStored(event: TurnEvent): void
  /** Hands over the lines after `seq`, then each as it comes. Returns how to leave. */
  follow(after: number, follower: Follower): () => void
  /** Lets every follower go. */
  end(): void
  /** What is not stored; gathered text included when `whole`. null when there is nothing. */
  unstored(whole?: boolean): Chunk | null
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
  let gathered: { index: number; text: string } | null = null
  let timer: NodeJS.Timeout | undefined
  let lastAt = 0

  function push(event: TurnEvent): void {
    const line = eventLine(event)
    lines.push(line)
    unstoredBytes += line.data.length
    lastAt = performance.now()
    for (const follower of followers) follower.onLine(lines.length, line)
  }

  function release(): void {
    clearTimeout(timer)
    timer = undefined
    if (gathered === null) return
    const data = gathered
    gathered = null
    push({ event: 'delta', data })
  }

  function gather({ index, text }: { index: number; text: string }): void {
    if (gathered?.index === index) gathered.text += text
    else {
      release()
      gathered = { index, text }
    }
    if (performance.now() - lastAt >= gatherMs) release()
    else timer ??= setTimeout(releaseLater, gatherMs)
  }

  function releaseLater(): void {
    release()
    onUnstored(turn)
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
      if (event.event === 'delta') gather(event.data)
      else {
        release()
        push(event)
      }
      if (lines.length > storedSeq) onUnstored(turn)
    },
    appendStored(event) {
      release()
      push(event)
      markStored(lines.length)
    },
    follow(after, follower) {
      for (let at = after; at < lines.length; at += 1) follower.onLine(at + 1, lines[at] as EventLine)
      followers.add(follower)
      return () => followers.delete(follower)
    },
    end() {
      clearTimeout(timer)
      for (const follower of followers) follower.onEnd()
      followers.clear()
    },
    unstored(whole = false) {
      if (whole) release()
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
