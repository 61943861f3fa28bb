import type { Logger } from '../platform/log.ts'
import type { Chunk, LiveTurn } from './live-turn.ts'

/** From an event's coming to the start of its flush. */
const flushEveryMs = 150
const retryMs = 500
/** What a process keeps in memory for all its turns while the database is away. */
const waitingMaxBytes = 64 * 1024 * 1024

export interface FlusherParts {
  /** Stores chunks of several turns at once; answers how far each turn is stored. Who is missing has lost its lease. */
  store: (chunks: readonly Chunk[]) => Promise<ReadonlyMap<string, number>>
  /** A turn that this process may not write any more. */
  onLost: (turnId: string) => void
  /** The database is away and memory is full: what waits cannot be kept. */
  onFull: (turnIds: readonly string[]) => void
  log: Logger
}

export interface EventFlusher {
  /** Notes that a turn has something new; it is stored within 200 ms. */
  note(turn: LiveTurn): void
  /** Resolves when no flush holds events of the turn any more; what it holds from then on is the caller's to store. */
  leave(turn: LiveTurn): Promise<void>
  close(): Promise<void>
}

/** One for the process: at most one flush at a time, the new events of all its turns in it. */
export function createEventFlusher({ store, onLost, onFull, log }: FlusherParts): EventFlusher {
  const noted = new Set<LiveTurn>()
  const left = new WeakSet<LiveTurn>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | null = null
  let failedCount = 0
  let isClosed = false

  function schedule(): void {
    if (timer || flushing || isClosed || noted.size === 0) return
    timer = setTimeout(start, failedCount === 0 ? flushEveryMs : retryMs)
  }

  function start(): void {
    timer = undefined
    flushing = flush().finally(() => {
      flushing = null
      schedule()
    })
  }

  async function flush(): Promise<void> {
    const turns = [...noted]
    noted.clear()
    const chunks = turns.map(turn => turn.unstored()).filter(chunk => chunk !== null)
    if (chunks.length === 0) return
    try {
      const storedSeqs = await store(chunks)
      failedCount = 0
      for (const turn of turns) {
        const seq = storedSeqs.get(turn.id)
        if (seq !== undefined) turn.markStored(seq)
        else if (!left.has(turn)) onLost(turn.id)
      }
    } catch (error) {
      keep(turns, error)
    }
  }

  /** Events stay in memory and are tried again; how long a finished turn waits for the database, the turn decides. */
  function keep(turns: readonly LiveTurn[], error: unknown): void {
    for (const turn of turns) if (!left.has(turn)) noted.add(turn)
    failedCount += 1
    if (failedCount === 1) log.warn({ err: error }, 'Events could not be stored; trying again')
    const waitingBytes = [...noted].reduce((sum, turn) => sum + turn.unstoredBytes, 0)
    if (waitingBytes > waitingMaxBytes) onFull([...noted].map(turn => turn.id))
  }

  return {
    note(turn) {
      if (left.has(turn)) return
      noted.add(turn)
      schedule()
    },
    async leave(turn) {
      left.add(turn)
      noted.delete(turn)
      await flushing
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flushing
    },
  }
}
