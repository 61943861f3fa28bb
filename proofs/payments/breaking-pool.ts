import type { Pool, PoolClient } from 'pg'
import { createPool, type DatabaseConnection } from '../../src/server/platform/pool.ts'

/** A pool whose connections break where they are told to. */
export interface BreakingPool {
  pool: Pool
  /** How many statements were sent since the last `breakAt`. */
  sent(): number
  /** Whether it has broken since then. */
  hasBroken(): boolean
  /**
   * Cuts the connection at the statement of this number, counted from 1 on: before the database gets it, or when it has
   * carried it out and nobody has heard of it. null: never.
   */
  breakAt(at: { statement: number; when: 'before' | 'after' } | null): void
}

type Query = (...args: unknown[]) => Promise<unknown>
type Heard = (error: unknown, answer?: unknown) => void

export function breakingPool(connection: DatabaseConnection): BreakingPool {
  const pool = createPool(connection, { max: 4 })
  let count = 0
  let broken = false
  let place: Parameters<BreakingPool['breakAt']>[0] = null
  const cut = (client: PoolClient) => {
    broken = true
    // The socket itself, as a network or a server that dies would have it.
    ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
  pool.on('connect', client => {
    const query = client.query.bind(client) as unknown as Query
    const send: Query = async (...args) => {
      count += 1
      if (place?.statement !== count) return query(...args)
      if (place.when === 'before') cut(client)
      await query(...args)
      cut(client)
      throw new Error('Connection terminated')
    }
    // The pool itself hands in who wants to hear; a transaction awaits.
    const breaking = (...args: unknown[]) => {
      const heard = args.at(-1)
      if (typeof heard !== 'function') return send(...args)
      const tell = heard as Heard
      send(...args.slice(0, -1)).then(
        answer => tell(null, answer),
        error => tell(error),
      )
    }
    client.query = breaking as unknown as typeof client.query
  })
  return {
    pool,
    sent: () => count,
    hasBroken: () => broken,
    breakAt(at) {
      count = 0
      broken = false
      place = at
    },
  }
}
