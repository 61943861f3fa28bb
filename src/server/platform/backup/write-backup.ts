import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, type ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  type BackupContents,
  BackupError,
  type BackupHeader,
  endOfRows,
  type SequenceState,
  type TableLine,
} from './backup-file.ts'
import { sequencesOf, tablesOf } from './backup-tables.ts'

const newLine = 10

/**
 * Writes everything in the product's database, as it stood at one moment, into one file: beside its place first, and moved
 * there once it is whole and on the disk. The product may run and go on writing meanwhile. `begun` is handed what stops it
 * and resolves once nothing half is left.
 * @throws BackupError where the file is there already or cannot be written
 */
export async function writeBackup(
  connection: ClientConfig,
  file: string,
  begun: (stop: () => Promise<void>) => void = () => undefined,
): Promise<BackupContents> {
  if (existsSync(file)) throw new BackupError(`${file} is there already: name another, or remove it`)
  // Without the pool's limits: a large table takes its time.
  const client = new Client(connection)
  const done = writeThrough(client, file)
  begun(async () => {
    await client.end()
    await done.catch(() => undefined)
  })
  return done
}

async function writeThrough(client: Client, file: string): Promise<BackupContents> {
  const half = `${file}.half-${process.pid}`
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const contents = await writeAll(client, half)
    await client.query('COMMIT')
    renameSync(half, file)
    await syncPath(dirname(file))
    return contents
  } catch (error) {
    rmSync(half, { force: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^E[A-Z]+$/.test(code)) throw new BackupError(`${file} cannot be written: ${code}`)
    throw error
  } finally {
    await client.end()
  }
}

async function writeAll(client: Client, half: string): Promise<BackupContents> {
  const out = openOutput(half)
  try {
    const header = await readHeader(client)
    await out.line(header)
    const rows: Record<string, number> = {}
    for (const table of await tablesOf(client)) {
      await out.line(table)
      rows[table.table] = await writeRows(client, table, out)
      await out.write(Buffer.from(endOfRows))
    }
    await out.line({ sequences: await sequencesOf(client) } satisfies { sequences: SequenceState[] })
    await out.end(rows)
    await syncPath(half)
    return { header, rows }
  } catch (error) {
    await out.drop()
    throw error
  }
}

async function readHeader(client: Client): Promise<BackupHeader> {
  const { rows: schema } = await client.query<BackupHeader['schema'][number]>(
    'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
  )
  return { soko_backup: 1, made_at: new Date().toISOString(), schema }
}

async function writeRows(client: Client, { table, columns }: TableLine, out: Output): Promise<number> {
  const quoted = columns.map(column => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`COPY ${client.escapeIdentifier(table)} (${quoted}) TO STDOUT`))
  let count = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, at + 1)) count += 1
    await out.write(chunk)
  }
  return count
}

interface Output {
  write(bytes: Buffer): Promise<void>
  line(value: object): Promise<void>
  /** Writes the end, with the hash of all before it, and waits until the file has it. */
  end(rows: Record<string, number>): Promise<void>
  /** Resolves once the file is closed, so that it can be removed for good. */
  drop(): Promise<void>
}

function openOutput(half: string): Output {
  const gzip = createGzip({ level: 6 })
  // Everybody's data is in it: for its owner's eyes alone.
  const file = createWriteStream(half, { mode: 0o600, flags: 'wx' })
  const hash = createHash('sha256')
  gzip.pipe(file)
  const failure = finished(file)
  failure.catch(() => undefined)
  const put = async (bytes: Buffer) => {
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failure])
  }
  const write = async (bytes: Buffer) => {
    hash.update(bytes)
    await put(bytes)
  }
  return {
    write,
    line: value => write(Buffer.from(`${JSON.stringify(value)}\n`)),
    async end(rows) {
      await put(Buffer.from(`${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`))
      gzip.end()
      await failure
    },
    async drop() {
      gzip.destroy()
      file.destroy()
      await failure.catch(() => undefined)
    },
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
