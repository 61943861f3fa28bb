import { DrizzleQueryError, type SQL } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'

// Every bigint of ours is a count, a sequence or whole credits: all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The database, or the transaction a verb runs in. Tables live in each feature's `tables.ts`. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

const pools = new WeakMap<Db, pg.Pool>()

/** Drizzle over a pool. Times in rows of plain SQL come back as text, bigint as number. */
export function openDb(pool: pg.Pool): Db {
  const db = drizzle(pool)
  pools.set(db, pool)
  return db
}

/**
 * Runs `work` in a transaction on a connection of its own. Drizzle's way over a pool never gives a connection back whose
 * BEGIN failed: a few restarts of the database would empty the pool for good.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pools.get(db)?.connect()
  if (!client) return db.transaction(work)
  let isSound = true
  try {
    return await drizzle(client).transaction(work)
  } catch (error) {
    // Not PostgreSQL's own refusal, so the connection broke or fell silent.
    isSound = !(error instanceof DrizzleQueryError) || error.cause instanceof pg.DatabaseError
    throw error
  } finally {
    client.release(!isSound)
  }
}

export const isTransaction = (db: Db): boolean => db instanceof PgTransaction

/** The rows of plain SQL; the caller states their shape. */
export async function rowsOf<Row extends Record<string, unknown>>(db: Db, query: SQL): Promise<Row[]> {
  const result = await db.execute(query)
  return result.rows as Row[]
}

/** The one row of plain SQL that may find none. */
export async function rowOf<Row extends Record<string, unknown>>(db: Db, query: SQL): Promise<Row | null> {
  const [row] = await rowsOf<Row>(db, query)
  return row ?? null
}

/** PostgreSQL's five-character code of a failed query (`23505` unique, `40001` serialization ...), or null. */
export function pgErrorCode(error: unknown): string | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null
}

/** The constraint a failed query broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError ? (cause.constraint ?? null) : null
}
