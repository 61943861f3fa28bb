import type { Pool } from 'pg'
import { readWords } from './token-words.ts'

/** Follows the rows of some turns while they run. */
export interface FlushWatch {
  /** Ends it; from the making of each token to the commit of its row, in ms. */
  stop(): Promise<number[]>
}

interface Row {
  turn_id: string
  last_seq: number
  lines: string
}

/** Looks at each commit of events, as it is told by the database. */
export async function watchFlushes(pool: Pool, turnIds: readonly string[]): Promise<FlushWatch> {
  const client = await pool.connect()
  const seen = new Map(turnIds.map(id => [id, { lastSeq: 0, words: 0 }]))
  const lagsMs: number[] = []
  let looking: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    const committedAtMs = Date.now()
    const { rows } = await pool.query<Row>(
      `select turn_id, last_seq, lines from unnest($1::uuid[], $2::int[]) as wanted (id, after)
       join turn_event on turn_id = wanted.id and first_seq > wanted.after order by turn_id, first_seq`,
      [turnIds, turnIds.map(id => seen.get(id)?.lastSeq ?? 0)],
    )
    for (const { turn_id, last_seq, lines } of rows) {
      const turn = seen.get(turn_id)
      if (!turn) continue
      turn.lastSeq = last_seq
      for (const { seq, madeAtMs } of readWords(lines, Date.now())) {
        if (seq < turn.words) continue
        turn.words = seq + 1
        // A row of the next flush may be seen already: it was committed just now.
        lagsMs.push(Math.max(committedAtMs, madeAtMs) - madeAtMs)
      }
    }
  }

  client.on('notification', () => {
    looking = looking.then(look)
  })
  await client.query('listen turn_events')
  return {
    async stop() {
      await client.query('unlisten turn_events')
      await looking
      client.removeAllListeners('notification')
      client.release()
      return lagsMs
    },
  }
}
