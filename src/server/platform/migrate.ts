import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { StartError } from './start-error.ts'

/** A numbered file of SQL, e.g. `0001_accounts.sql`. */
type Migration = { number: number; name: string; sql: string; checksum: string }
type Applied = { number: number; name: string; checksum: string }

/** Any constant serves; the same one in every version, or two versions would not wait for each other. */
const LOCK = 7_305_811
/** Another instance may migrate for long, and so may we: the pool's limits are for the running product. */
const patiently = { query_timeout: 2 ** 31 - 1 }

/**
 * Brings the schema up to the files of a folder, each in its own transaction, forward only. Instances that start together
 * wait for each other.
 * @param upTo the number of the last file to apply; all of them without it
 * @returns the names of the files applied now, in order
 * @throws StartError with one line: a file that fails, a file changed after it was applied, or a schema newer than the code
 */
export async function migrate(pool: Pool, folder: string, upTo?: number): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    )
    await client.query({ text: 'SELECT pg_advisory_lock($1)', values: [LOCK], ...patiently })
    const applied = await readApplied(client)
    for (const row of applied) checkApplied(row, migrations, applied.length)
    const missing = migrations.slice(applied.length, upTo)
    for (const migration of missing) await apply(client, migration)
    return missing.map(migration => migration.name)
  } finally {
    // The connection goes with its settings and its lock, also when it broke half-way.
    client.release(true)
  }
}

/** The files of a folder in order. @throws StartError when numbers are missing, doubled or not in the name. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
  return names.map((name, index) => {
    const number = Number(/^(\d{4})_[a-z0-9-]+\.sql$/.exec(name)?.[1])
    if (number !== index + 1) {
      const wanted = String(index + 1).padStart(4, '0')
      throw new StartError(
        `Migration ${name} must be named ${wanted}_<words>.sql: numbers run on without a gap`,
      )
    }
    // A checkout may change line ends; that changes nothing in the schema.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

async function readApplied(client: PoolClient): Promise<Applied[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      number integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const found = await client.query<Applied>(
    'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
  )
  return found.rows
}

function checkApplied(row: Applied, migrations: Migration[], appliedCount: number): void {
  const migration = migrations[row.number - 1]
  if (!migration) {
    const newest = migrations.at(-1)?.name ?? 'none'
    throw new StartError(
      `The database is newer than this version of Soko: it holds ${row.name}, we know up to ${newest}. Start the newer version`,
    )
  }
  if (migration.checksum !== row.checksum || migration.name !== row.name || row.number > appliedCount) {
    throw new StartError(
      `Migration ${migration.name} differs from ${row.name} as it was applied: restore the file and put the change in a new one`,
    )
  }
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query({ text: migration.sql, ...patiently })
    await client.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    const place = error instanceof DatabaseError ? lineOf(migration.sql, error.position) : ''
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`Migration ${migration.name}${place} failed, nothing of it was kept: ${reason}`)
  }
}

/** PostgreSQL gives the place of an error as a count of characters from the start of the text. */
function lineOf(sql: string, position: string | undefined): string {
  if (!position) return ''
  return ` line ${sql.slice(0, Number(position)).split('\n').length}`
}
