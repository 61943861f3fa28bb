import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createDiskSpace, type DiskSpace } from './disk-space.ts'
import { toAppError } from './error-mapper.ts'
import { createLog } from './log.ts'

const { pool } = await testDatabase()

function watched({ holdsDatabase = false } = {}) {
  const disk = createDiskSpace()
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) }, disk.hear)
  const dataDir = mkdtempSync(join(tmpdir(), 'soko-disk-'))
  disk.watch({ log, pool, dataDir, holdsDatabase })
  return { disk, log, lines, dataDir }
}

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })
const ofDatabase = () => {
  const cause = new DatabaseError('could not extend file', 0, 'error')
  cause.code = '53100'
  return new DrizzleQueryError('insert', [], cause)
}
const untilRoom = (disk: DiskSpace) => expect.poll(() => disk.isFull, { timeout: 5_000 }).toBe(false)

test('a full disk is one alarm, whatever fails for want of room, until there is room and it is full again', async () => {
  const { disk, log, lines, dataDir } = watched()
  for (const err of [
    ofDatabase(),
    withCode('write', 'ENOSPC'),
    ofDatabase(),
    new Error('Connection terminated'),
  ])
    log.error({ err }, 'failed')
  expect(disk.isFull).toBe(true)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', alarm: 'disk_full' })
  log.error({ err: new Error('Something else') }, 'failed')
  expect(lines).toHaveLength(2)
  await untilRoom(disk)
  expect(readdirSync(dataDir)).toEqual([])
  log.warn({ err: ofDatabase() }, 'failed')
  expect(lines.filter(line => line.includes('disk_full'))).toHaveLength(2)
  disk.close()
})

test('while nothing can be written to the database the disk stays full', async () => {
  await pool.query(`
    create function no_room() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100''; end';
    create trigger no_room before insert on disk_probe execute function no_room()`)
  const { disk, log } = watched()
  log.error({ err: ofDatabase() }, 'failed')
  await new Promise(resolve => setTimeout(resolve, 2_500))
  expect(disk.isFull).toBe(true)
  await pool.query('drop function no_room cascade')
  await untilRoom(disk)
  disk.close()
})

test('a caller is told with 503 that nothing can be stored, and when to come back', () => {
  for (const error of [ofDatabase(), withCode('write', 'ENOSPC')])
    expect(toAppError(error)).toMatchObject({ status: 503, details: { retryAfterSeconds: 5 } })
})

test('what a person typed, repeated in an error of the database, is not taken for a full disk', () => {
  const typed = 'No space left on device'
  const cause = new DatabaseError(`invalid input syntax for type uuid: "${typed}"`, 0, 'error')
  cause.code = '22P02'
  const { disk, log } = watched()
  for (const error of [new DrizzleQueryError('insert', [typed], cause), cause]) {
    log.error({ err: error }, 'failed')
    expect(disk.isFull).toBe(false)
    expect(toAppError(error)).toMatchObject({ code: 'internal' })
  }
  disk.close()
})

test('an error is logged although the data folder is gone', () => {
  const { disk, log, lines, dataDir } = watched({ holdsDatabase: true })
  rmSync(dataDir, { recursive: true })
  log.error({ err: new Error('Connection terminated') }, 'failed')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'failed' })
  disk.close()
})
