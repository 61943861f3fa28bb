import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { StartError } from './start-error.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function files(contents: Record<string, string>): void {
  for (const [name, sql] of Object.entries(contents)) writeFileSync(join(folder, name), sql)
}

async function emptyDatabase() {
  return await testDatabase({ from: 'empty' })
}

const FIRST = { '0001_shops.sql': 'CREATE TABLE shops (id int PRIMARY KEY);' }
const SECOND = {
  '0002_prices.sql': 'CREATE TABLE prices (shop int REFERENCES shops);\nINSERT INTO shops VALUES (1);',
}

test('files are applied in order, each once', async () => {
  const { pool } = await emptyDatabase()
  files(FIRST)
  expect(await migrate(pool, folder)).toEqual(['0001_shops.sql'])
  files(SECOND)
  expect(await migrate(pool, folder)).toEqual(['0002_prices.sql'])
  expect(await migrate(pool, folder)).toEqual([])
  expect((await pool.query('SELECT id FROM shops')).rows).toEqual([{ id: 1 }])
})

test('a file that fails leaves nothing of itself, and the line says where', async () => {
  const { pool } = await emptyDatabase()
  files({ ...FIRST, '0002_bad.sql': 'CREATE TABLE half (id int);\nINSERT INTO nowhere VALUES (1);' })
  await expect(migrate(pool, folder)).rejects.toThrow(/0002_bad\.sql line 2 failed.*"nowhere"/)
  expect(
    (await pool.query("SELECT to_regclass('half') AS half, to_regclass('shops') AS shops")).rows,
  ).toEqual([{ half: null, shops: 'shops' }])
})

test('faults 169: a schema newer than the code ends the start with one clear line', async () => {
  const { pool } = await emptyDatabase()
  files({ ...FIRST, ...SECOND })
  await migrate(pool, folder)
  rmSync(join(folder, '0002_prices.sql'))
  const error = await migrate(pool, folder).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toMatch(/newer than this version.*0002_prices\.sql.*up to 0001_shops\.sql/)
  expect(String(error)).not.toContain('\n')
})

test('faults 169: an applied file that was changed ends the start with one clear line', async () => {
  const { pool } = await emptyDatabase()
  files(FIRST)
  await migrate(pool, folder)
  files({ '0001_shops.sql': 'CREATE TABLE shops (id bigint PRIMARY KEY);' })
  const error = await migrate(pool, folder).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toMatch(/0001_shops\.sql differs/)
  expect(String(error)).not.toContain('\n')
})

test('other line ends are the same file', async () => {
  const { pool } = await emptyDatabase()
  files(SECOND)
  rmSync(join(folder, '0002_prices.sql'))
  files({ '0001_two-lines.sql': 'CREATE TABLE a (id int);\nCREATE TABLE b (id int);' })
  await migrate(pool, folder)
  files({ '0001_two-lines.sql': 'CREATE TABLE a (id int);\r\nCREATE TABLE b (id int);' })
  expect(await migrate(pool, folder)).toEqual([])
})

test.each([
  [{ '0001_a.sql': '', '0003_b.sql': '' }, /0003_b\.sql must be named 0002_/],
  [{ '0001_a.sql': '', '0001_b.sql': '' }, /0001_b\.sql must be named 0002_/],
  [{ 'first.sql': '' }, /first\.sql must be named 0001_/],
])('numbers with a gap, doubled or missing are refused: %o', async (contents, message) => {
  const { pool } = await emptyDatabase()
  files(contents)
  await expect(migrate(pool, folder)).rejects.toThrow(message)
})

test('faults 170: of instances that migrate at once, one applies and the others wait', async () => {
  const database = await emptyDatabase()
  files({
    '0001_slow.sql': 'CREATE TABLE slow (id int);\nSELECT pg_sleep(0.3);',
    '0002_more.sql': 'SELECT 1;',
  })
  const pools = [1, 2, 3, 4].map(() => createPool(database.connection, { max: 2 }))
  const applied = await Promise.all(pools.map(pool => migrate(pool, folder)))
  await Promise.all(pools.map(pool => pool.end()))
  expect(applied.filter(names => names.length === 2)).toHaveLength(1)
  expect(applied.filter(names => names.length === 0)).toHaveLength(3)
})
