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
