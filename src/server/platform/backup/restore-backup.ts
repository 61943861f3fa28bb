import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Db, openDb } from '../db.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { createPool } from '../pool.ts'
import type { SocketConnection } from '../postgres/postmaster.ts'
import { type BackupContents, BackupError, checkBackup, partsOf, type TableLine } from './backup-file.ts'
import { tablesOf } from './backup-tables.ts'

/** The data from before a restore stays under this name until the next one. */
const databaseBefore = 'soko_before_restore'
const databaseHalf = 'soko_restoring'

export interface RestoreInput {
  /** The embedded database, with nobody else on it. */
  connection: SocketConnection
  file: string
  migrationsFolder: string
  /** Ends in the restored data what must not live on: sessions, links, mails. */
  settle(db: Db): Promise<void>
}

/**
 * Reads a backup through and holds it against this version, without changing anything.
 * @throws BackupError for one that is damaged, or newer than this version
 */
export async function readableBackup(file: string, migrationsFolder: string): Promise<BackupContents> {
  const contents = await checkBackup(file)
  const known = readMigrations(migrationsFolder)
  for (const { number, name, checksum } of contents.header.schema) {
    const own = known[number - 1]
    if (!own)
      throw new BackupError(`${file} was made by a newer version of Soko (${name}): restore it with that`)
    if (own.checksum !== checksum) throw new BackupError(`${file} was made under another ${name}`)
  }
  return contents
}

/**
 * Puts a backup in the place of the data. It is loaded into a database of its own, brought up to this version and settled;
 * only when that is whole do the two change names, in one transaction. Killed at any moment, the old data or the new stands.
 * @throws BackupError
 */
export async function restoreBackup(input: RestoreInput): Promise<BackupContents> {
  const { connection, file, migrationsFolder, settle } = input
  const contents = await readableBackup(file, migrationsFolder)
  const admin = new Client({ ...connection, database: 'postgres' })
  await admin.connect()
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${databaseHalf} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${databaseHalf}`)
    const half = { ...connection, database: databaseHalf }
    const pool = createPool(half, { max: 4 })
    try {
      await migrate(pool, migrationsFolder, contents.header.schema.length)
      await load(half, file)
      await migrate(pool, migrationsFolder)
      await settle(openDb(pool))
    } finally {
      await pool.end()
    }
    await admin.query(`DROP DATABASE IF EXISTS ${databaseBefore} WITH (FORCE)`)
    await changeNames(admin, [
      [connection.database, databaseBefore],
      [databaseHalf, connection.database],
    ])
    return contents
  } catch (error) {
    await admin.query(`DROP DATABASE IF EXISTS ${databaseHalf} WITH (FORCE)`).catch(() => undefined)
    throw error
  } finally {
    await admin.end()
  }
}

/** PostgreSQL renames databases in a transaction like anything else: all of it or nothing. */
async function changeNames(
  admin: Client,
  names: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  await admin.query('BEGIN')
  for (const [from, to] of names) await admin.query(`ALTER DATABASE ${from} RENAME TO ${to}`)
  await admin.query('COMMIT')
}

/**
 * Puts the data from before the last restore back in its place, brought up to this version and settled; what was restored
 * takes its name, so that this too can be taken back.
 * @throws BackupError where there is none
 */
export async function undoRestore({
  connection,
  migrationsFolder,
  settle,
}: Omit<RestoreInput, 'file'>): Promise<void> {
  const admin = new Client({ ...connection, database: 'postgres' })
  await admin.connect()
  try {
    const kept = await admin.query('SELECT FROM pg_database WHERE datname = $1', [databaseBefore])
    if (kept.rowCount === 0) throw new BackupError('There is no data from before a restore')
    const pool = createPool({ ...connection, database: databaseBefore }, { max: 4 })
    try {
      await migrate(pool, migrationsFolder)
      await settle(openDb(pool))
    } finally {
      await pool.end()
    }
    await admin.query(`DROP DATABASE IF EXISTS ${databaseHalf} WITH (FORCE)`)
    await changeNames(admin, [
      [connection.database, databaseHalf],
      [databaseBefore, connection.database],
      [databaseHalf, databaseBefore],
    ])
  } finally {
    await admin.end()
  }
}

/** Everything in one transaction, with the ledger's triggers asleep: what they hold was held when the rows were written. */
async function load(connection: SocketConnection, file: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'")
    await emptyAll(client)
    for await (const part of partsOf(file)) {
      if (part.kind === 'table') await loadTable(client, part.table, part.rows)
      if (part.kind === 'sequences')
        for (const { name, last_value, is_called } of part.sequences)
          await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
            client.escapeIdentifier(name),
            last_value,
            is_called,
          ])
      if (part.kind === 'end') await holdAgainst(client, part.end.rows)
    }
    await client.query('COMMIT; ANALYZE')
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new BackupError(`${file} cannot be loaded: ${error.message.split('\n')[0]}`)
  } finally {
    await client.end()
  }
}

/** Migrations bring rows of their own, e.g. the first price list; the backup has them too. */
async function emptyAll(client: Client): Promise<void> {
  const names = (await tablesOf(client)).map(({ table }) => client.escapeIdentifier(table))
  await client.query(`TRUNCATE ${names.join(', ')}`)
}

async function loadTable(client: Client, { table, columns }: TableLine, rows: AsyncIterable<Buffer>) {
  const quoted = columns.map(column => client.escapeIdentifier(column)).join(', ')
  const into = client.query(copyFrom(`COPY ${client.escapeIdentifier(table)} (${quoted}) FROM STDIN`))
  await pipeline(Readable.from(rows, { objectMode: false }), into)
}

async function holdAgainst(client: Client, rows: Record<string, number>): Promise<void> {
  for (const [table, expected] of Object.entries(rows)) {
    const found = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${client.escapeIdentifier(table)}`,
    )
    if (found.rows[0]?.count !== expected) throw new BackupError(`Not every row of ${table} was restored`)
  }
}
