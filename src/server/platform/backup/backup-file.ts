import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'

/**
 * A backup is one gzip file of lines: a header; for each table a line that names it, its rows as PostgreSQL's COPY writes
 * them, and `\.`; the sequences; and an end that counts the rows and hashes every byte before it.
 */
export interface BackupHeader {
  soko_backup: 1
  /** ISO 8601. */
  made_at: string
  /** The migrations it was made under, in order. */
  schema: { number: number; name: string; checksum: string }[]
}

export interface TableLine {
  table: string
  columns: string[]
}

export interface SequenceState {
  name: string
  last_value: number
  is_called: boolean
}

export interface EndLine {
  rows: Record<string, number>
  sha256: string
}

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  /** Its rows must be read to their end before the next part. */
  | { kind: 'table'; table: TableLine; rows: AsyncIterable<Buffer> }
  | { kind: 'sequences'; sequences: SequenceState[] }
  | { kind: 'end'; end: EndLine }

const headerLine = z.object({
  soko_backup: z.literal(1),
  made_at: z.iso.datetime(),
  schema: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })).check(
    z.minLength(1),
    z.refine(schema => schema.every(({ number }, at) => number === at + 1)),
  ),
})
const tableLine = z.object({
  table: z.string().check(z.minLength(1)),
  columns: z.array(z.string()).check(z.minLength(1)),
})
const sequencesLine = z.object({
  sequences: z.array(z.object({ name: z.string(), last_value: z.number(), is_called: z.boolean() })),
})
const endLine = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })

/** A backup that cannot be used; its message is one plain line. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const endOfRows = '\\.\n'

/** What a whole backup holds. */
export interface BackupContents {
  header: BackupHeader
  rows: Record<string, number>
}

/** Reads a backup through and holds it against its own counts and hash. @throws BackupError where it is not whole */
export async function checkBackup(file: string): Promise<BackupContents> {
  const counted: Record<string, number> = {}
  let header: BackupHeader | undefined
  for await (const part of partsOf(file)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'table') counted[part.table.table] = await count(part.rows)
    if (part.kind === 'end' && header) {
      const { rows } = part.end
      const tables = new Set([...Object.keys(rows), ...Object.keys(counted), 'users'])
      const isAsCounted = [...tables].every(
        table => counted[table] !== undefined && counted[table] === rows[table],
      )
      if (isAsCounted) return { header, rows: counted }
    }
  }
  throw new BackupError(`${file} is not whole`)
}

async function count(rows: AsyncIterable<Buffer>): Promise<number> {
  let counted = 0
  for await (const _ of rows) counted += 1
  return counted
}

/** The parts of a backup in order, the end's hash compared. @throws BackupError */
export async function* partsOf(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  const lines = linesOf(file)
  yield { kind: 'header', header: headerOf(await nextLine(lines, file), hash, file) }
  for (;;) {
    const line = await nextLine(lines, file)
    const read = readLine(line, file)
    if ('sha256' in read) {
      const end = shaped(endLine, read, file)
      if (end.sha256 !== hash.digest('hex')) throw new BackupError(`${file} was changed or damaged`)
      yield { kind: 'end', end }
      return
    }
    hash.update(line)
    if ('sequences' in read) yield { kind: 'sequences', ...shaped(sequencesLine, read, file) }
    else yield { kind: 'table', table: shaped(tableLine, read, file), rows: rowsOf(lines, hash, file) }
  }
}

function headerOf(line: Buffer, hash: Hash, file: string): BackupHeader {
  const header = shaped(headerLine, readLine(line, file), file)
  hash.update(line)
  return header
}

function shaped<T extends z.ZodMiniType>(shape: T, read: unknown, file: string): z.output<T> {
  const { success, data } = shape.safeParse(read)
  if (!success) throw new BackupError(`${file} is not a backup of this product`)
  return data
}

async function* rowsOf(lines: AsyncGenerator<Buffer>, hash: Hash, file: string): AsyncGenerator<Buffer> {
  for (;;) {
    const line = await nextLine(lines, file)
    hash.update(line)
    if (line.length === endOfRows.length && line.toString() === endOfRows) return
    yield line
  }
}

function readLine(line: Buffer, file: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(line.toString())
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch {}
  throw new BackupError(`${file} is not a backup of this product`)
}

async function nextLine(lines: AsyncGenerator<Buffer>, file: string): Promise<Buffer> {
  const { value, done } = await lines.next()
  if (done) throw new BackupError(`${file} is not whole`)
  return value
}

const newLine = 10

/** Each line with its line end. @throws BackupError where the file cannot be read or unpacked */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file)
  const source = createGunzip()
  packed.on('error', error => source.destroy(error))
  let begun: Buffer[] = []
  try {
    for await (const chunk of packed.pipe(source) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, at + 1)])
        begun = []
        from = at + 1
      }
      if (from < chunk.length) begun.push(chunk.subarray(from))
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new BackupError(`There is no file ${file}`)
    if (code.startsWith('Z_')) throw new BackupError(`${file} is damaged or not a backup of this product`)
    if (/^E[A-Z]+$/.test(code)) throw new BackupError(`${file} cannot be read: ${code}`)
    throw error
  } finally {
    packed.destroy()
  }
}
