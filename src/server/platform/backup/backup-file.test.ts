import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSignedInUser } from '../../testing/builders.ts'
import { testDatabase } from '../../testing/database.ts'
import { BackupError, checkBackup } from './backup-file.ts'
import { readableBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const { pool, connection } = await testDatabase()
const migrations = join(import.meta.dirname, '../../../../migrations')
const folder = mkdtempSync(join(tmpdir(), 'soko-backup-'))
const file = join(folder, 'whole')
let text = ''

beforeAll(async () => {
  await aSignedInUser(pool)
  await aSignedInUser(pool)
  await writeBackup(connection, file)
  text = gunzipSync(readFileSync(file)).toString()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a whole backup is read with its counts', async () => {
  expect((await readableBackup(file, migrations)).rows).toMatchObject({
    users: 2,
    sessions: 2,
    credit_price: 1,
  })
})

test.each<[string, () => Buffer]>([
  ['cut off', () => readFileSync(file).subarray(0, -200)],
  ['without its end', () => gzipSync(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1))],
  ['with a word changed', () => gzipSync(text.replace('Ama Mensah', 'Ama Mensab'))],
  ['with a row less', () => gzipSync(text.replace(/(\{"table":"users"[^\n]*\n)[^\n]*\n/, '$1'))],
  ['with a table less', () => gzipSync(text.replace(/\{"table":"users"[\s\S]*?\n\\\.\n/, ''))],
  ['from elsewhere', () => gzipSync('{"hello":1}\n')],
  ['that is not packed', () => Buffer.from('hello')],
  ['that is empty', () => Buffer.alloc(0)],
  [
    'with a byte changed in the middle',
    () => {
      const bytes = Buffer.from(readFileSync(file))
      const at = Math.floor(bytes.length / 2)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      return bytes
    },
  ],
])('one %s is refused', async (name, bytes) => {
  const path = join(folder, name.replaceAll(' ', '-'))
  writeFileSync(path, bytes())
  await expect(checkBackup(path)).rejects.toThrow(BackupError)
})

/** With the hash of what is in it, as one that was made so on purpose. */
const forged = (change: (lines: string[]) => string[], end: (rows: object) => object) => {
  const lines = text.split('\n').slice(0, -1)
  const { rows } = JSON.parse(lines.pop() ?? '') as { rows: object }
  const body = `${change(lines).join('\n')}\n`
  const sha256 = createHash('sha256').update(body).digest('hex')
  const path = join(folder, `forged-${sha256}`)
  writeFileSync(path, gzipSync(`${body}${JSON.stringify({ ...end(rows), sha256 })}\n`))
  return path
}
const asItWas = (rows: object) => ({ rows })
const header = (change: object) => (lines: string[]) => [
  JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...change }),
  ...lines.slice(1),
]

test('one that was put together again with the right hash is read', async () => {
  await expect(checkBackup(forged(lines => lines, asItWas))).resolves.toMatchObject({ rows: { users: 2 } })
})

test.each<[string, () => string]>([
  [
    'no tables',
    () =>
      forged(
        lines => lines.slice(0, 1),
        () => ({ rows: {} }),
      ),
  ],
  [
    'an end without counts',
    () =>
      forged(
        lines => lines,
        () => ({}),
      ),
  ],
  [
    'a table that its end does not count',
    () =>
      forged(
        lines => lines,
        () => ({ rows: { users: 2 } }),
      ),
  ],
  ['no schema', () => forged(header({ schema: undefined }), asItWas)],
  ['an empty schema', () => forged(header({ schema: [] }), asItWas)],
  ['a moment that is none', () => forged(header({ made_at: 'soon' }), asItWas)],
  ['a table without columns', () => forged(lines => [...lines, '{"table":"more"}', '\\.'], asItWas)],
  ['sequences that are none', () => forged(lines => [...lines, '{"sequences":7}'], asItWas)],
])('one with %s is refused whatever its hash says', async (_, path) => {
  await expect(readableBackup(path(), migrations)).rejects.toThrow(BackupError)
})

test('one of a newer version, or of a schema that was never ours, is refused', async () => {
  const schemaOf = (schema: object[]) => {
    const path = join(folder, 'schema')
    writeFileSync(path, gzipSync(text.replace(/"schema":\[.*?\]/, `"schema":${JSON.stringify(schema)}`)))
    return readableBackup(path, migrations)
  }
  await expect(schemaOf([{ number: 9_999, name: '9999_x.sql', checksum: 'x' }])).rejects.toThrow(BackupError)
  await expect(schemaOf([{ number: 1, name: '0001_platform.sql', checksum: 'x' }])).rejects.toThrow(
    BackupError,
  )
})

test('none is written over a file that is there, or where nothing can be written', async () => {
  await expect(writeBackup(connection, file)).rejects.toThrow('is there already')
  await expect(writeBackup(connection, join(folder, 'none/here'))).rejects.toThrow(BackupError)
})
