import { Pool, type PoolConfig } from 'pg'

/** An address of the form `postgres://…`, or the parts of one, e.g. those of the embedded database. */
export type DatabaseConnection = string | PoolConfig

export type PoolOptions = {
  max: number
  /** Told when an idle connection breaks (the database restarts); the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
}

/** A statement that takes longer, its wait for locks counted, is ended by PostgreSQL. */
const statementMaxMs = 30_000
/** Silence for so long after a statement's own end means that the connection is dead although nobody closed it. */
const answerMaxMs = statementMaxMs + 5_000

/** Of all connections, those that expensive work may use: the others stay free for short calls. */
const expensiveShare = 0.3

/** How the connections of a server are divided between short calls and expensive work; at least one each. */
export function dividedConnections(max: number): { short: number; expensive: number } {
  const expensive = Math.max(1, Math.floor(max * expensiveShare))
  return { short: max - expensive, expensive }
}

/** The pool of connections to PostgreSQL. The caller ends it. */
export function createPool(connection: DatabaseConnection, options: PoolOptions): Pool {
  const address = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new Pool({
    application_name: 'soko',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMaxMs,
    // A process that froze half-way keeps no account locked for the others.
    idle_in_transaction_session_timeout: statementMaxMs,
    query_timeout: answerMaxMs,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    ...address,
    max: options.max,
  })
  // Without a listener a broken idle connection would end the process.
  pool.on('error', error => options.onIdleError?.(error))
  // So would one that breaks between two statements of a transaction; the next statement tells whoever uses it.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}
