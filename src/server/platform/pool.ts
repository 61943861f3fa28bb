import { Pool, type PoolConfig } from 'pg'

/** An address of the form `postgres://…`, or the parts of one, e.g. those of the embedded database. */
export type DatabaseConnection = string | PoolConfig

export type PoolOptions = {
  max: number
  /** Told when an idle connection breaks (the database restarts); the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
}

/** The pool of connections to PostgreSQL. The caller ends it. */
export function createPool(connection: DatabaseConnection, options: PoolOptions): Pool {
  const address = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new Pool({
    application_name: 'soko',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    ...address,
    max: options.max,
  })
  // Without a listener a broken idle connection would end the process.
  pool.on('error', error => options.onIdleError?.(error))
  return pool
}
