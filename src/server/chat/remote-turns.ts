import type { TurnState } from '../../contract/turn-event.ts'
import type { Context } from '../platform/context.ts'
import type { Notices } from '../platform/notices.ts'
import { isUnderWay } from './accept-turn.ts'
import type { Follower } from './live-turn.ts'
import { readStoredReplay } from './stored-replay.ts'
import { eventsChannel, lastStoredSeq, readEvents, readStates } from './turn-store.ts'

/** Looks without being told this often: notices can be lost, and a deleted turn sends none. */
const lookEveryMs = 1_000

interface Reader {
  turnId: string
  after: number
  follower: Follower
}

export interface RemoteTurns {
  /** Hands over the stored events after `after`, then each as it is stored, up to `done`. Returns how to leave. */
  follow(turnId: string, after: number, follower: Follower): () => void
  close(): void
}

/** Follows turns through the database, all of this process's readers with one query a flush. */
export function createRemoteTurns(base: Context, notices: Notices, owner: string): RemoteTurns {
  const readers = new Set<Reader>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isAskedAgain = false

  const deaf = notices.listen(
    eventsChannel,
    from => {
      if (from !== owner) look()
    },
    () => look(),
  )

  function look(): void {
    if (isLooking) {
      isAskedAgain = true
      return
    }
    if (readers.size === 0) return
    isLooking = true
    clearTimeout(timer)
    lookOnce()
      .catch(error => base.log.warn({ err: error }, 'Events could not be read; trying again'))
      .finally(() => {
        isLooking = false
        if (isAskedAgain) look()
        else if (readers.size > 0) timer = setTimeout(look, lookEveryMs)
      })
    isAskedAgain = false
  }

  async function lookOnce(): Promise<void> {
    const asking = [...readers]
    // Before the events: a turn that is over by now has all of them stored.
    const states = await readStates(base, [...new Set(asking.map(reader => reader.turnId))])
    await handOver(asking)
    for (const reader of asking.filter(reader => readers.has(reader))) {
      const state = states.get(reader.turnId)
      if (state === undefined) end(reader)
      else if (!isUnderWay(state)) await settle(reader, state)
    }
  }

  async function handOver(asking: readonly Reader[]): Promise<void> {
    const afters = new Map<string, number>()
    for (const { turnId, after } of asking)
      afters.set(turnId, Math.min(after, afters.get(turnId) ?? Number.POSITIVE_INFINITY))
    const byTurn = Map.groupBy(await readEvents(base, afters), ({ turnId }) => turnId)
    for (const reader of asking) {
      for (const { firstSeq, lines } of byTurn.get(reader.turnId) ?? []) {
        lines.forEach((line, index) => {
          const seq = firstSeq + index
          if (seq <= reader.after || !readers.has(reader)) return
          reader.after = seq
          reader.follower.onLine(seq, line)
          if (line.event === 'done') end(reader)
        })
      }
    }
  }

  /**
   * The turn is over, and the reader stands at or beyond its last event. It has had them all, or it saw events that a
   * crash took before they were stored: then it gets the turn as it is, from the first event on. Only a turn that was
   * swept can have lost some and yet count as many. A turn that ended long ago has no events: its answer is told instead.
   */
  async function settle(reader: Reader, state: TurnState): Promise<void> {
    const lastSeq = await lastStoredSeq(base, reader.turnId)
    const hadAll = state !== 'incomplete' && reader.after === lastSeq
    if (lastSeq === 0) {
      const lines = await readStoredReplay(base, reader.turnId)
      for (const [at, line] of lines.entries()) if (readers.has(reader)) reader.follower.onLine(at + 1, line)
    } else if (!hadAll) {
      reader.after = 0
      await handOver([reader])
    }
    end(reader)
  }

  function end(reader: Reader): void {
    if (readers.delete(reader)) reader.follower.onEnd()
  }

  return {
    follow(turnId, after, follower) {
      const reader = { turnId, after, follower }
      readers.add(reader)
      look()
      return () => readers.delete(reader)
    },
    close() {
      deaf()
      clearTimeout(timer)
      for (const reader of readers) end(reader)
    },
  }
}
